// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Synchronization
import Testing

/// Modules with work of their own.
@Suite(.timeLimit(.minutes(5)))
struct WorkTests {
    private final class Worker: WorkingModule, FactoryModule {
        static let workMayEnd = true
        let journal: Journal
        let work: @Sendable () async throws -> Void

        init(_ journal: Journal, _ work: @escaping @Sendable () async throws -> Void) {
            self.journal = journal
            self.work = work
        }

        func ready(_ context: ModuleContext) async throws { journal.write("ready") }
        func run(_ context: WorkContext) async throws { try await work() }
        func tearDown(_ context: StopContext) async throws { journal.write("tearDown: \(context.reason)") }
    }

    // C49: throwing stops the hive, with that as the reason.
    @Test func workThatThrowsStopsTheHive() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(Worker.self) { Worker(journal) { throw Failure("work") } }
        try await hive.start()
        let error = await #expect(throws: HiveError.self) { try await hive.waitUntilStopped() }
        #expect(error?.code == .workFailed)
        #expect(error?.failures.map { "\($0)" } == ["Worker.run: Failure(work)"])
        #expect(error?.exitCode == 70)
        #expect(journal.entries == ["ready", "tearDown: the work of Worker failed: Failure(work)"])
    }

    // C49: returning is fine where the module says so.
    @Test func workMayReturn() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let isDone = Gate()
        try hive.modules.register(Worker.self) { Worker(journal) { isDone.open() } }
        try await hive.start()
        await isDone.wait()
        #expect(hive.state == .running)
        try await hive.stop()
    }

    // C49: work that never said that it drains is cancelled and awaited before its module's tearDown.
    @Test func workIsCancelledAndAwaitedBeforeTearDown() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let began = Gate()
        try hive.modules.register(Worker.self) {
            Worker(journal) {
                began.open()
                await Gate().wait()
                journal.write("work ends, cancelled: \(Task.isCancelled)")
                try Task.checkCancellation()
            }
        }
        try await hive.start()
        await began.wait()
        try await hive.stop()
        #expect(
            journal.entries == ["ready", "work ends, cancelled: true", "tearDown: a stop was requested"]
        )
    }

    // C18, C49: work belongs to what is under way, so it only asks; nothing waits until a timeout ends.
    @Test func workMayStopTheHive() async throws {
        let test = TestHive()
        let journal = Journal()
        let hive = test.hive
        try hive.modules.register(Worker.self) {
            Worker(journal) { [weak hive] in
                try await hive?.stop(StopReason("the work is done"))
                journal.write("asked")
            }
        }
        try await hive.start()
        try await hive.waitUntilStopped()
        #expect(journal.entries.sorted() == ["asked", "ready", "tearDown: the work is done"])
    }

    // C18, C49: from within, the wait for the stop ends when the stop begins.
    @Test func workMayWaitUntilTheHiveStops() async throws {
        let test = TestHive()
        let journal = Journal()
        let hive = test.hive
        try hive.modules.register(Worker.self) {
            Worker(journal) { [weak hive] in
                journal.write("waits")
                try await hive?.waitUntilStopped()
                journal.write("was told")
            }
        }
        try await hive.start()
        try await test.faults.wait(for: .init("Worker", .work, .began))
        try await hive.stop()
        #expect(journal.entries.sorted() == ["ready", "tearDown: a stop was requested", "waits", "was told"].sorted())
    }

    // C16, C18, C49
    @Test func workMayRemoveItsOwnModule() async throws {
        let test = TestHive()
        let journal = Journal()
        let hive = test.hive
        try hive.modules.register(Worker.self) {
            Worker(journal) { [weak hive] in try await hive?.remove(Worker.self) }
        }
        try await hive.start()
        try await test.recorder.wait(for: .hookEnded(.tearDown, of: "Worker"))
        #expect(journal.entries == ["ready", "tearDown: Worker is removed"])
        try await hive.stop()
    }

    // C15, C49: unlike a hook, work waits for what it adds, and is told what went wrong.
    @Test func workIsToldWhatBecomesOfWhatItAdds() async throws {
        let test = TestHive()
        let journal = Journal()
        let hive = test.hive
        try hive.modules.register(Worker.self) {
            Worker(journal) { [weak hive] in
                do {
                    try await hive?.add(Probe<A>.self) { throw Failure("A") }
                } catch {
                    journal.write("\((error as? HiveError)?.code.description ?? "another error")")
                }
            }
        }
        try await hive.start()
        try await test.faults.wait(for: .init("Worker", .work, .returned))
        #expect(journal.entries == ["ready", "startFailed"])
        try await hive.stop()
    }

    // C18, C49: what work leaves behind belongs to nothing any more, and waits.
    @Test func taskThatWorkLeftBehindWaitsForTheStop() async throws {
        let test = TestHive()
        let journal = Journal()
        let hive = test.hive
        let task = TestMutex<Task<HiveState?, any Error>?>(nil)
        let mayStop = Gate()
        try hive.modules.register(Worker.self) {
            Worker(journal) { [weak hive] in
                let left = Task {
                    await mayStop.wait()
                    try await hive?.stop()
                    return hive?.state
                }
                task.withLock { $0 = left }
            }
        }
        try await hive.start()
        try await test.faults.wait(for: .init("Worker", .work, .returned))
        mayStop.open()
        #expect(try await task.withLock { $0 }?.value == .stopped)
    }
}
