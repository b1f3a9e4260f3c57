// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import HiveTestKit
import Testing

@testable import Hive

/// The life of a module's work, without a hive (C49, C51).
@Suite(.timeLimit(.minutes(5)))
struct ModuleWorkTests {
    /// Begins work, and returns a latch that is opened with its end.
    private func begin(
        _ work: ModuleWork,
        _ journal: Journal,
        _ body: @escaping @Sendable () async throws -> Void
    ) -> Latch {
        let ended = Latch()
        work.begin(body) { stage, end in
            journal.write("\(end) \(stage)")
            ended.open()
        }
        return ended
    }

    // C49: it also goes on when it is to end instead.
    @Test func announcedWorkGoesOnWhenItIsToEnd() async throws {
        let work = ModuleWork(.announced, mayEnd: false)
        let journal = Journal()
        _ = begin(work, journal) {
            async let drain: Void = work.waitForDrain()
            #expect(await !work.announce())
            await drain
            journal.write("asked: \(work.isAskedToEnd), cancelled: \(Task.isCancelled)")
        }
        _ = await work.waitUntilAnnounced()
        await work.finish()
        #expect(!work.mustEnd)
        #expect(journal.entries.count == 2)
        #expect(journal.entries.first?.hasPrefix("asked: true") == true)
    }

    // C51: of handlers inside each other the innermost is called first; who comes later is called at once.
    @Test func handlersAreCalledOnceTheInnermostFirst() async throws {
        let work = ModuleWork(.immediate, mayEnd: false)
        let journal = Journal()
        _ = work.add { journal.write("outer") }
        let gone = work.add { journal.write("gone") }
        _ = work.add { journal.write("inner") }
        work.remove(try #require(gone))
        work.cancel()
        work.cancel()
        #expect(work.add { journal.write("late") } == nil)
        #expect(journal.entries == ["inner", "outer", "late"])
    }

    // C51: an operation that returns while its handler runs waits for that.
    @Test func operationWaitsForItsHandler() async throws {
        let work = ModuleWork(.immediate, mayEnd: false)
        let journal = Journal()
        let (isUp, isAsked, hasReturned) = (Latch(), Latch(), Latch())
        let mayReturn = DispatchSemaphore(value: 0)
        let ended = begin(work, journal) {
            try await ActivityScope.run(ObjectIdentifier(work), .work(work)) {
                try await withDrainHandler {
                    isUp.open()
                    try await isAsked.wait()
                    journal.write("the operation returns")
                    hasReturned.open()
                } onDrain: {
                    isAsked.open()
                    mayReturn.wait()
                    journal.write("the handler returns")
                }
                journal.write("what follows")
            }
        }
        try await isUp.wait()
        // On a thread of its own, because the handler blocks it.
        DispatchQueue(label: "asks").async { work.askToEnd() }
        try await hasReturned.wait()
        // Enough for what follows to begin, did it not wait.
        for _ in 0..<1_000 { await Task.yield() }
        mayReturn.signal()
        try await ended.wait()
        let expected = ["the operation returns", "the handler returns", "what follows", "returned draining"]
        #expect(journal.entries == expected)
    }

    // C51: whoever waits for work to say that it drains is told once, at once when it has.
    @Test func sayingThatItDrainsIsToldOnce() async throws {
        let work = ModuleWork(.immediate, mayEnd: false)
        let journal = Journal()
        work.whenItDrains { journal.write("told") }
        _ = work.add {}
        _ = work.add {}
        work.whenItDrains { journal.write("told at once") }
        #expect(journal.entries == ["told", "told at once"])
    }

    // C51: a task that is cancelled does not wait for the drain any longer, and the work still counts as draining.
    @Test func aCancelledTaskDoesNotWaitForTheDrain() async throws {
        let work = ModuleWork(.immediate, mayEnd: false)
        let task = Task { await work.waitForDrain() }
        task.cancel()
        await task.value
        #expect(work.drains && !work.isAskedToEnd)
    }

    // C51: outside of work it only runs the operation.
    @Test func outsideOfWorkADrainHandlerIsNotCalled() async throws {
        let value = try await withDrainHandler {
            try Task.checkCancellation()
            return 1
        } onDrain: {
            Issue.record("Nobody drains.")
        }
        #expect(value == 1)
    }
}
