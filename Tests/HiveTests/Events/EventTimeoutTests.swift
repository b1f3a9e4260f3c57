// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// Handlers with a timeout, by a clock that the tests move.
@Suite(.timeLimit(.minutes(5)))
struct EventTimeoutTests {
    private static func error(_ outcome: EventOutcome<Void>) throws -> HiveError {
        try #require(outcome.failures.first?.error as? HiveError)
    }

    /// A hive whose second module handles pings, and whose third notes them.
    private static func hive(
        _ clock: ManualClock,
        _ journal: Journal = Journal(),
        observers: [@Sendable (HiveObservation) -> Void] = [],
        downJournal: Journal = Journal(),
        handler: @escaping @Sendable (Ping, ModuleContext) async throws -> Void
    ) async throws -> Hive {
        let hive = Hive(HiveOptions(observers: observers, clock: clock))
        let second = EventScript(
            setUp: { try $0.events.subscribe(Ping.self, timeout: .seconds(2), handler: handler) },
            tearDown: { _ in downJournal.write("down") }
        )
        let third = EventScript(setUp: { try $0.events.subscribe(Ping.self) { _, _ in journal.write("next") } })
        try hive.register(second: second, third: third)
        try await hive.start()
        return hive
    }

    // C34: a handler that returns in time is as any other, its reply and its error too.
    @Test func handlerThatReturnsInTimeAnswers() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try await hive.start()
        _ = try hive.events.subscribe(Question.self, timeout: .seconds(1)) { event, context in
            await Task.yield()
            return "\(event.text) \(context.module ?? "nobody")"
        }
        _ = try hive.events.subscribe(Question.self, timeout: .seconds(1)) { _, _ in
            await Task.yield()
            throw Mishap(name: "in time")
        }
        let outcome = try await hive.events.trigger(Question(text: "who"))
        #expect(outcome.replies == ["who nobody"])
        #expect(outcome.failures.map { $0.error as? Mishap } == [Mishap(name: "in time")])
        #expect(outcome.handlerCount == 2)
        try await hive.stop()
    }

    // C34: at the timeout the handler is cancelled; the failure names event, module and timeout; the next one runs.
    @Test func handlerIsCancelledAtItsTimeout() async throws {
        let clock = ManualClock()
        let journal = Journal()
        let began = Gate()
        let hive = try await Self.hive(clock, journal) { _, _ in
            began.open()
            await Gate().wait()
            try Task.checkCancellation()
        }
        async let outcome = hive.events.trigger(Ping())
        await began.wait()
        clock.advance(by: .seconds(2))
        let error = try Self.error(await outcome)
        #expect(error.code == .timedOut)
        let text = "The handler of Ping in SecondModule took longer than its timeout: 2 s of 2 s."
        #expect(error.message == text)
        #expect(error.failures.isEmpty)
        #expect(try await outcome.failures.map(\.module) == ["SecondModule"])
        #expect(journal.entries == ["next"])
        try await hive.stop()
    }

    // C34: just before its timeout nothing happens to a handler.
    @Test func handlerIsLeftAloneBeforeItsTimeout() async throws {
        let clock = ManualClock()
        let began = Gate()
        let mayReturn = Gate()
        let hive = try await Self.hive(clock) { _, _ in
            began.open()
            await mayReturn.wait()
            try Task.checkCancellation()
        }
        async let outcome = hive.events.trigger(Ping())
        await began.wait()
        clock.advance(by: .milliseconds(1999))
        mayReturn.open()
        #expect(try await outcome.failures.isEmpty)
        try await hive.stop()
    }

    // C34: what a handler throws because its time was up is kept beside that.
    @Test func whatACancelledHandlerThrowsIsKept() async throws {
        let clock = ManualClock()
        let began = Gate()
        let hive = try await Self.hive(clock) { _, _ in
            began.open()
            await Gate().wait()
            throw Mishap(name: "half done")
        }
        async let outcome = hive.events.trigger(Ping())
        await began.wait()
        clock.advance(by: .seconds(5))
        let error = try Self.error(await outcome)
        #expect(error.failures.map { $0.error as? Mishap } == [Mishap(name: "half done")])
        try await hive.stop()
    }

    // C5, C34: one that ignores its cancellation is abandoned after the grace; its late return goes to observers.
    @Test func handlerThatIgnoresCancellationIsAbandoned() async throws {
        let clock = ManualClock()
        let journal = Journal()
        let recorder = HiveRecorder()
        let began = Gate()
        let wasCancelled = Gate()
        let mayReturn = Gate()
        let hive = try await Self.hive(clock, journal, observers: [recorder.observe]) { _, context in
            began.open()
            await Gate().wait()
            wasCancelled.open()
            await Task.detached { await mayReturn.wait() }.value
            let isStopped: @Sendable (any Error) -> Bool = { ($0 as? HiveError)?.code == .stopped }
            #expect { try context.post(Pong()) } throws: { isStopped($0) }
            #expect { try context.service(Int.self) } throws: { isStopped($0) }
            await #expect { _ = try await context.trigger(Pong()) } throws: { isStopped($0) }
            throw Mishap(name: "late")
        }
        let trigger = Task { try await hive.events.trigger(Ping()) }
        await began.wait()
        clock.advance(by: .seconds(2))
        await wasCancelled.wait()
        clock.advance(by: .seconds(1))
        let outcome = try await trigger.value
        let message = try Self.error(outcome).message
        #expect(message.hasPrefix("The handler of Ping in SecondModule took longer than its timeout: "))
        #expect(message.hasSuffix("within 1 s after that and was abandoned: nobody waits for it."))
        #expect(outcome.handlerCount == 2)
        #expect(journal.entries == ["next"])
        #expect(recorder.observations(of: .handlerReturnedLate).isEmpty)
        mayReturn.open()
        let late = try await recorder.wait(for: .step(.handlerReturnedLate))
        #expect(late.module == "SecondModule")
        #expect(late.subject == .event("Ping"))
        #expect(late.error as? Mishap == Mishap(name: "late"))
        try await hive.stop()
    }

    // C31, C34: a module is torn down although a handler of its was abandoned.
    @Test func abandonedHandlerKeepsNoModuleUp() async throws {
        let clock = ManualClock()
        let began = Gate()
        let wasCancelled = Gate()
        let mayReturn = Gate()
        let journal = Journal()
        let hive = try await Self.hive(clock, downJournal: journal) { _, _ in
            began.open()
            await Gate().wait()
            wasCancelled.open()
            await Task.detached { await mayReturn.wait() }.value
        }
        try hive.events.post(Ping())
        await began.wait()
        async let stop: Void = hive.stop()
        clock.advance(by: .seconds(2))
        await wasCancelled.wait()
        clock.advance(by: .seconds(1))
        do {
            try await stop
        } catch let error as HiveError {
            // One that had begun by then has waited for it, and names it.
            #expect(error.failures.map { "\($0.module ?? "").\($0.step)" } == ["SecondModule.handler of Ping"])
        }
        #expect(journal.entries == ["down"])
        mayReturn.open()
    }

    // C18, C34: the handler belongs to its broadcast, and cancelling the one who triggers cancels it.
    @Test func cancellingTheTriggerCancelsTheHandler() async throws {
        let began = Gate()
        let hive = try await Self.hive(ManualClock()) { _, context in
            #expect(ActivityScope.current.depth(of: context.scope.hive.identity) == 1)
            began.open()
            await Gate().wait()
            try Task.checkCancellation()
        }
        let trigger = Task { try await hive.events.trigger(Ping()) }
        await began.wait()
        trigger.cancel()
        let outcome = try await trigger.value
        #expect(outcome.failures.count == 1)
        #expect(outcome.failures.first?.error is CancellationError)
        try await hive.stop()
    }

    // C34: the timeout is each call's own, and a second call begins anew.
    @Test func everyCallHasItsOwnTimeout() async throws {
        let clock = ManualClock()
        let calls = Locked(0)
        let hive = try await Self.hive(clock) { _, _ in
            calls.next()
            clock.advance(by: .milliseconds(1500))
        }
        for _ in 0..<3 { #expect(try await hive.events.trigger(Ping()).failures.isEmpty) }
        #expect(calls.current == 3)
        try await hive.stop()
    }
}
