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

extension Hive {
    /// Starts, waits for SIGINT, SIGTERM, SIGHUP, a stop request or the cancellation of the calling task, and stops.
    ///
    /// The first signal stops the hive, also during the start; a second SIGINT or SIGTERM ends the process at once with
    /// 128 + its number, after naming what was left. The same signal within 0.1 s of the first does not count, because
    /// programs such as GNU `timeout` send it twice. SIGHUP stops the hive too, but counts neither as a first nor as a
    /// second signal. Signals are caught while this runs, and afterwards handled as before. Signals that the process
    /// ignores stay ignored, as `nohup` and `command &` in a shell script expect (C40, C59). What the hive does about further
    /// signals, its ``HiveOptions`` say.
    ///
    /// A supervisor that has set `NOTIFY_SOCKET`, such as systemd for a service of `Type=notify` or `notify-reload`, is told
    /// when the hive is ready, reloads and stops, which hook runs, every five seconds of a start or a stop that more time
    /// is needed, as long as the hooks that run have time left, and, with `WATCHDOG_USEC`, that the process is alive. That
    /// sign comes from a task, so that it fails to come when all threads of the pool are blocked. A supervisor that cannot
    /// be told is no reason to stop: observers hear of it once, with ``HiveObservation/Kind/unavailable`` (C59).
    ///
    /// - Throws: What ``start()`` and ``stop(_:)`` throw; ``HiveError`` with ``HiveErrorCode/workFailed`` when a
    ///   module's work threw; with ``HiveErrorCode/invalidState`` when another ``run()`` is under way in the process.
    public func run() async throws {
        let news = try SystemNews(self) { _ in }
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
    /// ``run()``, but are caught until the process has ended, so that a second one always ends it with 128 + its
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
    public static func main(_ make: @Sendable () async throws -> Hive) async -> Never {
        StandardDescriptors.reserve()
        var news: SystemNews?
        var code: Int32 = 0
        do {
            let hive = try await make()
            try await hive.refuseIfStarted()
            news = try SystemNews(hive) { writeToStandardError($0) }
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
            news?.supervisor?.end()
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
    private let receiver: SignalResponder
    private let trap: SignalTrap
    private let memory: MemoryWatch?
    fileprivate let supervisor: SupervisorReporter?
    private let observers: Observers

    /// Begins to listen; `complain` prints what goes wrong while the hive runs.
    init(_ hive: Hive, complain: @escaping @Sendable (String) -> Void) throws {
        var signals = [SIGINT, SIGTERM, SIGHUP]
        if hive.options.tellsSuspension { signals += [SIGTSTP, SIGCONT] }
        let receiver = SignalResponder(hive, complain: complain)
        trap = try SignalTrap(signals, queue: receiver.queue) { receiver.receive($0) }
        self.receiver = receiver
        memory = hive.options.tellsMemoryPressure ? MemoryWatch(hive, source: .kernel()) : nil
        observers = hive.engine.observers
        supervisor = SupervisorReporter(hive.engine, complain: complain)
        observers.run.set(supervisor)
    }

    /// Ends listening; signals are handled as before.
    func end() {
        memory?.end()
        observers.run.set(nil)
        supervisor?.end()
        receiver.end()
        trap.restore()
    }
}
