// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Synchronization
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Modules that come and go beside their own handlers, and beside what comes late.
@Suite(.timeLimit(.minutes(5)))
struct AddingEdgeTests {
    private struct Ping: HiveEvent {}

    // C16, C18: a handler that lets its own module begin anew only asks; nothing waits until a timeout ends.
    @Test func handlerMayReplaceItsOwnModule() async throws {
        let test = TestHive()
        let hive = test.hive
        let journal = Journal()
        try hive.addProbe(A.self, journal) { script in
            script.setUp = { [weak hive] context in
                try context.events.subscribe(Ping.self) { _, _ in
                    try await hive?.remove(Probe<A>.self)
                    try await hive?.add(Probe<A>.self) { Probe<A>(Script(journal: journal)) }
                    journal.write("asked")
                }
            }
        }
        try await hive.start()
        #expect(try await hive.events.trigger(Ping()).failures.isEmpty)
        try await test.recorder.wait(for: .hookEnded(.ready, of: "A"), occurrence: 2)
        #expect(
            journal.entries.suffix(7) == [
                "asked", "A.willStop", "A.tearDown", "A.init", "A.setUp", "A.initialize", "A.ready",
            ]
        )
        try await hive.stop()
    }

    // C15, C18: what nobody waits for any more is told to observers when it fails.
    @Test func failureOfWhatAHandlerOnlyAskedForIsToldToObservers() async throws {
        let test = TestHive()
        let hive = test.hive
        try hive.addProbe(A.self, Journal()) { script in
            script.setUp = { [weak hive] context in
                try context.events.subscribe(Ping.self) { _, _ in
                    try await hive?.remove(Probe<A>.self)
                    try await hive?.add(Probe<B>.self) { throw Failure("B") }
                }
            }
        }
        try await hive.start()
        #expect(try await hive.events.trigger(Ping()).failures.isEmpty)
        let observation = try await test.recorder.wait(for: .step(.operationFailed))
        #expect((observation.error as? HiveError)?.failures.first?.error as? Failure == Failure("B"))
        try await hive.stop()
    }

    private final class Worker: WorkingModule {
        static let manifest = ModuleManifest(workMayEnd: true)
        func run(_ context: WorkContext) async throws {}
    }

    // C49: the work of a module that was queued during the start begins with everybody's, once.
    @Test func workOfAQueuedModuleBeginsOnce() async throws {
        let test = TestHive()
        try test.hive.addProbe(A.self, Journal())
        test.faults.inject(.adding(Worker.self), into: Probe<A>.self, at: .ready)
        try await test.hive.start()
        try await test.faults.wait(for: .init("Worker", .work, .returned))
        try await test.hive.stop()
        #expect(test.faults.modules(.work, .began) == ["Worker"])
    }

    // C49: so does the work of one that is added when the hive has only just come to run.
    @Test func workOfAModuleThatIsAddedAtOnceBeginsOnce() async throws {
        let adding = TestMutex<Task<Void, any Error>?>(nil)
        let home = TestMutex<Hive?>(nil)
        let test = TestHive(
            HiveOptions(observers: [
                { observation in
                    guard observation.subject == .state(.running) else { return }
                    guard let hive = home.withLock({ $0 }) else { return }
                    adding.withLock { $0 = Task { try await hive.add(Worker.self) } }
                    // Gives the addition every chance to overtake the end of the start.
                    for _ in 0..<1_000 {
                        guard hive.modules.running.isEmpty else { return }
                        sched_yield()
                    }
                }
            ])
        )
        home.withLock { $0 = test.hive }
        defer { home.withLock { $0 = nil } }
        try await test.hive.start()
        try await adding.withLock { $0 }?.value
        try await test.faults.wait(for: .init("Worker", .work, .returned))
        try await test.hive.stop()
        #expect(test.faults.modules(.work, .began) == ["Worker"])
    }

    // C5: a setUp that comes back while the rollback is under way is torn down beside it, once.
    @Test func setUpThatReturnsDuringTheRollbackIsTornDownOnce() async throws {
        let test = TestHive()
        let hive = test.hive
        let journal = Journal()
        try hive.addProbe(A.self, journal)
        try hive.addProbe(B.self, journal)
        let setUp = (release: Latch(), cancelled: Latch())
        let tearDown = Latch()
        test.faults.inject(
            .ignoringCancellation(until: setUp.release, cancelled: setUp.cancelled),
            into: Probe<B>.self,
            at: .setUp
        )
        test.faults.inject(.ignoringCancellation(until: tearDown), into: Probe<A>.self, at: .tearDown)
        let start = Task { try await hive.start() }
        try await test.faults.wait(for: .init("B", .setUp, .began))
        test.clock.advance(by: .seconds(30))
        try await setUp.cancelled.wait()
        test.clock.advance(by: .seconds(1))
        try await test.faults.wait(for: .init("A", .tearDown, .began))
        setUp.release.open()
        try await test.faults.wait(for: .init("B", .tearDown, .returned))
        #expect(hive.state == .starting)
        tearDown.open()
        let result = await start.result
        let error = #expect(throws: HiveError.self) { try result.get() }
        #expect(error?.start?.started == ["A"])
        #expect(error?.start?.notStarted == ["B"])
        #expect(error?.start?.rollbackFailures.count == 0)
        #expect(test.faults.modules(.tearDown, .began) == ["A", "B"])
        #expect(hive.remains(of: nil).isEmpty)
    }
}
