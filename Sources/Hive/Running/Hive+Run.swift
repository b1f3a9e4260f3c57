// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What ``Hive/run(_:)`` does with signals beside SIGINT and SIGTERM, which always stop the hive.
public struct SignalOptions: Hashable, Sendable {
    /// Whether SIGHUP triggers ``ConfigurationReload`` instead of stopping the hive.
    public var reloadsOnHangUp: Bool
    /// Whether SIGTSTP triggers ``Suspend`` before the process is suspended, and SIGCONT ``Resume`` after.
    public var tellsSuspension: Bool

    /// Creates options.
    public init(reloadsOnHangUp: Bool = false, tellsSuspension: Bool = false) {
        self.reloadsOnHangUp = reloadsOnHangUp
        self.tellsSuspension = tellsSuspension
    }
}

/// Somebody asked for the configuration to be read again, with SIGHUP.
public struct ConfigurationReload: SystemEvent {
    /// Creates an event.
    public init() {}
}

/// The process is about to be suspended, with SIGTSTP.
public struct Suspend: SystemEvent {
    /// Creates an event.
    public init() {}
}

/// The process goes on, after SIGCONT.
public struct Resume: SystemEvent {
    /// Creates an event.
    public init() {}
}

extension Hive {
    /// Starts, waits for SIGINT, SIGTERM, a stop request or the cancellation of the calling task, and stops.
    ///
    /// The first signal stops the hive, also during the start; a second one ends the process at once with 128 + its
    /// number, after naming what was left. Signals are caught while this runs and given back afterwards (C40).
    ///
    /// - Parameter options: What to do with further signals.
    /// - Throws: What ``start()`` and ``stop(_:)`` throw; ``HiveError`` with ``HiveError/Code/workFailed`` when a
    ///   module's work threw; with ``HiveError/Code/invalidState`` when another ``run(_:)`` is under way in the process.
    public func run(_ options: SignalOptions = SignalOptions()) async throws {
        let counter = SignalCounter()
        var signals = [SIGINT, SIGTERM, SIGHUP]
        if options.tellsSuspension { signals += [SIGTSTP, SIGCONT] }
        let trap = try SignalTrap(signals) { signal in
            self.receive(signal, options, counter)
        }
        defer { trap.restore() }
        try await withTaskCancellationHandler {
            try await start()
            try await waitUntilStopped()
        } onCancel: {
            requestStop(.cancelled)
        }
    }

    private func receive(_ signal: Int32, _ options: SignalOptions, _ counter: SignalCounter) {
        switch signal {
        case SIGHUP where options.reloadsOnHangUp:
            tell(ConfigurationReload())
        case SIGTSTP:
            suspend()
        case SIGCONT:
            tell(Resume())
        default:
            let name = SignalTrap.name(of: signal)
            guard counter.isFirst() else {
                writeToStandardError("\(name) again: ending at once. \(remains)")
                endProcess(128 + signal)
            }
            requestStop(StopReason("received \(name)"))
        }
    }

    /// Puts an event of the system into the queue; where that is impossible, observers are told.
    private func tell(_ event: some SystemEvent) {
        do {
            try events.post(event)
        } catch {
            observers.notify(.init(.handlerFailed, subject: "\(type(of: event))", error: error))
        }
    }

    /// Tells the modules, then suspends the process as the signal would have.
    private func suspend() {
        // Ends by itself; the process is suspended when the handlers have run.
        Inside.detach {
            Task {
                do {
                    _ = try await events.trigger(Suspend())
                } catch {
                    observers.notify(.init(.handlerFailed, subject: "Suspend", error: error))
                }
                raise(SIGSTOP)
            }
        }
    }

    /// What has not come down yet, for a person.
    private var remains: String {
        let running = modules.running
        let (runner, stopRunner) = lifecycle.withLock { ($0.runner, $0.stopRunner) }
        let hooks = (runner?.running ?? []) + (stopRunner?.running ?? [])
        let busy = hooks.isEmpty ? "" : " Still at work: \(hooks.joined(separator: ", "))."
        return running.isEmpty ? "No module was left.\(busy)" : "Left: \(running.joined(separator: ", ")).\(busy)"
    }

    /// Makes a hive, runs it, prints a report for a person if something goes wrong, and ends the process (C41).
    ///
    /// The exit code is 0 when all went well, also after a first signal; 78 for a configuration that cannot work; 70 for
    /// a failed start or work; 71 for a failed stop; 75 when a time budget ran out; 128 + n after a second signal.
    ///
    /// ```swift
    /// @main struct Shop {
    ///     static func main() async {
    ///         await Hive.main { try makeHive() }
    ///     }
    /// }
    /// ```
    public static func main(
        _ options: SignalOptions = SignalOptions(),
        _ make: @Sendable () async throws -> Hive
    ) async -> Never {
        do {
            try await make().run(options)
            exit(0)
        } catch let error as HiveError {
            let code = error.exitCode
            if code != 0 { writeToStandardError(error.report) }
            exit(code)
        } catch {
            writeToStandardError("error: \(error)")
            exit(70)
        }
    }
}

/// Counts the signals that ask for a stop.
private final class SignalCounter: Sendable {
    private let count = Atomic<Int>(0)

    /// Whether this is the first one.
    func isFirst() -> Bool { count.add(1, ordering: .relaxed).oldValue == 0 }
}
