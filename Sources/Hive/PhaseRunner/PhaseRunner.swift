// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Whom the steps of a phase belong to, and who is told of them; it knows the steps by their places.
struct PhaseHost: Sendable {
    /// The modules that the steps belong to, or the hive.
    let owners: [Owner]
    /// How long each part of a step may take, and what errors call that time; nil for as long as it likes.
    let timeout: @Sendable (_ step: Int) -> (time: Duration, name: StaticString)?
    /// Whether a step does not run, because what it needs has failed.
    let isLeftOut: @Sendable (_ step: Int) -> Bool
    /// Is told that a step is about to run, before observers are.
    let willRun: @Sendable (_ step: Int) -> Void
    /// Is told of a failure that would end the phase, and says whether it goes on without the step.
    let survives: @Sendable (HookOutcome) -> Bool
    /// Is told that a part of a step is abandoned; called under a lock, and so calls nobody's code.
    let abandoned: @Sendable (_ step: Int, StepPart) -> Void
    /// Is told that a part of a step has returned after it was abandoned.
    let returnedLate: @Sendable (_ step: Int, StepPart, _ thrown: (any Error)?) -> Void
}

/// Runs one phase: its steps one after the other, or some of them side by side, each part of them as a bounded call.
///
/// A hook whose time is up is cancelled; when it has not returned after the grace it is abandoned, and the phase goes
/// on without it (C5, C38, C52).
final class PhaseRunner: Sendable {
    /// What happens after a failure.
    enum Policy {
        /// No further step begins, and what runs is cancelled.
        case endAtFirstFailure
        /// The next step runs all the same.
        case goOn
    }

    /// What a step does, by calling ``PhaseStep/run(_:_:)``; it is begun again where another task goes on.
    typealias Body = nonisolated(nonsending) @Sendable (inout PhaseStep) async throws(Handover) -> Void

    /// A step that runs.
    private struct Running {
        let began: Duration
        /// The part that is under way, or was last.
        var call: (part: StepPart, call: BoundedCall<Void>)?
    }

    /// The end of a step, by which those that wait for it know when they begin, and after whom.
    struct End {
        /// Nil where no step has ended.
        var step: Int?
        let time: Duration
        /// Of two ends the one with the higher number is the later one.
        var number = 0
    }

    /// How far steps have come that run one after the other.
    enum Progress: Sendable {
        /// One of them has to go on in another task.
        case within(PhaseStep)
        case over(End)
    }

    private struct State {
        /// Whether no further step begins.
        var isEnding = false
        /// When the whole start or stop has to have ended.
        var whole: Deadline?
        var running: [Int: Running] = [:]
        var failed: [HookOutcome] = []
        var lastEnd = 0

        /// The calls that are under way, in order of the steps.
        var calls: [BoundedCall<Void>] { running.sorted { $0.key < $1.key }.compactMap { $0.value.call?.call } }

        mutating func newEnd(of step: Int?, at time: Duration) -> End {
            lastEnd += 1
            return End(step: step, time: time, number: lastEnd)
        }
    }

    let phase: Phase
    let engine: Engine
    let host: PhaseHost
    private let policy: Policy
    private let places: [StepPlace]
    private let body: Body
    private let state: Mutex<State>
    /// The phase in the timeline; nil for a phase without steps, which would tear the timeline's chain of stages.
    private let stage: Int?
    /// By the steps that let others end first: opens when these have ended, or need not be waited for any more.
    private let others: [Int: Gate<End>]

    /// Makes a runner, which runs a phase once.
    ///
    /// - Parameters:
    ///   - phase: The phase.
    ///   - places: The steps, and which of them run beside each other.
    ///   - engine: Gives the time, and whoever is told.
    ///   - host: Whom the steps belong to.
    ///   - policy: What happens after a failure.
    ///   - whole: When the whole start or stop has to have ended.
    ///   - body: What each step does.
    init(
        _ phase: Phase,
        _ places: [StepPlace],
        in engine: Engine,
        for host: PhaseHost,
        policy: Policy,
        whole: Deadline? = nil,
        body: @escaping Body
    ) {
        self.phase = phase
        self.places = places
        self.body = body
        self.engine = engine
        self.host = host
        self.policy = policy
        state = Mutex(State(whole: whole))
        stage = places.isEmpty ? nil : engine.timeline.beginStage()
        let waiting = places.indices.filter { !places[$0].softDependencies.isEmpty }
        others = Dictionary(uniqueKeysWithValues: waiting.map { ($0, Gate()) })
    }

    /// Runs every step and returns the outcomes of those that began and did not end well, in order of the steps.
    func run() async -> [HookOutcome] {
        let begin = End(time: engine.clock.now())
        await ActivityScope.run(engine.identity) {
            if places.contains(where: \.isConcurrent) {
                await runSideBySide(after: begin)
            } else {
                await run(places.indices, after: begin)
            }
        }
        return state.withLock { $0.failed.sorted { $0.step < $1.step } }
    }

    /// Runs each step when what it waits for has ended.
    private func runSideBySide(after begin: End) async {
        let ends = places.map { _ in Gate<End>() }
        @Sendable func last(of places: [Int]) async -> End {
            var last = begin
            for place in places {
                let end = await ends[place].wait()
                if end.number > last.number { last = end }
            }
            return last
        }
        await withTaskGroup { group in
            var previous: Int?
            for (place, step) in places.enumerated() {
                var dependencies = step.dependencies
                if !step.isConcurrent {
                    if let previous { dependencies.append(previous) }
                    previous = place
                }
                group.addTask { [dependencies] in
                    var after = await last(of: dependencies)
                    if let end = await self.others[place]?.wait(), end.number > after.number { after = end }
                    ends[place].open(step.isJoint ? after : await self.run(place..<place + 1, after: after))
                }
                guard let others = others[place] else { continue }
                group.addTask { others.open(await last(of: step.softDependencies)) }
            }
        }
    }

    /// Lets a step begin as soon as what it depends on is done: it no longer lets others end first.
    func dropSoftDependencies(of step: Int) {
        let now = engine.clock.now()
        others[step]?.open(state.withLock { $0.newEnd(of: nil, at: now) })
    }

    /// Runs steps one after the other, and returns the last one's end.
    ///
    /// They run in one task, which keeps a part that hangs; what comes after one that was told to return runs in
    /// another.
    @discardableResult
    private func run(_ steps: Range<Int>, after begin: End) async -> End {
        var step: PhaseStep?
        while true {
            let progress = Gate<Progress>()
            let handle = Gate<Task<Void, Never>>()
            // Ends when its steps have, or the part that it was left with.
            let task = Task { [step] in
                let carrier = PhaseCarrier(task: await handle.wait(), progress: progress)
                await self.run(steps, after: begin, from: step, in: carrier)
            }
            handle.open(task)
            switch await progress.wait() {
            case .within(let begun): step = begun
            case .over(let end): return end
            }
        }
    }

    /// Runs steps in the calling task, from one on that has begun in another.
    private func run(_ steps: Range<Int>, after begin: End, from begun: PhaseStep?, in carrier: PhaseCarrier) async {
        var (last, begun) = (begun?.after ?? begin, begun)
        for place in (begun?.place ?? steps.lowerBound)..<steps.upperBound {
            guard var step = begun.take() ?? self.begin(place, after: last) else { continue }
            step.carrier = carrier
            do {
                try await ActivityScope.run(engine.identity, .hook(step.failedCreations)) { try await body(&step) }
            } catch {
                return  // Another task goes on.
            }
            step.end()
            last = end(step)
        }
        carrier.progress.open(.over(last))
    }

    /// Begins a step, unless the phase ends or the step is left out.
    private func begin(_ place: Int, after: End) -> PhaseStep? {
        if host.isLeftOut(place) { return nil }
        let mayBegin = state.withLock { state in
            if !state.isEnding { state.running[place] = Running(began: after.time) }
            return !state.isEnding
        }
        guard mayBegin else { return nil }
        host.willRun(place)
        engine.observers.notify(.init(.willRunHook, module: name(of: place), phase: phase))
        return PhaseStep(place, of: self, after: after)
    }

    private func end(_ step: PhaseStep) -> End {
        let (place, after, ended) = (step.place, step.after, step.ended)
        var outcome = step.outcome
        if policy == .endAtFirstFailure, !outcome.failures.isEmpty { outcome.isSurvived = host.survives(outcome) }
        let (end, cancelled) = state.withLock { [outcome] state in
            state.running[place] = nil
            var cancelled: [BoundedCall<Void>] = []
            var result = Timeline.Entry.Result.succeeded
            if !outcome.failures.isEmpty {
                result = outcome.isAbandoned ? .abandoned : .failed
                state.failed.append(outcome)
                if policy == .endAtFirstFailure, !outcome.isSurvived {
                    state.isEnding = true
                    cancelled = state.calls
                }
            }
            if let stage {
                engine.timeline.add(
                    Timeline.Entry(
                        module: name(of: place),
                        phase: phase,
                        stage: stage,
                        after: after.step.map(name),
                        began: after.time,
                        ended: ended,
                        result: result
                    )
                )
            }
            return (state.newEnd(of: place, at: ended), cancelled)
        }
        for call in cancelled { call.cancel() }
        let (duration, error) = (ended.subtracting(after.time), outcome.failures.first?.error)
        engine.observers.notify(
            .init(.didRunHook, module: name(of: place), phase: phase, duration: duration, error: error)
        )
        return end
    }

    /// Makes the call of a part of a step, which begins now.
    func begin(_ part: StepPart, of step: Int, at now: Duration) -> BoundedCall<Void> {
        var listener = BoundedCall<Void>.Listener()
        if !engine.observers.isEmpty { listener.slow = { self.tellSlow(step, part, $0) } }
        listener.abandoned = { self.host.abandoned(step, part) }
        listener.returnedLate = { self.host.returnedLate(step, part, $0.error) }
        let own = host.timeout(step).map { Deadline(time: now.adding($0.time), timeout: $0.time, name: $0.name) }
        let (call, isEnding) = state.withLock { state in
            let deadline = deadline(own, at: now, within: state.whole)
            let grace = engine.grace
            let call = BoundedCall<Void>(engine.timer, deadline: deadline, grace: grace, began: now, listener)
            state.running[step]?.call = (part, call)
            return (call, state.isEnding)
        }
        if isEnding { call.cancel() }
        return call
    }

    /// When a part that begins now has to have returned.
    private func deadline(_ own: Deadline?, at now: Duration, within whole: Deadline?) -> Deadline? {
        guard let whole, policy == .goOn, whole.time <= now else { return Deadline.sooner(own, whole) }
        // What is left begins all the same (C6).
        let grace = engine.grace
        let name: StaticString = "the grace that is left after the whole timeout"
        return Deadline.sooner(own, Deadline(time: now.adding(grace), timeout: grace, name: name))
    }

    /// Whether a deadline is that of the whole start or stop.
    func isWhole(_ deadline: Deadline) -> Bool { state.withLock { $0.whole.map { $0.time == deadline.time } ?? false } }

    /// Lets no further step begin, and cancels what runs.
    func interrupt() {
        let calls = state.withLock { state in
            state.isEnding = true
            return state.calls
        }
        for call in calls { call.cancel() }
    }

    /// Bounds what runs, and what is still to run, by a deadline that was not known when the phase began.
    func bound(by whole: Deadline) {
        let calls = state.withLock { state in
            state.whole = Deadline.sooner(state.whole, whole)
            return state.calls
        }
        for call in calls { call.bound { Deadline.sooner($0, whole) } }
    }

    /// The steps that run, and since when, for a person.
    var running: [String] {
        let now = engine.clock.now()
        return state.withLock { $0.running }.sorted { $0.key < $1.key }.map { step, running in
            let part = running.call.flatMap { $0.call.isOver ? nil : $0.part }
            // What has no step of its own is what its phase says.
            let what = part.flatMap { $0.step == nil ? nil : $0.name }.map { " (\($0))" } ?? ""
            return "\(name(of: step)).\(phase)\(what) for \(now.subtracting(running.began).short)"
        }
    }

    /// Whether a step runs that is within its time, or within its grace; one without a timeout may hang for good.
    var hasTimeLeft: Bool {
        state.withLock { $0.running }.values.contains { $0.call?.call.hasTimeLeft ?? true }
    }
}

// MARK: - What it tells

extension PhaseRunner {
    /// What errors and observers call whoever a step belongs to.
    private func name(of step: Int) -> String { host.owners[step].name ?? "hive" }

    private func tellSlow(_ step: Int, _ part: StepPart, _ elapsed: Duration) {
        engine.observers.notify(
            .init(
                .slowHook,
                module: name(of: step),
                phase: phase,
                subject: part.name.map { .text($0) },
                duration: elapsed
            )
        )
    }

    func failure(_ step: Int, _ part: StepPart, _ error: any Error) -> HiveError.Failure {
        .init(module: host.owners[step].name, step: part.step ?? "\(phase)", error: error)
    }

    /// Why a part has failed that did not return in time.
    func timeout(_ step: Int, _ part: StepPart, _ missed: Deadline?, at now: Duration, _ end: String = "")
        -> HiveError.Failure
    {
        let (name, what) = (self.name(of: step), part.name ?? "\(phase)")
        var text = "\(name) has not returned from \(what) after it was cancelled."
        if let missed {
            text = "\(name) took longer for \(what) than \(missed.name) allows: \(missed.overrun(at: now))"
            if case .work = part { text += " Its work was cut short." }
        }
        return failure(step, part, HiveError(.timedOut, text + end))
    }
}
