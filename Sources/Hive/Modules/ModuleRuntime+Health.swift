// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// What is known of the health of a module that was asked for it.
final class ModuleHealthRecord: Sendable {
    let state: Mutex<ModuleHealthState>

    init(isClosed: Bool = false) {
        state = Mutex(ModuleHealthState(isClosed: isClosed))
    }

    /// That of every module that leaves without having been asked.
    static let closed = ModuleHealthRecord(isClosed: true)
}

/// What is known of a module's health, and the check that is under way; guarded by the record's lock.
struct ModuleHealthState {
    /// Whether the module is leaving, so that it is asked no more.
    var isClosed = false
    var lastAnswer: HiveHealth.Answer?
    /// The check that is under way, also when its time is up: it is not begun again before it has returned.
    var check: HealthCheck?
    var task: PendingTask?
    var deadline: DeadlineTimer.Key?
    /// Whether the time of the check is up.
    var isOverdue = false
    /// Whoever waits for an answer of the check.
    var waiters: [CheckedContinuation<HiveHealth.Answer?, Never>] = []

    /// Takes in an answer, and gives back what there is to let go of without the lock: what a check threw is a user's.
    mutating func note(_ answer: HiveHealth.Answer) -> HealthNews {
        let old = lastAnswer
        let isAlike = old?.health.severity == answer.health.severity
        let new = HiveHealth.Answer(
            module: answer.module,
            health: answer.health,
            error: answer.error,
            since: isAlike ? old?.since ?? answer.since : answer.since,
            duration: answer.duration
        )
        lastAnswer = new
        let isChange = answer.health.severity != old?.health.severity ?? 0
        return HealthNews(answer: new, isChange: isChange, old: old, waiters: takeWaiters())
    }

    mutating func takeWaiters() -> [CheckedContinuation<HiveHealth.Answer?, Never>] {
        defer { waiters = [] }
        return waiters
    }
}

/// An answer, and whoever waits for it.
struct HealthNews {
    let answer: HiveHealth.Answer
    /// Whether it is of another kind than the one before.
    let isChange: Bool
    let old: HiveHealth.Answer?
    let waiters: [CheckedContinuation<HiveHealth.Answer?, Never>]
}

extension ModuleRuntime {
    private var timer: DeadlineTimer { core.environment.timer }

    /// Begins to ask the module how it is, unless a check is under way.
    func beginHealthCheck() {
        let now = timer.clock.now()
        let new = HealthCheck(of: self, began: now)
        let (news, task) = health.state.withLock { state -> (HealthNews?, PendingTask?) in
            if state.isClosed { return (nil, nil) }
            if let check = state.check {
                guard state.isOverdue else { return (nil, nil) }
                let elapsed = now.subtracting(check.began)
                let text = "it has not answered for \(elapsed.short), and is not asked again before it has"
                return (state.note(answer(.unhealthy(because: text), state.lastAnswer?.error, now, elapsed)), nil)
            }
            state.check = new
            state.deadline = core.timeouts.health.map { timer.insert(new, at: now.adding($0)) }
            let task = PendingTask()
            state.task = task
            return (nil, task)
        }
        // Ends with the module's own code; cancelled at its timeout, and when the module leaves.
        task?.begin { ActivityScope.detach { Task { await self.run(new) } } }
        timer.arm(now: now)
        tell(news)
    }

    private func answer(
        _ health: ModuleHealth,
        _ error: (any Error)?,
        _ now: Duration,
        _ duration: Duration
    ) -> HiveHealth.Answer {
        .init(module: name, health: health, error: error, since: now, duration: duration)
    }

    /// Returns what the module has answered, at the latest when the time of the check is up; nil when it is leaving.
    nonisolated(nonsending) func healthAnswer() async -> HiveHealth.Answer? {
        await withCheckedContinuation { continuation in
            let (waits, answer) = health.state.withLock { state in
                if state.isClosed { return (false, nil as HiveHealth.Answer?) }
                guard state.check != nil, !state.isOverdue else { return (false, state.lastAnswer) }
                state.waiters.append(continuation)
                return (true, nil)
            }
            if !waits { continuation.resume(returning: answer) }
        }
    }

    private func run(_ check: HealthCheck) async {
        let found: ModuleHealth
        var thrown: (any Error)?
        do {
            found = try await ActivityScope.run(core.identity, .healthCheck) { try await askModule() }
        } catch {
            found = .unhealthy(because: (error as? HiveError)?.message ?? "\(error)")
            thrown = error
        }
        let now = timer.clock.now()
        // It may come back before the timer has rung; its time was up all the same.
        if let timeout = core.timeouts.health, now.subtracting(check.began) >= timeout { check.timeHasCome() }
        let (news, ended) = health.state.withLock { state in
            var news: HealthNews?
            if !state.isOverdue, !state.isClosed {
                news = state.note(answer(found, thrown, now, now.subtracting(check.began)))
            }
            let ended = (state.check, state.task, state.deadline)
            state.check = nil
            state.task = nil
            state.deadline = nil
            state.isOverdue = false
            return (news, ended)
        }
        if let deadline = ended.2 { timer.remove(deadline) }
        withExtendedLifetime(ended) { tell(news) }
    }

    /// Asks the module, past the interceptor of a test where there is one.
    private func askModule() async throws -> ModuleHealth {
        guard let module = instance else { return .healthy }
        let context = ModuleContext(scope: HookScope(runtime: self, hive: core, ticket: 0))
        guard interceptor != nil else { return try await module.health(context) }
        let found = Mutex(ModuleHealth.healthy)
        try await call(.health) {
            let health = try await module.health(context)
            found.withLock { $0 = health }
        }
        return found.withLock { $0 }
    }

    /// Answers those who wait, because the time of a check is up, and cancels it.
    fileprivate func timeIsUp(_ check: HealthCheck) {
        let now = timer.clock.now()
        let (news, task) = health.state.withLock { state -> (HealthNews?, PendingTask?) in
            guard state.check === check, !state.isOverdue, !state.isClosed, let timeout = core.timeouts.health else {
                return (nil, nil)
            }
            state.isOverdue = true
            let error = HiveError(.timedOut, "The health check of \(name) did not return within \(timeout.short).")
            let health = ModuleHealth.unhealthy(because: "it did not answer within \(timeout.short)")
            return (state.note(answer(health, error, now, now.subtracting(check.began))), state.task)
        }
        task?.cancel()
        tell(news)
    }

    /// Tells observers of a change, and those who wait of the answer.
    private func tell(_ news: HealthNews?) {
        guard let news else { return }
        let answer = news.answer
        if news.isChange {
            let health = "\(answer.health)"
            core.observers.notify(
                .init(.healthChanged, module: name, subject: health, duration: answer.duration, error: answer.error)
            )
        }
        for waiter in news.waiters { waiter.resume(returning: answer) }
    }

    /// Asks the module no more, because it leaves, and cancels a check that is under way.
    ///
    /// - Returns: Whether there is one.
    func endHealthChecks() -> Bool {
        guard let record = closeHealth() else { return false }
        let (task, waiters) = record.state.withLock { state in
            state.isClosed = true
            return (state.task, state.takeWaiters())
        }
        task?.cancel()
        for waiter in waiters { waiter.resume(returning: nil) }
        return task != nil
    }

    /// Returns when no check of the module is under way any more.
    nonisolated(nonsending) func waitForHealthCheck() async {
        await health.state.withLock { $0.task }?.wait()
    }
}

/// A check of a module's health that is under way (C53).
final class HealthCheck: DeadlineListener {
    private let runtime: ModuleRuntime
    /// By the hive's clock.
    let began: Duration

    init(of runtime: ModuleRuntime, began: Duration) {
        self.runtime = runtime
        self.began = began
    }

    func timeHasCome() { runtime.timeIsUp(self) }
}
