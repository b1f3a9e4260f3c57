// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// What a routed call needs from a hive; a hive and the context of a hook or a handler both have it.
protocol RoutingHost: Sendable {
    var callResolver: ServiceResolver { get }
    func table<Entry: RegistryEntry>(of type: Entry.Type) throws -> Entry.Table
    func formerModule<Entry: RegistryEntry>(of key: String, in type: Entry.Type) -> String?
    func deliver<Event: HiveEvent>(_ event: Event) async throws -> EventOutcome<Event.Reply>
    func report(_ observation: @autoclosure () -> HiveObservation)
}

extension RoutingHost {
    func routingTable() throws -> RoutingTable { try table(of: RoutingEntry.self) }
}

extension Hive: RoutingHost {
    var callResolver: ServiceResolver { services.resolver }

    func deliver<Event: HiveEvent>(_ event: Event) async throws -> EventOutcome<Event.Reply> {
        try await events.trigger(event)
    }
}

/// A context of a hook or a handler.
struct ContextHost<Context: HookContext & ServiceLookup>: RoutingHost {
    let context: Context

    var callResolver: ServiceResolver { context.resolver }
    func table<Entry: RegistryEntry>(of type: Entry.Type) throws -> Entry.Table { try context.table(of: type) }

    func formerModule<Entry: RegistryEntry>(of key: String, in type: Entry.Type) -> String? {
        context.formerModule(of: key, in: type)
    }

    func report(_ observation: @autoclosure () -> HiveObservation) { context.report(observation()) }

    func deliver<Event: HiveEvent>(_ event: Event) async throws -> EventOutcome<Event.Reply> {
        try await context.trigger(event)
    }
}
