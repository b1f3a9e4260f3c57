// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// Calls that have to return in time, of hooks, handlers and shutdowns alike.
@Suite(.timeLimit(.minutes(5)))
struct BoundedCallTests {
    private let clock = ManualClock()
    private let timer: DeadlineTimer

    init() { timer = DeadlineTimer(HiveClock(clock)) }

    private func deadline(_ timeout: Duration) -> Deadline {
        Deadline(time: timer.clock.now().adding(timeout), timeout: timeout, name: "the timeout")
    }

    private func call(
        _ timeout: Duration?,
        _ listener: BoundedCall<Int>.Listener = .init()
    ) -> BoundedCall<Int> {
        BoundedCall(timer, deadline: timeout.map(deadline), grace: .seconds(1), listener)
    }

    private func bound(_ call: BoundedCall<Int>, by timeout: Duration) {
        let deadline = deadline(timeout)
        call.bound { Deadline.sooner($0, deadline) }
    }

    /// Returns when the gate is open, whatever cancels it.
    private func hang(until gate: Gate) async { await Task { await gate.wait() }.value }

    /// Returns when it is cancelled.
    private func waitForCancellation() async throws { try await clock.sleep(for: .seconds(1_000_000)) }

    @Test func returnsWhatTheOperationReturnsOrThrows() async throws {
        defer { timer.end() }
        let well = await call(.seconds(5)).run { 7 }
        #expect(try well.result?.get() == 7)
        #expect(well.missed == nil && !well.isCancelled && !well.isAbandoned && well.error == nil)
        let ill = await call(nil).run { throw Failure("A") }
        #expect(ill.error as? Failure == Failure("A"))
        #expect(ill.missed == nil && !ill.isCancelled && !ill.isAbandoned)
    }

    // C5: at its deadline it is cancelled, and what comes back within the grace is late.
    @Test func isCancelledAtItsDeadline() async {
        defer { timer.end() }
        let hasBegun = Gate()
        async let outcome = call(.seconds(5)).run {
            hasBegun.open()
            try await waitForCancellation()
            return 0
        }
        await hasBegun.wait()
        clock.advance(by: .seconds(6))
        let end = await outcome
        #expect(end.error is CancellationError)
        #expect(end.missed?.timeout == .seconds(5) && end.elapsed == .seconds(6))
        #expect(end.isCancelled && !end.isAbandoned)
    }

    // It may come back before the timer has rung; its time was up all the same.
    @Test func whatReturnsAfterItsDeadlineIsLate() async {
        defer { timer.end() }
        let outcome = await call(.seconds(5)).run { [clock] in
            clock.advance(by: .seconds(5))
            return 3
        }
        #expect(outcome.missed != nil && (try? outcome.result?.get()) == 3)
    }

    // C5: what does not come back after the grace is abandoned, and told when it returns after all.
    @Test func isAbandonedAfterTheGrace() async {
        defer { timer.end() }
        let (hasBegun, isCancelled, mayReturn, isLate) = (Gate(), Gate(), Gate(), Gate())
        let journal = Journal()
        let call = call(
            .seconds(5),
            .init(abandoned: { journal.write("abandoned") }) { outcome in
                journal.write("late: \((try? outcome.result?.get()) ?? 0) after \(outcome.elapsed)")
                isLate.open()
            }
        )
        async let outcome = call.run {
            hasBegun.open()
            await withTaskCancellationHandler {
                await hang(until: mayReturn)
            } onCancel: {
                isCancelled.open()
            }
            return 9
        }
        await hasBegun.wait()
        clock.advance(by: .seconds(5))
        await isCancelled.wait()
        #expect(call.hasTimeLeft && journal.entries.isEmpty)
        clock.advance(by: .seconds(1))
        let end = await outcome
        #expect(end.isAbandoned && end.isCancelled && end.missed != nil && end.elapsed == .seconds(6))
        #expect(journal.entries == ["abandoned"])
        clock.advance(by: .seconds(1))
        mayReturn.open()
        await isLate.wait()
        #expect(journal.entries == ["abandoned", "late: 9 after 7.0 seconds"])
    }

    // Whoever waits may be cancelled: the operation is told so, and has its time all the same.
    @Test(arguments: [true, false])
    func cancellationOfTheCallerIsForwarded(returns: Bool) async {
        defer { timer.end() }
        let (isCancelled, isLate, mayReturn) = (Gate(), Gate(), Gate())
        let call = call(.seconds(5), .init(slow: { _ in isLate.open() }))
        let caller = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await call.run {
                await withTaskCancellationHandler {
                    if !returns { await hang(until: mayReturn) }
                } onCancel: {
                    isCancelled.open()
                }
                return 1
            }
        }
        await isCancelled.wait()
        if !returns {
            clock.advance(by: .seconds(3))
            await isLate.wait()
            #expect(!call.isOver)
            clock.advance(by: .seconds(2))
            // It has the grace from the moment on at which it is cancelled.
            #expect(await becomesTrue { call.hasTimeLeft })
            clock.advance(by: .seconds(1))
        }
        let end = await caller.value
        #expect(end.isAbandoned != returns && end.isCancelled != returns && (end.missed == nil) == returns)
        mayReturn.open()
    }

    // C4: what must not begin in a cancelled task does not, whoever waits for it.
    @Test func aCallNeedNotFollowItsCaller() async {
        defer { timer.end() }
        let call = call(.seconds(5))
        let caller = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await call.run(followsCaller: false) { Task.isCancelled ? 0 : 1 }
        }
        let end = await caller.value
        #expect((try? end.result?.get()) == 1 && !end.isCancelled)
    }

    // C6: a deadline that was not known when the call began counts if it is the sooner one.
    @Test func canBeBoundLater() async {
        defer { timer.end() }
        let hasBegun = Gate()
        let call = call(.seconds(50))
        async let outcome = call.run {
            hasBegun.open()
            try await waitForCancellation()
            return 0
        }
        await hasBegun.wait()
        bound(call, by: .seconds(90))
        bound(call, by: .seconds(2))
        clock.advance(by: .seconds(2))
        #expect(await outcome.missed?.timeout == .seconds(2))
    }

    // A call that is slow is said to be so once, at half its time, also where it returns before the timer has rung.
    @Test func halfOfTheTimeIsTold() async {
        defer { timer.end() }
        let isSlow = Gate()
        let journal = Journal()
        let listener = BoundedCall<Int>.Listener(slow: { elapsed in
            journal.write("slow after \(elapsed)")
            isSlow.open()
        })
        let hasBegun = Gate()
        async let outcome = call(.seconds(8), listener).run {
            hasBegun.open()
            await isSlow.wait()
            return 0
        }
        await hasBegun.wait()
        clock.advance(by: .seconds(4))
        #expect(await outcome.missed == nil)
        _ = await call(.seconds(8), listener).run { [clock] in
            clock.advance(by: .seconds(5))
            return 0
        }
        _ = await call(.seconds(8), listener).run { 0 }
        #expect(journal.entries == ["slow after 4.0 seconds", "slow after 5.0 seconds"])
    }

    // C61: nothing is kept of a call that has ended, and of an abandoned one nothing once it has returned.
    @Test func nothingIsKept() async {
        defer { timer.end() }
        weak var kept: BoundedCall<Int>?
        func use() async {
            let call = call(.seconds(3600))
            kept = call
            _ = await call.run { 1 }
        }
        await use()
        #expect(await becomesTrue { kept == nil })
        let (hasBegun, isCancelled, mayReturn) = (Gate(), Gate(), Gate())
        func abandon() async {
            let call = call(.seconds(1))
            kept = call
            async let outcome = call.run {
                hasBegun.open()
                await withTaskCancellationHandler {
                    await hang(until: mayReturn)
                } onCancel: {
                    isCancelled.open()
                }
                return 1
            }
            await hasBegun.wait()
            clock.advance(by: .seconds(1))
            await isCancelled.wait()
            clock.advance(by: .seconds(1))
            #expect(await outcome.isAbandoned)
        }
        await abandon()
        #expect(kept != nil)
        mayReturn.open()
        #expect(await becomesTrue { kept == nil })
    }

    // C47: calls end, are cancelled and are bound from several threads, and each ends once.
    @Test func endsOnceHoweverManyTasksEndIt() async {
        defer { timer.end() }
        await withTaskGroup { group in
            for round in 0..<200 {
                let call = call(.seconds(1))
                group.addTask {
                    let end = await call.run {
                        if round % 3 == 0 { try await waitForCancellation() }
                        await Task.yield()
                        return round
                    }
                    #expect(end.isCancelled || (try? end.result?.get()) == round)
                }
                group.addTask { if round % 3 != 1 { call.cancel() } }
                group.addTask { bound(call, by: .milliseconds(500)) }
                group.addTask { [clock] in clock.advance(by: .milliseconds(1)) }
            }
        }
    }
}
