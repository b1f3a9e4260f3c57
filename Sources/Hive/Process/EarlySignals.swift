// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import HivePlatform
import Synchronization

extension Hive {
    /// Catches SIGINT, SIGTERM and SIGHUP from now on, for the next ``run()`` of a hive in this process.
    ///
    /// Call it first in `main`, when the program is going to run a hive: without it, a signal that comes before
    /// ``run()`` ends the process at once, with whatever had been opened. ``main(_:run:report:)`` does it by itself.
    ///
    /// ```swift
    /// Hive.catchSignals()
    /// let hive = try makeHive()
    /// try await hive.run()
    /// ```
    ///
    /// The first signal is kept for ``run()``, which then starts no module and throws ``HiveErrorCode/cancelled``, as
    /// for a signal during the start. A second SIGINT or SIGTERM ends the process with 128 + its number, also when
    /// ``run()`` is never called. SIGHUP is kept as well, and reloads or stops the hive as its ``HiveOptions`` say; it
    /// never ends the process here. What the process ignores stays ignored. ``run()`` gives the signals back as they
    /// were before this call (C40, C59).
    ///
    /// A second call, and one while a hive runs, does nothing. Where signals cannot be caught, because the process has
    /// no file descriptor left, they do what they did before, and ``run()`` throws.
    public static func catchSignals() { EarlySignals.begin() }
}

/// What comes before a hive is run.
///
/// Signals are the process's, so what has caught them is too (C46).
final class EarlySignals: Sendable {
    /// What has come so far.
    struct Caught {
        var stops = StopSignals()
        var hasHungUp = false
    }

    /// A signal came while something was made, which threw; why no longer counts, as in a start that is stopped.
    struct Interruption: Error, CustomStringConvertible {
        let signal: Int32
        var description: String { "received \(SignalTrap.name(of: signal))" }
    }

    private struct State {
        var caught = Caught()
        var reporter = ExitReporter(nil)
        /// Ends what is under way, when the first signal comes.
        var cancel: (@Sendable () -> Void)?
    }

    /// Those that no run has taken over yet.
    private static let current = Mutex<(signals: EarlySignals, trap: SignalTrap)?>(nil)

    private let queue = DispatchQueue(label: "hive.signals.early")
    private let state = Mutex(State())

    /// Begins to catch, unless that is so already, or a hive runs.
    static func begin(_ reporter: ExitReporter? = nil) {
        let signals = current.withLock { current in
            if let current { return Optional(current.signals) }
            let signals = EarlySignals()
            let numbers = [SIGINT, SIGTERM, SIGHUP]
            // One that fails changes nothing; the run says why.
            guard let trap = try? SignalTrap(numbers, queue: signals.queue, receive: { signals.receive($0) })
            else { return nil }
            current = (signals, trap)
            return signals
        }
        if let reporter { signals?.state.withLock { $0.reporter = reporter } }
    }

    /// Makes the trap of a run: it goes on where these were, or begins to catch.
    static func makeTrap(_ numbers: [Int32], for receiver: SignalResponder) throws -> SignalTrap {
        let early = current.withLock { $0.take() }
        let queue = receiver.queue
        guard let early else { return try SignalTrap(numbers, queue: queue) { receiver.receive($0) } }
        let prepare = { receiver.adopt(early.signals.state.withLock { $0.caught }) }
        return SignalTrap(replacing: early.trap, numbers, queue: queue, prepare: prepare) { receiver.receive($0) }
    }

    /// Makes something, in a task that the first signal cancels.
    ///
    /// - Throws: What `body` throws; ``Interruption`` instead, after such a signal.
    static func cancelling<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        guard let signals = current.withLock({ $0?.signals }) else { return try await body() }
        // Awaited below.
        let task = Task { try await body() }
        let isLate = signals.state.withLock { state in
            state.cancel = { task.cancel() }
            return state.caught.stops.first != nil
        }
        if isLate { task.cancel() }
        defer { signals.state.withLock { $0.cancel = nil } }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch {
            guard let first = signals.state.withLock({ $0.caught.stops.first }) else { throw error }
            throw Interruption(signal: first.signal)
        }
    }

    private func receive(_ signal: Int32) {
        if signal == SIGHUP { return state.withLock { $0.caught.hasHungUp = true } }
        let repetition = HiveOptions.usualSignalRepetition
        let (meaning, cancel, reporter) = state.withLock { state in
            (state.caught.stops.receive(signal, repetition: repetition), state.cancel, state.reporter)
        }
        switch meaning {
        case .first: cancel?()
        case .repeated: break
        case .second: reporter.endAtOnce(signal, "No hive ran yet.", reason: nil)
        }
    }
}
