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

/// What ``Hive/run(_:)`` hears of beside SIGINT and SIGTERM, which always stop the hive unless the process ignores them.
public struct SignalOptions: Hashable, Sendable {
    /// Whether SIGHUP reloads the configuration instead of stopping the hive.
    ///
    /// A hive that was made from property lists reads them again and runs what they say. Then ``SystemEvent/configurationReload`` is
    /// triggered, whether that went well or not; with a hive that was not, nothing else happens. What is wrong goes to
    /// observers with ``HiveObservation/Kind/operationFailed``, and the hive goes on as it was.
    public var reloadsOnHangUp: Bool
    /// Whether SIGTSTP triggers ``SystemEvent/suspend`` before the process is suspended, and SIGCONT ``SystemEvent/resume``
    /// after.
    public var tellsSuspension: Bool
    /// Whether ``SystemEvent/memoryPressure`` is triggered when memory is short.
    ///
    /// That needs Linux with pressure stall information, for the process's control group or the machine, and the right to
    /// watch it; elsewhere observers are told with ``HiveObservation/Kind/unavailable``, and nothing else happens.
    public var tellsMemoryPressure: Bool
    /// For how long after the first signal the same signal does not count as a second one.
    ///
    /// GNU `timeout`, `npm` and others send a signal to their child and then to its process group. A person who presses
    /// a key twice takes longer.
    package var repetition = Duration.milliseconds(100)

    /// Creates options.
    public init(reloadsOnHangUp: Bool = false, tellsSuspension: Bool = false, tellsMemoryPressure: Bool = false) {
        self.reloadsOnHangUp = reloadsOnHangUp
        self.tellsSuspension = tellsSuspension
        self.tellsMemoryPressure = tellsMemoryPressure
    }
}

extension Hive {
    /// Starts, waits for SIGINT, SIGTERM, SIGHUP, a stop request or the cancellation of the calling task, and stops.
    ///
    /// The first signal stops the hive, also during the start; a second SIGINT or SIGTERM ends the process at once with
    /// 128 + its number, after naming what was left. The same signal within 0.1 s of the first does not count, because
    /// programs such as GNU `timeout` send it twice. SIGHUP stops the hive too, but counts neither as a first nor as a
    /// second signal. Signals are caught while this runs, and afterwards handled as before. Signals that the process
    /// ignores stay ignored, as `nohup` and `command &` in a shell script expect (C40, C59).
    ///
    /// - Parameter options: What to do with further signals.
    /// - Throws: What ``start()`` and ``stop(_:)`` throw; ``HiveError`` with ``HiveErrorCode/workFailed`` when a
    ///   module's work threw; with ``HiveErrorCode/invalidState`` when another ``run(_:)`` is under way in the process.
    public func run(_ options: SignalOptions = SignalOptions()) async throws {
        let news = try SystemNews(self, options) { _ in }
        defer { news.end() }
        try await runUntilStopped()
    }

    private func runUntilStopped() async throws {
        try await withTaskCancellationHandler {
            try await start()
            try await waitUntilStopped()
        } onCancel: {
            requestStop(.cancelled)
        }
    }

    /// Makes a hive, runs it, prints a report for a person if something goes wrong, and ends the process (C41).
    ///
    /// What is wrong with a configuration that SIGHUP reloads goes to the standard error stream as well. Signals are as in
    /// ``run(_:)``, but are caught until the process has ended, so that a second one always ends it with 128 + its
    /// number. Standard streams that are closed stay closed, whatever is opened meanwhile.
    ///
    /// The exit code is 0 when all went well, also after a first signal; 78 for a configuration that cannot work; 70 for
    /// a failed start or work; 71 for a failed stop; 75 when a timeout passed; 128 + n after a second signal.
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
        StandardDescriptors.reserve()
        var news: SystemNews?
        var code: Int32 = 0
        do {
            let hive = try await make()
            try await hive.refuseIfStarted()
            news = try SystemNews(hive, options) { writeToStandardError($0) }
            try await hive.runUntilStopped()
        } catch let error as HiveError {
            code = error.exitCode
            if code != 0 { writeToStandardError(error.report) }
        } catch {
            code = 70
            writeToStandardError("error: \(error)".markedLines)
        }
        // The signals stay caught: one that came now would otherwise end the process with a status that says nothing.
        let end = { () -> Never in
            BrokenPipe.keepBackForGood()
            exit(code)
        }
        // The compiler does not know that `withExtendedLifetime` never returns here.
        switch withExtendedLifetime(news, end) {}
    }
}

extension Hive {
    /// Stops a hive that was started already, because its modules would not be torn down otherwise.
    fileprivate func refuseIfStarted() async throws {
        let found = state
        if found == .created { return }
        let text = "Hive.main starts the hive itself, and was given one that is \(found) already."
        let error = HiveError(.invalidState, "\(text) Return the hive without starting it.")
        do {
            try await stop()
        } catch let problem as HiveError where problem.code != .invalidState {
            throw HiveError(.invalidState, error.message, failures: problem.failures)
        }
        throw error
    }
}

/// What the system tells one run of a hive: signals and, if that was asked for, that memory is short.
private struct SystemNews {
    private let receiver: SignalReceiver
    private let trap: SignalTrap
    private let memory: MemoryWatch?

    /// Begins to listen; `complain` prints what goes wrong while the hive runs.
    init(_ hive: Hive, _ options: SignalOptions, complain: @escaping @Sendable (String) -> Void) throws {
        var signals = [SIGINT, SIGTERM, SIGHUP]
        if options.tellsSuspension { signals += [SIGTSTP, SIGCONT] }
        let receiver = SignalReceiver(hive, options, complain: complain)
        trap = try SignalTrap(signals, queue: receiver.queue) { receiver.receive($0) }
        self.receiver = receiver
        memory = options.tellsMemoryPressure ? MemoryWatch(hive, source: .kernel()) : nil
    }

    /// Ends listening; signals are handled as before.
    func end() {
        memory?.end()
        receiver.end()
        trap.restore()
    }
}
