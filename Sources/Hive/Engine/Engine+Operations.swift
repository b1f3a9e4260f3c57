// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// An addition, a removal or a reload, which a hive carries out one after the other (C15, C16, C58).
struct Operation: Sendable {
    /// What is done with a module, or with the configuration.
    enum Kind: String, Sendable {
        case addition = "add"
        case removal = "remove"
        case reload, restart

        var subject: HiveObservation.Subject {
            switch self {
            case .addition: .addition
            case .removal: .removal
            case .reload: .reload
            case .restart: .restart
            }
        }
    }

    let kind: Kind
    /// The name of the module that comes or goes.
    let module: String?
    /// The modules, by name, of which an attempt to bring one up ends when this is asked for.
    var interrupted: @Sendable (Engine) -> Set<String> = { _ in [] }
    /// What has to be done, within what is left of the timeout of the whole start when that is not over.
    let body: @Sendable (Engine, Deadline?) async throws -> Void

    func refused(_ why: String) -> HiveError {
        let done = kind == .removal ? "removed" : "\(kind.rawValue)ed"
        return HiveError(.invalidState, "\(module ?? "The configuration") cannot be \(done): \(why)")
    }

    /// What observers are told where nobody waits.
    func failed(_ error: any Error) -> HiveObservation {
        HiveObservation(.operationFailed, module: module, subject: kind.subject, error: error)
    }

    /// What the error of a start says about an operation that failed in it.
    func interruption(_ error: any Error) -> StartInterruption {
        let phase = (error as? HiveError)?.start?.phase ?? (kind == .removal ? .tearDown : .setUp)
        let failure = HiveError.Failure(module: module, step: kind.rawValue, error: error)
        return StartInterruption(phase: phase, module: module, failures: [failure])
    }
}

extension Engine {
    /// Runs an operation after those that were asked for before.
    ///
    /// An operation may wait for handlers and work, of modules that go; so none of those may wait for an operation that
    /// stands behind another. A hook never does: it belongs to an operation itself, or to the start, which queues.
    ///
    /// While the hive starts, additions and removals are queued to be a part of the start. A reload and a restart are
    /// none: they are done once the hive runs, and their failure fails only themselves (C58, C63).
    func perform(_ operation: Operation, waits: Bool) async throws {
        try await request(operation, waits: waits)?.waitForSuccess()
    }

    /// Asks for an operation; see ``perform(_:waits:)``.
    ///
    /// - Returns: Its end, where somebody is to wait for it.
    @discardableResult
    func request(_ operation: Operation, waits: Bool) throws -> Completion? {
        let isInside = ActivityScope.isInside(identity)
        let undertaking = Completion()
        // The one before is let go of without the lock: what it threw may be the last reference to a user's object.
        let turn = try lifecycle.withLock {
            lifecycle -> (previous: Completion?, start: Completion?, isAwaited: Bool)? in
            switch lifecycle.state {
            case .created:
                throw operation.refused("the hive has not been started. Register it instead.")
            case .starting:
                if let reason = lifecycle.stopReason { throw operation.refused("the start was cancelled: \(reason).") }
                guard lifecycle.queued != nil else { throw operation.refused(Self.isComingDown) }
                guard operation.kind == .reload || operation.kind == .restart else {
                    lifecycle.queued?.append(operation)
                    return nil
                }
            case .running:
                break
            default:
                throw operation.refused("the hive is \(lifecycle.state).")
            }
            let isAwaited = waits && !(isInside && lifecycle.isBusy)
            defer { lifecycle.operation = undertaking }
            return (lifecycle.operation, lifecycle.start, isAwaited)
        }
        guard let turn else { return nil }
        // Now that it has its turn, before what is to come up again; and before it begins itself, because it may fail,
        // and so bring about an attempt of its own.
        cancelAttempt(ofAny: operation.interrupted(self))
        // Awaited by its caller, by the next operation and by a stop; never cancelled.
        ActivityScope.detach {
            Task {
                await turn.start?.wait()  // It has still to begin the work of those that are up.
                await turn.previous?.wait()
                try await undertaking.run {
                    do {
                        try await carryOut(operation)
                    } catch {
                        // Where nobody waits, observers are told.
                        if !turn.isAwaited { observers.notify(operation.failed(error)) }
                        throw error
                    }
                }
            }
        }
        return turn.isAwaited ? undertaking : nil
    }

    private func carryOut(_ operation: Operation) async throws {
        let state = state
        guard state == .running || state == .stopping else { throw operation.refused("the hive is \(state).") }
        // They belong to what was done before; the errors are user code.
        lifecycle.update { $0.earlyEnds = [] }
        try await operation.body(self, nil)
    }

    private static let isComingDown = "the start has failed, and the hive is being taken down."

    /// Carries out what was asked for while the hive started; a failure fails the start.
    func performQueued(_ whole: Deadline?) async throws {
        while let operation = lifecycle.withLock({ $0.queued?.popFirst() }) {
            do {
                try await operation.body(self, whole)
                try check(whole)
            } catch {
                let interruption = operation.interruption(error)
                try checkWork(and: interruption.failures)
                throw interruption
            }
        }
    }

    /// Throws when the timeout of the whole start is spent.
    private func check(_ whole: Deadline?) throws {
        guard let whole else { return }
        let now = clock.now()
        guard whole.time <= now else { return }
        throw HiveError(.timedOut, "The start took longer than \(whole.name) allows: \(whole.overrun(at: now))")
    }

    /// Takes in nothing more because the start has failed; what was asked for and will not be done goes to observers.
    func refuseQueued() {
        var refused = lifecycle.withLock { $0.queued.take() }
        for operation in refused?.removeAll() ?? [] {
            observers.notify(operation.failed(operation.refused(Self.isComingDown)))
        }
    }
}
