// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

struct Ping: HiveEvent { var id = 0 }
struct Pong: HiveEvent { var id = 0 }
struct Question: HiveEvent {
    typealias Reply = String
    var text = ""
}

/// What goes wrong on purpose.
struct Mishap: Error, Equatable { var name = "" }

/// What a module of a test does; the modules below differ in their place only.
struct EventScript: Sendable {
    var setUp: @Sendable (SetupContext) async throws -> Void = { _ in }
    var initialize: @Sendable (ModuleContext) async throws -> Void = { _ in }
    var ready: @Sendable (ModuleContext) async throws -> Void = { _ in }
    var willStop: @Sendable (StopContext) async throws -> Void = { _ in }
    var tearDown: @Sendable (StopContext) async throws -> Void = { _ in }
}

protocol Scripted: FactoryModule { var script: EventScript { get } }

extension Scripted {
    func setUp(_ context: SetupContext) async throws { try await script.setUp(context) }
    func initialize(_ context: ModuleContext) async throws { try await script.initialize(context) }
    func ready(_ context: ModuleContext) async throws { try await script.ready(context) }
    func willStop(_ context: StopContext) async throws { try await script.willStop(context) }
    func tearDown(_ context: StopContext) async throws { try await script.tearDown(context) }
}

final class FirstModule: Scripted {
    static let manifest = ModuleManifest(level: .basic)
    let script: EventScript
    init(_ script: EventScript) { self.script = script }
}

final class SecondModule: Scripted {
    static let manifest = ModuleManifest()
    let script: EventScript
    init(_ script: EventScript) { self.script = script }
}

final class ThirdModule: Scripted {
    static let manifest = ModuleManifest(level: 2)
    let script: EventScript
    init(_ script: EventScript) { self.script = script }
}

/// A module that wants to be told everything.
final class Listener: FactoryModule {
    static let manifest = ModuleManifest()
    let journal: Journal
    init(_ journal: Journal) { self.journal = journal }

    func setUp(_ context: SetupContext) async throws {
        let journal = journal
        try context.events.subscribeToEvery { event, context in
            journal.write("every \(type(of: event)) in \(context.module ?? "nil")")
        }
        try context.events.subscribe(Ping.self) { _, _ in journal.write("own") }
    }
}

extension Hive {
    /// Registers modules that do what the scripts say.
    func register(first: EventScript? = nil, second: EventScript? = nil, third: EventScript? = nil) throws {
        // Not in boot order, so that the order of registration is no explanation for what comes out.
        if let third { try modules.register(ThirdModule.self) { ThirdModule(third) } }
        if let first { try modules.register(FirstModule.self) { FirstModule(first) } }
        if let second { try modules.register(SecondModule.self) { SecondModule(second) } }
    }

    /// A hive that runs modules which do what the scripts say.
    static func running(
        first: EventScript? = nil,
        second: EventScript? = nil,
        third: EventScript? = nil,
        observers: [@Sendable (HiveObservation) -> Void] = [],
        eventQueueCapacity: Int = 1024
    ) async throws -> Hive {
        let hive = Hive(HiveOptions(observers: observers, eventQueueCapacity: eventQueueCapacity, clock: ManualClock()))
        try hive.register(first: first, second: second, third: third)
        try await hive.start()
        return hive
    }
}

extension Hive {
    /// Triggers an event and returns how many handlers it reached, or nil when that throws.
    func handlerCount(of event: some HiveEvent) async -> Int? {
        try? await events.trigger(event).handlerCount
    }
}

/// Runs a body with a hive of its own and stops the hive afterwards.
func withHive(
    first: EventScript? = nil,
    second: EventScript? = nil,
    third: EventScript? = nil,
    observers: [@Sendable (HiveObservation) -> Void] = [],
    eventQueueCapacity: Int = 1024,
    _ body: (Hive) async throws -> Void
) async throws {
    let hive = try await Hive.running(
        first: first,
        second: second,
        third: third,
        observers: observers,
        eventQueueCapacity: eventQueueCapacity
    )
    do {
        try await body(hive)
    } catch {
        try? await hive.stop()
        throw error
    }
    try await hive.stop()
}

/// Keeps what it is told, by kind.
final class Watcher: Sendable {
    let journal = Journal()
    private let kinds: Set<HiveObservation.Kind>

    init(_ kinds: Set<HiveObservation.Kind>) { self.kinds = kinds }

    func observe(_ observation: HiveObservation) {
        if kinds.contains(observation.kind) { journal.write("\(observation)") }
    }
}

/// The code of the `HiveError` that a body throws, or nil.
func codeThrown(by body: () async throws -> Void) async -> HiveErrorCode? {
    do {
        try await body()
        return nil
    } catch let error as HiveError {
        return error.code
    } catch {
        Issue.record("Not a HiveError: \(error)")
        return nil
    }
}
