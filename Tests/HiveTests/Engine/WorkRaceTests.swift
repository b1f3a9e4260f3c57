// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// What a module's work does when several things happen to it at the same time.
@Suite struct WorkRaceTests {
    // C51
    @Test func aHandlerWhoseOperationHasReturnedIsNotCalled() {
        let (work, notes) = (ModuleWork(.immediate, mayEnd: false), Journal())
        let outer = work.add { notes.write("outer") }
        _ = work.add {
            notes.write("inner")
            // As when the inner handler makes both operations return.
            if let outer { work.remove(outer) }
        }
        work.cancel()
        #expect(notes.entries == ["inner"])
    }

    // C51
    @Test func handlersAreCalledOnceTheLatestFirstInWhicheverOrderOthersWent() {
        let (work, notes) = (ModuleWork(.immediate, mayEnd: false), Journal())
        let keys = (0..<100).compactMap { number in work.add { notes.write("\(number)") } }
        for place in keys.indices where place % 3 != 0 { work.remove(keys[place]) }
        work.cancel()
        work.cancel()
        #expect(notes.entries == stride(from: 99, through: 0, by: -3).map { "\($0)" })
    }

    // C5, C51
    @Test func workIsCancelledWhenItsTimeIsUpAlsoWhileAHandlerHasNotReturned() async throws {
        let (work, notes) = (ModuleWork(.immediate, mayEnd: false), Journal())
        let (begun, ends) = (Latch(), Latch())
        work.begin {
            await withTaskCancellationHandler {
                begun.open()
                await ends.waitIgnoringCancellation()
            } onCancel: {
                notes.write("cancelled")
            }
        } ended: { _, _ in
        }
        _ = work.add { notes.write("outer") }
        _ = work.add {
            notes.write("inner begins")
            // What the hive does at the end of the timeout, while this has not returned.
            withUnsafeCurrentTask { $0?.cancel() }
            notes.write("inner returns")
            ends.open()
        }
        try await begun.wait()
        await Task { await work.finish() }.value
        #expect(notes.entries == ["inner begins", "outer", "cancelled", "inner returns"])
    }

    // C49: a task that the work has left behind announces nothing.
    @Test func workThatHasEndedDoesNotCountAsUp() async throws {
        let work = ModuleWork(.announced, mayEnd: false)
        let (ending, ended) = (Latch(), Latch())
        // Between the end of the work and what is noted then.
        work.begin {
        } ended: { _, _ in
            ending.open()
        }
        try await ending.wait()
        let announcement = Task {
            let isUp = await work.announce()
            ended.open()
            return isUp
        }
        try await ended.wait()
        #expect(await announcement.value == false)
        #expect(!work.isAnnounced)
    }

    // C49
    @Test func workThatAnnouncesItselfAfterItWasCancelledIsWaitedFor() async throws {
        let work = ModuleWork(.announced, mayEnd: false)
        let (begun, cancelled) = (Latch(), Latch())
        work.begin {
            await withTaskCancellationHandler {
                begun.open()
                await cancelled.waitIgnoringCancellation()
            } onCancel: {
                cancelled.open()
            }
            _ = await work.announce()
        } ended: { _, _ in
        }
        let waiting = Task { await work.waitUntilAnnounced() }
        try await begun.wait()
        waiting.cancel()
        let (end, isAnnounced) = await waiting.value
        #expect(!isAnnounced)
        #expect(end != nil)
    }

    // C51
    @Test func everyoneWhoWaitsForTheDrainIsWoken() async {
        let work = ModuleWork(.immediate, mayEnd: false)
        work.begin {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<100 { group.addTask { await work.waitForDrain() } }
            }
        } ended: { _, _ in
        }
        await work.finish()
        #expect(work.isAskedToEnd)
    }
}
