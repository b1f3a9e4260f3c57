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
        static let manifest = ModuleManifest(workMayEnd: true)
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
