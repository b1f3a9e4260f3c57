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

    // C15: its dependencies must be running.
    @Test func moduleWhoseDependencyDoesNotRunIsRefused() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, Journal())
        try await hive.start()
        var declaration = ModuleDeclaration(Probe<B>.self, at: .code())
        declaration.dependencies = [(.named("C"), .code())]
        declaration.factory = { throw Failure("never") }
        let error = await #expect(throws: HiveError.self) { try await hive.add(declaration) }
        #expect(error?.problems.map(\.code) == [.unknownDependency])
        try await hive.stop()
    }

    // C15, C17
    @Test func runningModuleIsNotAddedAgain() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, Journal())
        try await hive.start()
        let error = await #expect(throws: HiveError.self) {
            try await hive.add(Probe<A>.self) { throw Failure("never") }
        }
        #expect(error?.code == .duplicateModule)
        try await hive.stop()
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

    private final class Plain: HiveModule {}

    // C15, C1: brought through the three phases at once, and torn down first.
    @Test func addedModuleComesUpAtOnce() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, journal)
        try await hive.start()
        try await hive.add(Probe<B>.self) { Probe<B>(Script(journal: journal)) }
        #expect(hive.modules.running == ["A", "B"])
        #expect(journal.entries.suffix(4) == ["B.init", "B.setUp", "B.initialize", "B.ready"])
        try await hive.stop()
        #expect(journal.entries.suffix(2) == ["B.tearDown", "A.tearDown"])
    }

    // C15, C18: from a hook of the start it is queued until everything is ready.
    @Test func moduleAddedFromAHookComesUpAfterReady() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, journal) { script in
            script.setUp = { [weak hive] _ in
                try await hive?.add(Probe<B>.self) { Probe<B>(Script(journal: journal)) }
                journal.write("queued")
            }
        }
        try await hive.start()
        #expect(
            journal.entries == [
                "A.init", "A.setUp", "queued", "A.initialize", "A.ready",
                "B.init", "B.setUp", "B.initialize", "B.ready",
            ]
        )
        try await hive.stop()
    }

    // C15: a failure of what was queued fails the start.
    @Test func queuedModuleThatFailsFailsTheStart() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let script = Self.failing(journal, in: .initialize)
        try hive.addProbe(A.self, journal) { first in
            first.ready = { [weak hive] _ in try await hive?.add(Probe<B>.self) { Probe<B>(script) } }
        }
        let error = await #expect(throws: HiveError.self) { try await hive.start() }
        #expect(error?.code == .startFailed)
        #expect(error?.report.contains("Failure(B)") == true)
        #expect(journal.entries.suffix(2) == ["B.tearDown", "A.tearDown"])
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

    // C16: what others need is not removed, unless they go first.
    @Test func moduleThatOthersNeedIsNotRemoved() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, journal)
        try hive.addProbe(B.self, journal, dependencies: [.named("A")])
        try hive.addProbe(C.self, journal, dependencies: [.named("B")])
        try hive.addProbe(D.self, journal)
        try await hive.start()
        let error = await #expect(throws: HiveError.self) { try await hive.remove(Probe<A>.self) }
        #expect(error?.code == .invalidState)
        #expect(error?.message.contains("needed by B, C") == true)
        #expect(hive.modules.running == ["A", "B", "C", "D"])

        try await hive.remove(Probe<A>.self, removesDependents: true)
        #expect(hive.modules.running == ["D"])
        #expect(journal.entries.suffix(3) == ["C.tearDown", "B.tearDown", "A.tearDown"])
        try await hive.stop()
        #expect(journal.entries.filter { $0 == "A.tearDown" }.count == 1)
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

    // C16, C27, C36: what it registered goes with it; the type may come again, as a new instance.
    @Test func removedModuleTakesItsServicesAndSubscriptionsAlong() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try await hive.start()
        let make: @Sendable () async throws -> Probe<A> = {
            Probe<A>(
                Script(journal: journal) { context in
                    try context.services.register(Int.self, instance: 3)
                    try context.events.subscribe(Ping.self) { _, _ in }
                }
            )
        }
        try await hive.add(Probe<A>.self, factory: make)
        let first = try #require(hive.modules.module(Probe<A>.self))
        #expect(try hive.services.service(Int.self) == 3)
        #expect(try await hive.events.trigger(Ping()).handlerCount == 1)
        try await hive.remove(Probe<A>.self)
        #expect(throws: HiveError.self) { try hive.services.service(Int.self) }
        #expect(try await hive.events.trigger(Ping()).handlerCount == 0)
        try await hive.add(Probe<A>.self, factory: make)
        #expect(hive.modules.module(Probe<A>.self) !== first)
        #expect(try hive.services.service(Int.self) == 3)
        try await hive.stop()
    }

    // C16: a module that removes itself only asks for it.
    @Test func moduleMayRemoveItself() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let isGone = Gate()
        try hive.addProbe(A.self, journal) { script in
            script.setUp = { [weak hive] context in
                try context.events.subscribe(Ping.self) { _, _ in
                    try await hive?.remove(Probe<A>.self)
                    journal.write("asked")
                }
            }
            script.tearDown = { _ in isGone.open() }
        }
        try await hive.start()
        #expect(try await hive.events.trigger(Ping()).failures.isEmpty)
        await isGone.wait()
        #expect(journal.entries.suffix(3) == ["asked", "A.willStop", "A.tearDown"])
        try await hive.stop()
    }

    // C8, C15: a stop does not wait for what is being added longer than its grace.
    @Test func stopInterruptsWhatIsBeingAdded() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try await hive.start()
        let began = Gate()
        let adding = Task {
            try await hive.add(Probe<A>.self) {
                Probe<A>(
                    Script(initialize: { _ in
                        began.open()
                        await Gate().wait()
                    })
                )
            }
        }
        await began.wait()
        try await hive.stop()
        let result = await adding.result
        #expect { try result.get() } throws: { ($0 as? HiveError)?.code == .cancelled }
        #expect(hive.state == .stopped)
    }
}
