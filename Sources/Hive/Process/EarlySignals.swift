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
    public static func catchSignals() { SignalResponder.begin(nil) }
}

/// What comes before a hive is run.
///
/// Signals are the process's, so what has caught them is too (C46).
extension SignalResponder {
    /// A signal came while something was made, which threw; why no longer counts, as in a start that is stopped.
    struct Interruption: Error, CustomStringConvertible {
        let signal: Int32
        var description: String { "received \(SignalTrap.name(of: signal))" }
    }

    /// The one that no run has taken over yet.
    private static let waiting = Mutex<(responder: SignalResponder, trap: SignalTrap)?>(nil)

    /// Begins to catch, unless that is so already, or a hive runs.
    static func begin(_ reporter: ExitReporter?) {
        let responder = waiting.withLock { waiting in
            // One that fails changes nothing; the run says why.
            if waiting == nil { waiting = try? make() }
            return waiting?.responder
        }
        if let reporter { responder?.state.withLock { $0.reporter = reporter } }
    }

    /// Begins a run: what was caught before is for it, and more signals are caught where its options say so.
    static func begin(
        for hive: Hive,
        _ reporter: ExitReporter,
        complain: @escaping @Sendable (String) -> Void
    ) throws -> (responder: SignalResponder, trap: SignalTrap) {
        let (responder, trap) = try waiting.withLock { $0.take() } ?? make()
        responder.queue.sync {
            // What has been caught and not received yet came before this.
            SignalTrap.deliverCaught { responder.receive($0) }
            trap.catchSignals(signals + (hive.options.tellsSuspension ? [SIGTSTP, SIGCONT] : []))
            responder.take(hive, reporter, complain: complain)
        }
        return (responder, trap)
    }

    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    private static func make() throws -> (responder: SignalResponder, trap: SignalTrap) {
        let responder = SignalResponder()
        return (responder, try SignalTrap(signals, queue: responder.queue) { responder.receive($0) })
    }

    /// Makes something, in a task that the first signal cancels.
    ///
    /// - Throws: What `body` throws; ``Interruption`` instead, after such a signal.
    static func cancelling<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        guard let responder = waiting.withLock({ $0?.responder }) else { return try await body() }
        // Awaited below.
        let task = Task { try await body() }
        let isLate = responder.state.withLock { state in
            state.cancel = { task.cancel() }
            return state.stops.first != nil
        }
        if isLate { task.cancel() }
        defer { responder.state.withLock { $0.cancel = nil } }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch {
            guard let first = responder.state.withLock({ $0.stops.first }) else { throw error }
            throw Interruption(signal: first.signal)
        }
    }
}
