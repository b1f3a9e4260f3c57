// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// What is known of the health of a module that was asked for it.
final class ModuleHealthRecord: Sendable {
    fileprivate struct State {
        /// Whether the module is leaving, so that it is asked no more.
        var isClosed = false
        var lastAnswer: HiveHealth.Answer?
        /// The check that is under way, also when its time is up: it is not begun again before it has returned.
        var check: HealthCheck?
    }

    fileprivate let state: Mutex<State>

    init(isClosed: Bool = false) {
        state = Mutex(State(isClosed: isClosed))
    }

    /// That of every module that leaves without having been asked.
    static let closed = ModuleHealthRecord(isClosed: true)
}

/// A check of a module's health that is under way (C53).
private final class HealthCheck: Sendable {
    let call: BoundedCall<ModuleHealth>
    /// Opens when the time of the check is up, at the latest; with nil when the module is leaving.
    let answer = Gate<HiveHealth.Answer?>()
    /// Opens when the module has returned.
    let end = Gate<Void>()

    init(_ call: BoundedCall<ModuleHealth>) { self.call = call }
}

extension ModuleRuntime {
    /// Asks the module how it is, unless a check is under way.
    ///
    /// - Returns: What opens with the answer, at the latest when the time of the check is up; with nil when the module
    ///   is leaving.
    func askForHealth() -> Gate<HiveHealth.Answer?> {
        let environment = core.environment
        let now = environment.clock.now()
        let deadline = core.timeouts.health.map { Deadline(time: now.adding($0), timeout: $0, name: "its timeout") }
        let record = health
        // Without a grace, because the answer is due at the deadline; the check counts as under way all the same.
        let call = BoundedCall<ModuleHealth>(
            environment.timer,
            deadline: deadline,
            grace: .zero,
            began: now,
            .init(returnedLate: { _ in self.didReturn(to: record) })
        )
        let new = HealthCheck(call)
        let (check, isClosed) = record.state.withLock { state in
            if state.isClosed { return (nil as HealthCheck?, true) }
            let check = state.check
            if check == nil { state.check = new }
            return (check, false)
        }
        if isClosed {
            new.answer.open(nil)
        } else if let check {
            guard let last = check.answer.value else { return check.answer }
            let elapsed = now.subtracting(check.call.began)
            let text = "it has not answered for \(elapsed.short), and is not asked again before it has"
            new.answer.open(note(.unhealthy(because: text), last?.error, at: now, elapsed, in: record))
        } else {
            // Ends at the deadline of the check; cancelled by it, and when the module leaves.
            ActivityScope.detach { Task { await self.run(new, record) } }
        }
        return new.answer
    }

    private func run(_ check: HealthCheck, _ record: ModuleHealthRecord) async {
        let end = await check.call.run(followsCaller: false) {
            try await ActivityScope.run(self.core.identity, .healthCheck) { try await self.askModule() }
        }
        if !end.isAbandoned { didReturn(to: record) }
        let found: ModuleHealth
        var error = end.error
        if let missed = end.missed {
            let timeout = missed.timeout.short
            found = .unhealthy(because: "it did not answer within \(timeout)")
            error = HiveError(.timedOut, "The health check of \(name) did not return within \(timeout).")
        } else {
            switch end.result {
            case .success(let health): found = health
            case .failure(let error): found = .unhealthy(because: (error as? HiveError)?.message ?? "\(error)")
            case nil: return  // The module is leaving.
            }
        }
        check.answer.open(note(found, error, at: end.ended, end.elapsed, in: record))
    }

    /// Notes that a check has returned.
    private func didReturn(to record: ModuleHealthRecord) {
        record.state.withLock { $0.check.take() }?.end.open()
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

    /// Takes in an answer, and tells observers when it is of another kind than the one before; nil when the module is
    /// leaving.
    private func note(
        _ health: ModuleHealth,
        _ error: (any Error)?,
        at now: Duration,
        _ duration: Duration,
        in record: ModuleHealthRecord
    ) -> HiveHealth.Answer? {
        let (answer, old) = record.state.withLock { state -> (HiveHealth.Answer?, HiveHealth.Answer?) in
            if state.isClosed { return (nil, nil) }
            let old = state.lastAnswer
            let since = old?.health.severity == health.severity ? old?.since ?? now : now
            let answer = HiveHealth.Answer(module: name, health: health, error: error, since: since, duration: duration)
            state.lastAnswer = answer
            return (answer, old)
        }
        // The old one is let go of without the lock, because what a check threw is a user's.
        guard let answer, health.severity != old?.health.severity ?? 0 else { return answer }
        core.observers.notify(
            .init(.healthChanged, module: name, subject: "\(health)", duration: duration, error: error)
        )
        return answer
    }

    /// Asks the module no more, because it leaves, and cancels a check that is under way.
    ///
    /// - Returns: What opens when that has returned; nil where there is none.
    func endHealthChecks() -> Gate<Void>? {
        guard let record = closeHealth() else { return nil }
        let check = record.state.withLock { state in
            state.isClosed = true
            return state.check
        }
        check?.call.cancel()
        check?.answer.open(nil)
        return check?.end
    }
}
