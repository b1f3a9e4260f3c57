// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// Modules that are added and removed.
@Suite(.timeLimit(.minutes(5)))
struct AddingTests {
    private struct Ping: HiveEvent {}

    private static func failing(_ journal: Journal, in phase: Phase) -> Script {
        var script = Script(journal: journal)
        switch phase {
        case .setUp: script.setUp = { _ in throw Failure("B") }
        case .initialize: script.initialize = { _ in throw Failure("B") }
        default: script.ready = { _ in throw Failure("B") }
        }
        return script
    }

    // C15: if it fails, only it is withdrawn, and the error goes to the caller.
    @Test(arguments: [Phase.setUp, .initialize, .ready])
    func moduleThatFailsIsWithdrawnAlone(phase: Phase) async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, journal)
        try await hive.start()
        let script = Self.failing(journal, in: phase)
        let error = await #expect(throws: HiveError.self) { try await hive.add(Probe<B>.self) { Probe<B>(script) } }
        #expect(error?.code == .startFailed)
        #expect(error?.start?.phase == phase)
        #expect(hive.state == .running)
        #expect(hive.modules.running == ["A"])
        #expect(journal.entries.contains("B.tearDown") == (phase != .setUp))
        try await hive.stop()
        #expect(journal.entries.filter { $0 == "B.tearDown" }.count <= 1)
    }

    // C15: neither before the start nor once the hive stops.
    @Test func addingNeedsARunningHive() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let before = await #expect(throws: HiveError.self) { try await hive.add(Plain.self) }
        #expect(before?.code == .invalidState)
        try await hive.start()
        try await hive.stop()
        let after = await #expect(throws: HiveError.self) { try await hive.add(Plain.self) }
        #expect(after?.code == .invalidState)
    }

    private final class Plain: HiveModule {
        static let manifest = ModuleManifest()
    }

    // C15, C18: a handler may add; the module does not receive the broadcast that was in flight.
    @Test func moduleAddedFromAHandlerMissesThatEvent() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, journal) { script in
            script.setUp = { [weak hive] context in
                try context.events.subscribe(Ping.self) { _, _ in
                    try await hive?.add(Probe<B>.self) {
                        Probe<B>(
                            Script(journal: journal) {
                                try $0.events.subscribe(Ping.self) { _, _ in journal.write("B heard") }
                            }
                        )
                    }
                }
            }
        }
        try await hive.start()
        let outcome = try await hive.events.trigger(Ping())
        #expect(outcome.failures.isEmpty)
        #expect(outcome.handlerCount == 1)
        #expect(hive.modules.running == ["A", "B"])
        #expect(!journal.entries.contains("B heard"))
        try await hive.stop()
    }

    // C16
    @Test func moduleThatDoesNotRunCannotBeRemoved() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try await hive.start()
        let error = await #expect(throws: HiveError.self) { try await hive.remove(Probe<A>.self) }
        #expect(error?.message == "A cannot be removed: it is not running.")
        #expect(error?.code == .unknownModule)
        try await hive.stop()
    }
}
