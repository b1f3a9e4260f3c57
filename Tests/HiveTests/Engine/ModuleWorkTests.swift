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
        _ journal: Journal = Journal(),
        _ body: @escaping @Sendable () async throws -> Void
    ) -> Latch {
        let ended = Latch()
        work.begin(body) { stage, end in
            journal.write("\(end) \(stage)")
            ended.open()
        }
        return ended
    }

    // C49: it waits until the hive runs.
    @Test func announcedWorkWaitsUntilItIsAdmitted() async throws {
        let work = ModuleWork(.announced, mayEnd: false)
        let journal = Journal()
        let ended = begin(work, journal) {
            let goesOn = await work.announce()
            journal.write(goesOn ? "goes on" : "ends")
        }
        let (end, isAnnounced) = await work.waitUntilAnnounced()
        #expect(end == nil && isAnnounced)
        journal.write("admitted")
        #expect(work.admit() == nil)
        try await ended.wait()
        #expect(journal.entries == ["admitted", "goes on", "returned running"])
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

    // C49: work that ends before it has announced itself ends the wait.
    @Test func workThatFailsBeforeItIsUpEndsTheWait() async throws {
        let work = ModuleWork(.announced, mayEnd: false)
        _ = begin(work) { throw Failure("port in use") }
        let (end, isAnnounced) = await work.waitUntilAnnounced()
        guard case .threw(let error) = end else {
            Issue.record("It ended well.")
            return
        }
        #expect(error as? Failure == Failure("port in use"))
        #expect(!isAnnounced)
        #expect(!work.mustEnd)
    }

    // C49: cancelling the wait cancels work that has not announced itself.
    @Test func cancellingTheWaitCancelsTheWork() async throws {
        let work = ModuleWork(.announced, mayEnd: false)
        let journal = Journal()
        let began = Latch()
        let ended = begin(work, journal) {
            began.open()
            try await Latch().wait()
        }
        let wait = Task { await work.waitUntilAnnounced() }
        try await began.wait()
        wait.cancel()
        let (_, isAnnounced) = await wait.value
        #expect(!isAnnounced)
        try await ended.wait()
        #expect(journal.entries.first?.hasSuffix(" cancelled") == true)
    }

    // C51: work that never said so is cancelled; one that has is asked, once.
    @Test(arguments: [true, false]) func finishingAsksOrCancels(drains: Bool) async throws {
        let work = ModuleWork(.immediate, mayEnd: false)
        let journal = Journal()
        let isUp = Latch()
        let mayReturn = Latch()
        _ = begin(work, journal) {
            if drains {
                let key = work.add {
                    journal.write("asked")
                    mayReturn.open()
                }
                isUp.open()
                try await mayReturn.wait()
                if let key { work.remove(key) }
            } else {
                isUp.open()
                try await Latch().wait()
            }
        }
        try await isUp.wait()
        #expect(work.drains == drains)
        await work.finish()
        let asked = ["asked", "returned draining"]
        #expect(journal.entries == (drains ? asked : ["threw(Swift.CancellationError()) cancelled"]))
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

    // C51: a handler whose operation has returned, because of another one's handler, does not begin.
    @Test func handlerWhoseOperationHasReturnedNeverBegins() throws {
        let work = ModuleWork(.immediate, mayEnd: false)
        let journal = Journal()
        let outer = try #require(work.add { journal.write("outer") })
        _ = work.add {
            journal.write("inner")
            work.remove(outer)
        }
        work.cancel()
        #expect(journal.entries == ["inner"])
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

    // C52: who has given up waiting for work lets others go on; its real end comes later.
    @Test func abandonedWorkIsOverAndReturnsLate() async throws {
        let work = ModuleWork(.immediate, mayEnd: false)
        let release = Latch()
        let ended = begin(work) { await release.waitIgnoringCancellation() }
        let finish = Task { await work.finish() }
        while work.mustEnd { await Task.yield() }
        work.abandon()
        await work.waitUntilOver()
        release.open()
        await finish.value
        try await ended.wait()
    }

    // C49: work that has never begun is over.
    @Test func workThatHasNeverBegunIsOver() async {
        let work = ModuleWork(.immediate, mayEnd: false)
        await work.waitUntilOver()
        #expect(!work.mustEnd)
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
