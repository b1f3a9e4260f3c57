// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A check of a module's health that is under way (C53).
final class HealthCheck: Sendable {
    let call: BoundedCall<ModuleHealth>
    /// Opens when the time of the check is up, at the latest; with nil when the module is leaving.
    let answer = Gate<HiveHealth.Answer?>()
    /// Opens when the module has returned.
    let end = Gate<Void>()

    init(_ call: BoundedCall<ModuleHealth>) { self.call = call }
}

extension ModuleRuntime {
    /// What is known of the module's health.
    struct Health {
        /// Whether the module is leaving, so that it is asked no more.
        var isClosed = false
        var lastAnswer: HiveHealth.Answer?
        /// When that was given.
        var time: Duration?
        /// The check that is under way, also when its time is up: it is not begun again before it has returned.
        var check: HealthCheck?
    }

    /// Asks the module how it is, unless a check is under way.
    ///
    /// - Returns: What opens with the answer, at the latest when the time of the check is up; with nil when the module
    ///   is leaving.
    func askForHealth() -> Gate<HiveHealth.Answer?> {
        let now = engine.clock.now()
        let deadline = engine.timeouts[.health].map { Deadline(time: now.adding($0), timeout: $0, name: "its timeout") }
        // Without a grace, because the answer is due at the deadline; the check counts as under way all the same.
        let call = BoundedCall<ModuleHealth>(
            engine.timer,
            deadline: deadline,
            grace: .zero,
            began: now,
            .init(returnedLate: { _ in self.checkReturned() })
        )
        let new = HealthCheck(call)
        let (check, isClosed) = state.withLock { state in
            let check = state.health.check
            if check == nil, !state.health.isClosed { state.health.check = new }
            return (check, state.health.isClosed)
        }
        if isClosed {
            new.answer.open(nil)
        } else if let check {
            guard let last = check.answer.value else { return check.answer }
            let elapsed = now.subtracting(check.call.began)
            let text = "it has not answered for \(elapsed.short), and is not asked again before it has"
            new.answer.open(note(.unhealthy(because: text), last?.error, at: now, elapsed))
        } else {
            // Ends at the deadline of the check; cancelled by it, and when the module leaves.
            ActivityScope.detach { Task { await self.run(new) } }
        }
        return new.answer
    }

    private func run(_ check: HealthCheck) async {
        let end = await check.call.run(followsCaller: false) {
            try await ActivityScope.run(self.engine.identity, .healthCheck) { try await self.askModule() }
        }
        var found: ModuleHealth?
        var error = end.error
        if let missed = end.missed {
            let timeout = missed.timeout.short
            found = .unhealthy(because: "it did not answer within \(timeout)")
            error = HiveError(.timedOut, "The health check of \(name) did not return within \(timeout).")
        } else {
            switch end.result {
            case .success(let health): found = health
            case .failure(let error): found = .unhealthy(because: (error as? HiveError)?.message ?? "\(error)")
            case nil: break  // The module is leaving.
            }
        }
        let answer = found.flatMap { note($0, error, at: end.ended, end.elapsed) }
        // Not before the answer is noted, so that the next check, which may begin from here on, is noted after it.
        if !end.isAbandoned { checkReturned() }
        check.answer.open(answer)
    }

    /// Notes that a check has returned.
    private func checkReturned() { state.withLock { $0.health.check.take() }?.end.open() }

    /// Asks the module, past the interceptor of a test where there is one.
    private func askModule() async throws -> ModuleHealth {
        guard let module = instance else { return .healthy }
        let context = ModuleContext(scope: HookScope(runtime: self, hive: engine, ticket: 0))
        let health = Gate<ModuleHealth>()
        try await call(.health) { health.open(try await module.health(context)) }
        return health.value ?? .healthy
    }

    /// Takes in an answer, and tells observers when it is of another kind than the one before.
    ///
    /// - Returns: The answer, or a newer one that is there already; nil when the module is leaving.
    func note(
        _ health: ModuleHealth,
        _ error: (any Error)?,
        at now: Duration,
        _ duration: Duration
    ) -> HiveHealth.Answer? {
        let (answer, old) = state.withLock { state -> (HiveHealth.Answer?, HiveHealth.Answer?) in
            if state.health.isClosed { return (nil, nil) }
            let old = state.health.lastAnswer
            if let time = state.health.time, time > now { return (old, old) }
            state.health.time = now
            let since = old?.health.severity == health.severity ? old?.since ?? now : now
            let answer = (module: name, health: health, error: error, since: since, duration: duration)
            state.health.lastAnswer = answer
            return (answer, old)
        }
        // The old one is let go of without the lock, because what a check threw is a user's.
        guard let answer, answer.health.severity != old?.health.severity ?? 0 else { return answer }
        engine.observers.notify(
            .init(.healthChanged, module: name, subject: .health(health), duration: duration, error: error)
        )
        return answer
    }

    /// Asks the module no more, because it leaves, and cancels a check that is under way.
    ///
    /// - Returns: What opens when that has returned; nil where there is none.
    func endHealthChecks() -> Gate<Void>? {
        let check = state.withLock { state in
            state.health.isClosed = true
            return state.health.check
        }
        check?.call.cancel()
        check?.answer.open(nil)
        return check?.end
    }
}
