// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Phases that follow each other, and what is done between them, as a rule all in one task.
///
/// The task that has run the last hook of a phase goes on with what comes next, because a change of tasks takes longer
/// than most hooks. A task that was cancelled does not, because it stays cancelled, nor does one that a phase has
/// started on its way: then the caller of ``run()`` goes on.
final class PhaseRow: Sendable {
    /// Does what comes before a phase, and makes the phase; nil where there is none.
    typealias Next = nonisolated(nonsending) @Sendable () async throws -> PhaseRunner?

    private struct State {
        /// How many of the phases have been made.
        var made = 0
        /// The phase with whose end the caller goes on.
        var ended: PhaseRunner?
        var isOver = false
        var error: (any Error)?
        /// Lets the caller go on.
        var resumption: (@Sendable () -> Void)?

        /// Returns what lets the caller go on, if it waits.
        mutating func takeResumption() -> (@Sendable () -> Void)? {
            defer { resumption = nil }
            return resumption
        }
    }

    private let phases: [Next]
    private let willRun: @Sendable (PhaseRunner) -> Void
    private let didEnd: @Sendable (PhaseRunner) throws -> Void
    private let state = Mutex(State())

    /// Makes a row of phases, which runs once.
    ///
    /// - Parameters:
    ///   - phases: What makes them, each when the one before has ended.
    ///   - willRun: Is told of each phase before it runs.
    ///   - didEnd: Is told of each phase when it has ended; what it throws ends the row.
    init(
        _ phases: [Next],
        willRun: @escaping @Sendable (PhaseRunner) -> Void,
        didEnd: @escaping @Sendable (PhaseRunner) throws -> Void
    ) {
        self.phases = phases
        self.willRun = willRun
        self.didEnd = didEnd
    }

    /// Runs the phases, until something other than a hook throws, and returns what that was.
    func run() async -> (any Error)? {
        await goOn(after: nil, in: nil)
        while let ended = await waitForTurn() { await goOn(after: ended, in: nil) }
        return state.withLock { $0.error }
    }

    /// Goes on after a phase, in the task that has run the last of its hooks, or in that of the caller of ``run()``.
    nonisolated(nonsending)
        func goOn(after ended: PhaseRunner?, in task: PendingTask?) async
    {
        var error: (any Error)?
        do {
            if let ended { try didEnd(ended) }
            while let next = takeNext() {
                guard let runner = try await next() else { continue }
                willRun(runner)
                // Otherwise whoever ends the phase goes on.
                guard await runner.run(in: task, of: self) else { return }
                try didEnd(runner)
            }
        } catch let thrown {
            error = thrown
        }
        let resumption = state.withLock { state in
            state.isOver = true
            state.error = error
            return state.takeResumption()
        }
        resumption?()
    }

    /// Lets the caller of ``run()`` go on after a phase.
    func giveBack(after ended: PhaseRunner) {
        let resumption = state.withLock { state in
            state.ended = ended
            return state.takeResumption()
        }
        resumption?()
    }

    private func takeNext() -> Next? {
        state.withLock { state in
            guard state.made < phases.count else { return nil }
            defer { state.made += 1 }
            return phases[state.made]
        }
    }

    /// Returns when the row is over, or with the phase after which the caller goes on.
    private func waitForTurn() async -> PhaseRunner? {
        await withCheckedContinuation { continuation in
            let isTurn = state.withLock { state in
                if state.isOver || state.ended != nil { return true }
                state.resumption = { continuation.resume() }
                return false
            }
            if isTurn { continuation.resume() }
        }
        return state.withLock { state in
            defer { state.ended = nil }
            return state.ended
        }
    }
}
