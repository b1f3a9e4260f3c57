// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// What a hive is doing, and what does it; guarded by the engine's lock.
struct Lifecycle {
    var state = HiveState.created
    /// Since when, as everybody was told.
    var since = Duration.zero
    /// Why a stop was asked for, once it was.
    var stopReason: StopReason?
    /// What the hive was started to do once, if that is so.
    var body: HiveBody?
    /// The start, from its begin until everything is down.
    var start: Completion?
    /// The stop, once it has begun; the hive keeps it, because contexts keep the engine, and an error may hold a module
    /// that holds a context (C50).
    weak var stop: Completion?
    /// Runs the hooks of the start's current phase.
    var runner: PhaseRunner?
    /// Runs the hooks of the current phase of a stop, a rollback or a removal, which nobody interrupts.
    var stopRunner: PhaseRunner?
    /// The additions and removals that were asked for while the hive starts; nil once a start that has failed takes in
    /// nothing more.
    var queued: Deque<Operation>? = Deque()
    /// When the whole stop, or the way back of a start that failed, has to have ended; counted from when it was asked
    /// for.
    var whole: Deadline?
    /// The last addition, removal or reload.
    var operation: Completion?
    /// How the last reload went, for a person, when that was, and how many there have been.
    var reload: (outcome: String, time: Duration, number: Int)?
    /// What the work of modules threw, which stopped the hive; another one may be to blame for the failure.
    var workFailures: [(module: String, failure: HiveError.Failure)] = []
    /// Why the hive stops, where it is not that work has failed for the first time.
    var escalation: String?
    /// The modules of the restart that is under way, by their names, and whether it is to end.
    var attempt: (modules: Set<String>, isCancelled: Bool)?
    /// What has failed on the way back of a reload that has failed.
    var lost: [HiveError.Failure] = []
    /// How work ended before its module was up, which ends the start, the addition or the reload that brings it (C49).
    var earlyEnds: [(work: ModuleWork, failure: HiveError.Failure)] = []
    /// Whether a stop waits for a time that was set, before it does anything.
    var isWaiting = false
    /// Opens when a stop begins.
    let stopBegun = Gate<Void>()
    /// Keeps a hive alive while it has modules up (C50).
    var keepAlive: Hive?
    /// Are told how the hive has ended before those are who wait for it, and may end the process then.
    var listeners: [@Sendable ((any Error)?) -> Void] = []
    /// What the hive is brought up for, where that is not to run.
    var question: Question?
    /// Stands between the hive and its modules, in tests.
    var interceptor: (any HookInterceptor)?
    /// Whether an argument that nothing reads ends the start.
    var checksArguments = false
    /// Is told what is doubtful about what the hive was told to run, when it starts, and what modules do otherwise than
    /// they seem to mean it, while it runs; in lines for a person.
    var warn: (@Sendable (String) -> Void)?
    /// Whether that is told of failures that are survived, too.
    var warnsOfFailures = false
    /// Whether a person was told that the hive is not ready.
    var isSaidNotReady = false

    /// The early ends of modules that are still coming; others have been seen to.
    var earlyFailures: [HiveError.Failure] {
        earlyEnds.isEmpty ? [] : earlyEnds.filter { $0.work.isComing }.map(\.failure)
    }

    /// Whether an addition, a removal, a reload or a restart is under way, or waits for that.
    var isBusy: Bool { operation.map { $0.value == nil } ?? false }

    /// Whether nothing further is to be brought up: because of a stop, or of the removal of what comes up again.
    var mustEnd: Bool { stopReason != nil || attempt?.isCancelled == true }

    /// What somebody who wants a stop has to wait for.
    enum Stop {
        /// Nothing is up: a start that comes later throws; or everything is down.
        case nothing
        /// The start ends early and rolls back.
        case starting(Completion)
        /// The one who has asked runs the stop.
        case begun(Completion)
        /// Somebody else has asked before.
        case stopping(Completion)
    }
}

extension Engine {
    /// Enters a stage of the hive's life, which registries read, and lets services and events follow; does nothing when
    /// it has been reached.
    ///
    /// It runs nobody's code, so that the hive can do it together with the change of its own state.
    func enter(_ stage: LifeStage) {
        self.stage.advance(to: stage)
        services.follow(stage)
        events.follow(stage, of: self)
    }

    // MARK: Starting

    /// Starts once, and keeps the hive alive until everything is down.
    func start(keepingAlive hive: Hive, for body: HiveBody? = nil) async throws {
        let start = Completion()
        try lifecycle.withLock { lifecycle in
            guard lifecycle.state == .created else {
                throw HiveError(.invalidState, Self.refusal(lifecycle.state))
            }
            lifecycle.state = .starting
            enter(.settingUp)
            lifecycle.keepAlive = hive
            lifecycle.body = body
            lifecycle.start = start
            // Until the end, as the hive is kept: a weak reference would make every count of the references to the
            // engine take three times as long, and each context has one.
            services.listener.withLock { $0 = .init(note: { self.note($0) }, state: { self.state(of: $0) }) }
        }
        try await withTaskCancellationHandler {
            try await start.run { try await runStart() }
        } onCancel: {
            requestStop(.cancelled)
        }
    }

    private static func refusal(_ state: HiveState) -> String {
        switch state {
        case .starting, .running: "The hive cannot be started: it is \(state) already, and goes on."
        case .stopping: "The hive cannot be started: it is stopping. Make a new one."
        default: "The hive cannot be started again: it has \(state). Make a new one."
        }
    }

    // MARK: Stopping

    func stop(_ reason: StopReason) async throws {
        // What is a part of the hive cannot wait for its end.
        if ActivityScope.isInside(identity) { return requestStop(reason) }
        switch beginStop(reason) {
        case .nothing:
            return
        case .starting(let start):
            // The one who started is told how it ended; this one waits until everything is down.
            await start.wait()
        case .begun(let stop):
            try await ActivityScope.outside { try await carryOut(stop) }
        case .stopping(let stop):
            try await stop.waitForSuccess()
        }
    }

    func waitUntilStopped() async throws {
        let begun = lifecycle.withLock { $0.state == .running ? $0.stopBegun : nil }
        await begun?.wait()
        if ActivityScope.isInside(identity) { return }
        try await lifecycle.withLock { $0.stop }?.waitForSuccess()
    }

    func requestStop(_ reason: StopReason) {
        guard case .begun(let stop) = beginStop(reason) else { return }
        // Awaited by whoever calls `stop`; never cancelled. Detached, because a cancellation handler may have asked, in
        // which no task-local can be bound.
        Task.detached { try await self.carryOut(stop) }
    }

    /// Stops once nothing else is under way.
    private func carryOut(_ stop: Completion) async throws {
        try await stop.run {
            let (start, operation, reason) = lifecycle.withLock { ($0.start, $0.operation, $0.stopReason) }
            await start?.wait()  // It has only to say that the hive runs.
            await finishTellingReadiness()
            await operation?.wait()
            try await runStop(reason ?? .requested, after: operation?.error as? HiveError)
        }
    }

    private func beginStop(_ reason: StopReason) -> Lifecycle.Stop {
        var (bounded, interrupted): (PhaseRunner?, PhaseRunner?) = (nil, nil)
        // Before the lock, because the clock is a user's.
        let whole = deadline(after: timeouts[.wholeStop], "the timeout of the whole stop")
        let stop = lifecycle.withLock { lifecycle -> Lifecycle.Stop in
            guard lifecycle.obeys(reason) else { return .nothing }
            lifecycle.stopReason = lifecycle.stopReason ?? reason
            guard lifecycle.state == .starting || lifecycle.state == .running else {
                return lifecycle.stop.map { .stopping($0) } ?? .nothing
            }
            if lifecycle.whole == nil { (lifecycle.whole, bounded) = (whole, lifecycle.stopRunner) }
            // What is being added is not waited for longer than its grace.
            interrupted = lifecycle.runner
            guard lifecycle.state == .running else { return lifecycle.start.map { .starting($0) } ?? .nothing }
            lifecycle.state = .stopping
            readiness.end()
            let stop = lifecycle.keepAlive?.end ?? Completion()
            lifecycle.stop = stop
            return .begun(stop)
        }
        if case .begun = stop { lifecycle.withLock { $0.stopBegun }.open() }
        if let whole { bounded?.bound(by: whole) }
        interrupted?.interrupt()
        return stop
    }
}
