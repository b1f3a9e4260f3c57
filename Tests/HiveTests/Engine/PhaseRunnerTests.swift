// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Synchronization
import Testing

@testable import Hive

/// The runner of a phase, without a hive: steps are numbers, and what it tells goes to a journal.
@Suite(.timeLimit(.minutes(5)))
final class PhaseRunnerTests: Sendable {
    /// Whoever has a phase run, in these tests.
    final class Host: Sendable {
        let journal = Journal()
        let abandonments = Atomic(0)
        /// How long each part of a step may take; nil for as long as it likes.
        let time: Duration?
        let owners: [Owner]

        init(time: Duration? = nil, count: Int = 3) {
            owners = (0..<count).map { Owner(name: "M\($0)", position: $0) }
            self.time = time
        }

        var host: PhaseHost {
            PhaseHost(owners: owners) { [time] _ in
                time.map { ($0, "the test") }
            } isLeftOut: { _ in
                false
            } willRun: { step in
                self.journal.write("will \(step)")
            } survives: { _ in
                false
            } abandoned: { _, _ in
                // Called under a lock, and so it takes none of the application's.
                self.abandonments.add(1, ordering: .relaxed)
            } returnedLate: { step, _, thrown in
                self.journal.write("late \(step)\(thrown == nil ? "" : " threw")")
            }
        }
    }

    private struct Broken: Error {}

    /// Steps that run one after the other.
    private func inOrder(_ count: Int) -> [StepPlace] { [StepPlace](repeating: StepPlace(), count: count) }

    private let fixture = PhaseFixture()
    private var clock: ManualClock { fixture.clock }
    private var spy: Spy { fixture.spy }
    private var engine: Engine { fixture.engine }

    private func runner(
        _ host: Host,
        _ places: [StepPlace],
        policy: PhaseRunner.Policy = .endAtFirstFailure,
        whole: Deadline? = nil,
        _ body: @escaping @Sendable (Int) async throws -> Void
    ) -> PhaseRunner {
        PhaseRunner(.ready, places, in: engine, for: host.host, policy: policy, whole: whole) { step throws(Handover) in
            let place = step.place
            try await step.run { try await body(place) }
        }
    }

    @Test func noStepsAreDoneAtOnce() async {
        let failed = await runner(Host(), inOrder(0)) { _ in }.run()
        #expect(failed.isEmpty)
        #expect(engine.timeline.timeline.entries.isEmpty)
    }

    // C1: one after the other, each told before and after, each in the timeline.
    @Test func stepsFollowEachOther() async {
        let host = Host()
        let failed = await runner(host, inOrder(3)) { host.journal.write("run \($0)") }.run()
        #expect(failed.isEmpty)
        #expect(host.journal.entries == ["will 0", "run 0", "will 1", "run 1", "will 2", "run 2"])
        let entries = engine.timeline.timeline.entries
        #expect(entries.map(\.module) == ["M0", "M1", "M2"])
        #expect(entries.map(\.after) == [nil, "M0", "M1"])
        let kinds: [HiveObservation.Kind] = [.willRunHook, .didRunHook]
        #expect(spy.observations.map(\.kind) == kinds + kinds + kinds)
    }

    // C3, C37: what a failure does to the steps after it.
    @Test(arguments: [(PhaseRunner.Policy.endAtFirstFailure, 2), (.goOn, 3)])
    func failureEndsThePhaseOrNot(policy: PhaseRunner.Policy, count: Int) async {
        let host = Host()
        let failed = await runner(host, inOrder(3), policy: policy) { step in
            if step == 1 { throw Broken() }
        }.run()
        #expect(failed.map(\.step) == [1])
        #expect(failed.first?.failures.first?.error is Broken)
        #expect(host.journal.entries.count == count)
        #expect(engine.timeline.timeline.entries.map(\.hasFailed) == Array([false, true, false].prefix(count)))
    }

    // C14: a step that runs beside the others waits only for what it depends on.
    @Test func concurrentStepsWaitForWhatTheyDependOn() async {
        let host = Host()
        let places: [StepPlace] = [
            .init(isConcurrent: true, dependencies: []), .init(isConcurrent: true, dependencies: [0]),
            .init(isConcurrent: false, dependencies: []),
        ]
        let lane = Gate()
        let failed = await runner(host, places) { step in
            switch step {
            case 0: await lane.wait()
            case 2: lane.open()
            default: break
            }
            host.journal.write("end \(step)")
        }.run()
        #expect(failed.isEmpty)
        #expect(host.journal.entries.filter { $0.hasPrefix("end") } == ["end 2", "end 0", "end 1"])
    }

    // C5: cancelled at its timeout, then abandoned, and the host is told when it comes back.
    @Test func stepThatDoesNotReturnIsAbandoned() async throws {
        let host = Host(time: .seconds(10))
        let (began, cancelled, release) = (Gate(), Latch(), Latch())
        let runner = runner(host, inOrder(2), policy: .goOn) { step in
            guard step == 0 else { return }
            began.open()
            await withTaskCancellationHandler {
                await release.waitIgnoringCancellation()
            } onCancel: {
                cancelled.open()
            }
            throw Broken()
        }
        async let outcomes = runner.run()
        await began.wait()
        #expect(runner.running == ["M0.ready for 0 s"])
        clock.advance(by: .seconds(10))
        try await cancelled.wait()
        clock.advance(by: .seconds(1))
        let failed = await outcomes
        #expect(failed.map(\.isAbandoned) == [true])
        #expect((failed.first?.failures.first?.error as? HiveError)?.code == .timedOut)
        #expect(host.journal.entries == ["will 0", "will 1"])
        #expect(host.abandonments.load(ordering: .relaxed) == 1)
        release.open()
        #expect(await becomesTrue { host.journal.entries.last == "late 0 threw" })
    }

    // C6: a step that begins when the whole stop has no time left has the grace, and is not cancelled before.
    @Test func stepsBeginAfterTheWholeTimeoutWithTheGrace() async {
        clock.advance(by: .seconds(5))
        let whole = Deadline(time: .seconds(5), timeout: .seconds(5), name: "the whole")
        let (began, host) = (Gate(), Host(time: .seconds(10)))
        let runner = runner(host, inOrder(1), policy: .goOn, whole: whole) { _ in
            began.open()
            await Gate().wait()
        }
        async let outcomes = runner.run()
        await began.wait()
        clock.advance(by: .seconds(1))
        let text = (await outcomes.first?.failures.first?.error as? HiveError)?.message ?? ""
        #expect(text.contains("the grace that is left after the whole timeout"))
    }

    // C8: an interruption cancels what runs, and nothing more begins.
    @Test func interruptionEndsThePhase() async {
        let (began, host) = (Gate(), Host())
        let runner = runner(host, inOrder(2)) { _ in
            began.open()
            await Gate().wait()
            throw CancellationError()
        }
        async let outcomes = runner.run()
        await began.wait()
        runner.interrupt()
        #expect(await outcomes.map(\.isConsequence) == [true])
        #expect(host.journal.entries == ["will 0"])
    }

    // C52: whatever a hook does to the task that it runs in, the next one begins in a task that is not cancelled.
    @Test func aHookThatCancelsItsTaskCancelsNoOther() async {
        let host = Host()
        let failed = await runner(host, inOrder(2)) { step in
            host.journal.write("\(step) \(Task.isCancelled)")
            withUnsafeCurrentTask { $0?.cancel() }
        }.run()
        #expect(failed.isEmpty)
        #expect(host.journal.entries == ["will 0", "0 false", "will 1", "1 false"])
    }

    // C61: a phase of which a step went on in another task leaves nothing behind.
    @Test func aPhaseThatWasHandedOverIsLetGoOf() async {
        weak let host = await run { withUnsafeCurrentTask { $0?.cancel() } }
        for _ in 0..<100_000 where host != nil { await Task.yield() }
        #expect(host == nil)
    }

    /// Runs two steps, and returns whom only their phase refers to.
    private func run(_ hook: @escaping @Sendable () -> Void) async -> Host {
        let host = Host()
        _ = await runner(host, inOrder(2)) { _ in
            host.journal.write("hook")
            hook()
        }.run()
        return host
    }

    // C52: each part has its own time, and what follows one that hangs begins in a task that is not cancelled.
    @Test func partsHaveTheirOwnTime() async {
        let host = Host(time: .seconds(10))
        let began = Gate()
        let runner = PhaseRunner(
            .tearDown,
            inOrder(1),
            in: engine,
            for: host.host,
            policy: .goOn
        ) { step throws(Handover) in
            try await step.run(.work) {
                began.open()
                await Gate().wait()
            }
            try await step.run { host.journal.write(Task.isCancelled ? "cancelled" : "hook") }
        }
        async let outcomes = runner.run()
        await began.wait()
        clock.advance(by: .seconds(10))
        #expect(await outcomes.flatMap(\.failures).map(\.step) == ["tearDown"])
        #expect(host.journal.entries == ["will 0", "hook"])
    }
}
