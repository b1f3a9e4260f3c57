// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// What a routed call needs from a hive; a hive and a context both have it.
protocol RoutingHost: Sendable {
    var callResolver: ServiceResolver { get }
    func routingTable() throws -> RoutingTable
    func formerOwner(of key: String) -> String?
    func deliver<Event: HiveEvent>(_ event: Event) async throws -> EventOutcome<Event.Reply>
    func tellObservers(_ observation: @autoclosure () -> HiveObservation)
}

extension Hive: RoutingHost {
    var callResolver: ServiceResolver { services.resolver }
    func routingTable() throws -> RoutingTable { try table(of: RoutingEntry.self) }
    func formerOwner(of key: String) -> String? { formerModule(of: key, in: RoutingEntry.self) }

    func deliver<Event: HiveEvent>(_ event: Event) async throws -> EventOutcome<Event.Reply> {
        try await events.trigger(event)
    }

    func tellObservers(_ observation: @autoclosure () -> HiveObservation) { report(observation()) }
}

/// A context of a hook or a handler.
struct ContextHost<Context: HookContext & ServiceLookup>: RoutingHost {
    let context: Context

    var callResolver: ServiceResolver { context.resolver }
    func routingTable() throws -> RoutingTable { try context.table(of: RoutingEntry.self) }
    func formerOwner(of key: String) -> String? { context.formerModule(of: key, in: RoutingEntry.self) }

    func deliver<Event: HiveEvent>(_ event: Event) async throws -> EventOutcome<Event.Reply> {
        try await context.trigger(event)
    }

    func tellObservers(_ observation: @autoclosure () -> HiveObservation) { context.report(observation()) }
}
