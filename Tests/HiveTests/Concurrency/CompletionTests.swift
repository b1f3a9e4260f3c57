// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// A value that comes once: how a start or a stop has ended, which one task runs and others wait for.
@Suite(.timeLimit(.minutes(5)))
struct CompletionTests {
    private struct Broken: Error {}

    @Test func everyoneLearnsHowItHasEnded() async throws {
        let well = Completion()
        try await well.run {}
        await well.wait()
        try await well.waitForSuccess()

        let ill = Completion()
        await #expect(throws: Broken.self) { try await ill.run { throw Broken() } }
        await ill.wait()
        await #expect(throws: Broken.self) { try await ill.waitForSuccess() }
    }

    @Test func whoeverWaitsGoesOnWhenItIsOver() async {
        for round in 0..<100 {
            let undertaking = Completion()
            let journal = Journal()
            await withTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<round % 5 { await Task.yield() }
                        await undertaking.wait()
                        #expect(journal.entries == ["over"])
                        await #expect(throws: Broken.self) { try await undertaking.waitForSuccess() }
                    }
                }
                group.addTask {
                    for _ in 0..<round % 3 { await Task.yield() }
                    await #expect(throws: Broken.self) {
                        try await undertaking.run {
                            journal.write("over")
                            throw Broken()
                        }
                    }
                }
            }
        }
    }

    // C47: a value comes once, and whoever is cancelled meanwhile goes on without it.
    @Test func whoeverIsCancelledGoesOnWithout() async {
        for round in 0..<100 {
            let gate = Completion()
            let waiter = Task { await gate.waitUnlessCancelled() }
            for _ in 0..<round % 3 { await Task.yield() }
            waiter.cancel()
            #expect(await waiter.value == nil)
            #expect(gate.value == nil)
            #expect(gate.open(.success(())) && !gate.open(.failure(Broken())))
            #expect(gate.value != nil && gate.error == nil)
            #expect(await gate.waitUnlessCancelled() != nil)
        }
    }

    // C8, C18: the first one who asks runs the stop; a second one waits for it, and both are told what went wrong.
    @Test func secondStopWaitsForTheFirst() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let (isStopping, mayGoOn) = (Gate(), Gate())
        try hive.addProbe(A.self, Journal()) { script in
            script.willStop = { _ in
                isStopping.open()
                await mayGoOn.wait()
                throw Failure("A")
            }
        }
        try await hive.start()
        let first = Task { try await hive.stop() }
        await isStopping.wait()
        let second = Task { try await hive.stop() }
        let third = Task { try await hive.waitUntilStopped() }
        #expect(hive.state == .stopping)
        mayGoOn.open()
        for stop in [first, second, third] {
            await #expect(throws: HiveError.self) { try await stop.value }
            #expect(hive.state == .stopped)
        }
    }

    // C4, C6: a stop goes on in full when the task that runs it is cancelled, and no hook of it is.
    @Test func stopOfACancelledTaskIsNotCancelled() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, journal) { script in
            script.willStop = { _ in journal.write("willStop, cancelled: \(Task.isCancelled)") }
            script.tearDown = { _ in journal.write("tearDown, cancelled: \(Task.isCancelled)") }
        }
        try await hive.start()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await hive.stop()
        }
        try await task.value
        #expect(hive.state == .stopped)
        let entries = journal.entries.filter { $0.contains("cancelled") }
        #expect(entries == ["willStop, cancelled: false", "tearDown, cancelled: false"])
    }

    // C8: a start whose task is cancelled already brings nothing up, and a stop that waits for it returns.
    @Test func startOfACancelledTaskBringsNothingUp() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, journal)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await hive.start()
        }
        try await hive.stop()
        await #expect(throws: HiveError.self) { try await task.value }
        #expect(hive.state == .stopped)
        #expect(journal.entries.isEmpty)
    }
}
