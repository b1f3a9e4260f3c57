// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Synchronization
import Testing

@testable import Hive

/// Phases that follow each other, without a hive: which task runs them, and what it knows.
@Suite(.timeLimit(.minutes(5)))
final class PhaseRowTests: Sendable {
    private struct Broken: Error {}

    @TaskLocal private static var tag = "none"

    private let fixture = PhaseFixture()
    private var clock: ManualClock { fixture.clock }
    private var environment: PhaseEnvironment { fixture.environment }
    private let journal = Journal()
    /// The tasks that have run steps, in order.
    private let tasks = TestMutex<[Int]>([])

    private static var currentTask: Int { withUnsafeCurrentTask { $0?.hashValue ?? 0 } }

    /// A phase whose steps note their task and what they know, and then run a body.
    private func phase(
        _ name: String,
        _ order: StepOrder = StepOrder(count: 2),
        time: Duration? = nil,
        policy: PhaseRunner.Policy = .goOn,
        _ body: @escaping @Sendable (Int) async throws -> Void = { _ in }
    ) -> PhaseRunner {
        let host = PhaseRunnerTests.Host(time: time)
        return PhaseRunner(.ready, order, in: environment, for: host, policy: policy) { steps in
            await steps.each { step in
                self.tasks.withLock { $0.append(Self.currentTask) }
                self.write("\(name) \(step)\(Task.isCancelled ? " cancelled" : "")")
                try await body(step)
            }
        }
    }

    /// Notes something together with what the calling task knows.
    private func write(_ text: String) {
        let isInside = ActivityScope.isInside(environment.identity)
        journal.write("\(text) (\(Self.tag), \(isInside ? "inside" : "outside"))")
    }

    /// Runs a row by a caller that has a value of its own; what comes between phases is noted.
    private func run(
        _ phases: [PhaseRow.Next],
        willRun: @escaping @Sendable (PhaseRunner) -> Void = { _ in },
        didEnd: @escaping @Sendable (PhaseRunner) throws -> Void = { _ in }
    ) async -> (any Error)? {
        let row = PhaseRow(phases, willRun: willRun) { runner in
            self.write("end")
            _ = runner.takeOutcomes()  // As an engine does: the runner forgets its deadlines then.
            try didEnd(runner)
        }
        return await Self.$tag.withValue("caller") { await row.run() }
    }

    private func hook(_ text: String) -> String { "\(text) (caller, inside)" }
    private let end = "end (caller, outside)"

    @Test func phasesFollowEachOtherInOneTask() async {
        let error = await run([
            { self.phase("a") },
            {
                self.tasks.withLock { $0.append(Self.currentTask) }
                return self.phase("b")
            },
            { self.phase("c", StepOrder(count: 1)) },
        ])
        #expect(error == nil)
        let hooks = ["a 0", "a 1", nil, "b 0", "b 1", nil, "c 0", nil].map { $0.map(hook) ?? end }
        #expect(journal.entries == hooks)
        let tasks = tasks.withLock { $0 }
        #expect(tasks.count == 6)
        #expect(Set(tasks).count == 1)
        #expect(!tasks.contains(Self.currentTask))
    }

    @Test func nothingIsRunWhereThereIsNothing() async {
        #expect(await run([]) == nil)
        #expect(await run([{ nil }, { self.phase("a", StepOrder(count: 0)) }, { nil }]) == nil)
        #expect(journal.entries == [end])
        #expect(await run([{ nil }, { self.phase("b", StepOrder(count: 1)) }, { nil }]) == nil)
        #expect(journal.entries == [end, hook("b 0"), end])
    }

    @Test func whatIsThrownBetweenPhasesEndsTheRow() async {
        let phases: [PhaseRow.Next] = [
            { self.phase("a", StepOrder(count: 1)) }, { throw Broken() }, { self.phase("b") },
        ]
        #expect(await run(phases) is Broken)
        #expect(await run([phases[0], phases[2]], didEnd: { _ in throw Broken() }) is Broken)
        #expect(await run([phases[1]]) is Broken)
        #expect(journal.entries == [hook("a 0"), end, hook("a 0"), end])
    }

    // C6, C37: a task that was cancelled stays so; what comes after it begins in one that was not.
    @Test func cancelledTaskGoesNoFurther() async {
        let began = Gate()
        async let error = run([
            {
                self.phase("a", StepOrder(count: 1), time: .seconds(10)) { _ in
                    began.open()
                    await Gate().wait()
                    #expect(Task.isCancelled)
                }
            },
            { self.phase("b") },
        ])
        await began.wait()
        clock.advance(by: .seconds(10))
        #expect(await error == nil)
        #expect(journal.entries == [hook("a 0"), end, hook("b 0"), hook("b 1"), end])
        let tasks = tasks.withLock { $0 }
        #expect(tasks[0] != tasks[1])
        #expect(tasks[1] == tasks[2])
    }

    @Test func taskThatAHookHasCancelledGoesNoFurther() async {
        let error = await run([
            { self.phase("a", StepOrder(count: 1)) { _ in withUnsafeCurrentTask { $0?.cancel() } } },
            { self.phase("b") },
        ])
        #expect(error == nil)
        #expect(journal.entries == [hook("a 0"), end, hook("b 0"), hook("b 1"), end])
    }

    // C5: a hook that does not return keeps its task; the row goes on without it, and its return changes nothing.
    @Test(arguments: [1, 2])
    func abandonedHookKeepsItsTask(count: Int) async throws {
        let (began, cancelled, release, returned) = (Gate(), Latch(), Latch(), Latch())
        async let error = run([
            {
                self.phase("a", StepOrder(count: count), time: .seconds(10)) { step in
                    guard step == 0 else { return }
                    began.open()
                    await withTaskCancellationHandler {
                        await release.waitIgnoringCancellation()
                    } onCancel: {
                        cancelled.open()
                    }
                    returned.open()
                }
            },
            { self.phase("b") },
            { self.phase("c", StepOrder(count: 1)) },
        ])
        await began.wait()
        clock.advance(by: .seconds(10))
        try await cancelled.wait()
        clock.advance(by: .seconds(1))
        #expect(await error == nil)
        let later = [end, hook("b 0"), hook("b 1"), end, hook("c 0"), end]
        #expect(journal.entries.suffix(6) == later[...])
        let entries = journal.entries
        release.open()
        try await returned.wait()
        #expect(journal.entries == entries)
    }

    // C14: steps beside each other have tasks of their own; the caller goes on with what comes after them.
    @Test func rowGoesOnAfterStepsBesideEachOther() async {
        let order = StepOrder([
            .init(isConcurrent: true, dependencies: []), .init(isConcurrent: true, dependencies: [0]),
            .init(isConcurrent: false, dependencies: []),
        ])
        let isLaneDone = Gate()
        let error = await run([
            { self.phase("a", StepOrder(count: 1)) },
            {
                self.phase("b", order) { step in
                    if step == 0 { await isLaneDone.wait() }
                    if step == 2 { isLaneDone.open() }
                }
            },
            { self.phase("c", StepOrder(count: 1)) },
        ])
        #expect(error == nil)
        #expect(journal.entries.prefix(2) == [hook("a 0"), end])
        #expect(journal.entries.suffix(3) == [end, hook("c 0"), end])
        #expect(journal.entries.count == 8)
    }

    // C18: a task that a phase has left behind is outside as soon as that phase has ended, though its task goes on.
    @Test func taskThatIsLeftBehindIsOutsideWhenItsPhaseEnds() async {
        let (later, answer) = (Gate(), Latch())
        let error = await run([
            {
                self.phase("a", StepOrder(count: 1)) { _ in
                    Task {
                        await later.wait()
                        self.write("left")
                        answer.open()
                    }
                }
            },
            {
                self.phase("b", StepOrder(count: 1)) { _ in
                    later.open()
                    try await answer.wait()
                }
            },
        ])
        #expect(error == nil)
        #expect(journal.entries == [hook("a 0"), end, hook("b 0"), "left (caller, outside)", end])
    }

    // C8: to interrupt a phase that has ended does nothing to the next one, which runs in the same task.
    @Test func interruptionOfAPhaseThatHasEndedIsNothing() async {
        let last = TestMutex<PhaseRunner?>(nil)
        let error = await run(
            [
                { self.phase("a") }, { self.phase("b") { _ in last.withLock { $0 }?.interrupt() } },
            ],
            willRun: { runner in last.withLock { $0 = $0 ?? runner } }
        )
        #expect(error == nil)
        let hooks = ["a 0", "a 1", nil, "b 0", "b 1", nil].map { $0.map(hook) ?? end }
        #expect(journal.entries == hooks)
    }

    // C8: whenever an interruption comes, the row ends, and only hooks of the phase that it has met are cancelled.
    @Test func interruptionMayComeAtAnyTime() async {
        for round in 0..<200 {
            let current = TestMutex<(runner: PhaseRunner, number: Int)?>(nil)
            let hasBegun = Gate()
            let begun = TestMutex(0)
            let phases = (0..<4).map { number -> PhaseRow.Next in
                {
                    self.phase("\(round)/\(number)", StepOrder(count: 3)) { _ in
                        hasBegun.open()
                        await Task.yield()
                    }
                }
            }
            async let error = run(phases) { runner in
                let number = begun.withLock { begun in
                    defer { begun += 1 }
                    return begun
                }
                current.withLock { $0 = (runner, number) }
            }
            await hasBegun.wait()
            for _ in 0..<round % 20 { await Task.yield() }
            let met = current.withLock { $0 }
            met?.runner.interrupt()
            #expect(await error == nil)
            #expect(begun.withLock { $0 } == 4)
            let cancelled = journal.entries.filter { $0.contains("cancelled") && $0.hasPrefix("\(round)/") }
            #expect(cancelled.allSatisfy { $0.hasPrefix("\(round)/\(met?.number ?? 0) ") })
        }
        #expect(journal.entries.count { $0 == end } == 800)
    }
}
