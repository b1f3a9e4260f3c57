// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HivePlatform
import Synchronization

extension Hive {
    /// Makes a hive, runs it, prints a report for a person if something goes wrong, and ends the process (C41).
    ///
    /// What is doubtful about the configuration goes to the standard error stream before the first module is made, and
    /// so does what is wrong with one that SIGHUP reloads. Signals are as in
    /// ``run()``, but are caught from the beginning of this call until the process has ended, so that a second one
    /// always ends it with 128 + its number. The first one, when it comes while the hive is made, cancels the task that
    /// makes it, and no module is started. Standard streams that are closed when the process begins stay closed,
    /// whatever is opened meanwhile.
    ///
    /// `--help`, `-h` and `--version` among the arguments that the hive's context has, where the program declares no
    /// value of that name, are answered on the standard output stream, with exit code 0, and no module is made.
    ///
    /// The exit code is 0 when all went well, also after a first signal; 64 for arguments that nothing reads, where
    /// nothing else is wrong (C54); 78 for a configuration that cannot work, also
    /// where a module finds that out in a hook; 70 for a failed start or work; 71 for a failed stop; 75 when a timeout
    /// passed; 128 + n after a second signal. One line says why the hive has stopped where nothing has failed and
    /// nobody asked for it: the work of a module has returned while that of others went on, or although it had
    /// announced itself. Work that was the whole program, and never announced itself, has done what it was for: that is
    /// said in `report` only.
    ///
    /// Of what handlers of events throw nothing is printed: observers are told
    /// (``HiveObservation/Kind/handlerFailed``).
    ///
    /// ```swift
    /// @main struct Shop {
    ///     static func main() async {
    ///         await Hive.main { try makeHive() }
    ///     }
    /// }
    /// ```
    ///
    /// A program that does one thing and ends gives a closure for that, which is run as by ``run(_:)``:
    ///
    /// ```swift
    /// await Hive.main {
    ///     try makeHive()
    /// } run: { context in
    ///     print(try await context.service((any ReportService).self).report())
    /// }
    /// ```
    ///
    /// The code is 70 when it throws, or that of the ``HiveError`` that it throws; what goes wrong in the stop besides
    /// is printed before. A first signal cancels it, and the code is 0 as ever: a program that wants to tell that apart
    /// does so in `report`, or calls ``run(_:)`` itself.
    ///
    /// A program that writes a log of its own gives another closure, and nothing is printed:
    ///
    /// ```swift
    /// await Hive.main {
    ///     try makeHive()
    /// } report: { report in
    ///     log.write(report.text, isError: report.exitCode != 0)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - make: Makes the hive, which must not be started yet. What it throws is reported, with 70, or the error's own
    ///     code; not after a first signal, which ends the program well.
    ///   - body: What the program does once; nil for one that runs until it is told to stop.
    ///   - report: Is given warnings while the program runs, without an exit code; then, once and last, how it ended,
    ///     also when all went well. It is called on a thread of its own, one call at a time, and cannot change the exit
    ///     code: the process ends when it returns, or after five seconds, one after a second signal. Then the text is
    ///     printed. Without one so are the warnings, and which modules have failed that are restarted or left out; else
    ///     only observers are told of those (C63).
    public static func main(
        _ make: @escaping @Sendable () async throws -> Hive,
        run body: (@Sendable (WorkContext) async throws -> Void)? = nil,
        report: (@Sendable (RunReport) -> Void)? = nil
    ) async -> Never {
        let reporter = ExitReporter(report)
        SignalResponder.begin(reporter)
        var hive: Hive?
        var news: SystemNews?
        var failure: (any Error)?
        do {
            let made = try await SignalResponder.cancelling(make)
            hive = made
            try await made.refuseIfStarted()
            if let answer = made.standardAnswer { exit(writeToStandardOutput(answer)) }
            let begun = try SystemNews(made, reporter) { reporter.warn($0) }
            news = begun
            made.engine.lifecycle.withLock { lifecycle in
                lifecycle.warn = { reporter.warn($0) }
                // Who reports himself logs by an observer, which is told of each failure anyway.
                lifecycle.warnsOfFailures = report == nil
            }
            if let body {
                try await made.runUntilDone(begun, body) { reporter.warn(words(about: $0)) }
            } else {
                try await made.runUntilStopped(begun)
            }
        } catch {
            failure = error
        }
        let code = failure.map(exitCode(of:)) ?? 0
        let reason = hive?.engine.stopReason ?? (failure as? SignalResponder.Interruption).map { StopReason("\($0)") }
        reporter.end(lastWords(code, failure, reason), error: failure, exitCode: code, reason: reason)
        // The signals stay caught: one that came now would otherwise end the process with a status that says nothing.
        let end = { () -> Never in
            news?.supervisor?.end()
            BrokenPipe.keepBackForGood()
            exit(code)
        }
        // The compiler does not know that `withExtendedLifetime` never returns here.
        switch withExtendedLifetime(news, end) {}
    }

    private static func exitCode(of error: any Error) -> Int32 {
        switch error {
        case let error as HiveError: error.exitCode
        // A signal came before there was a hive.
        case is SignalResponder.Interruption: 0
        default: 70
        }
    }

    private static func lastWords(_ code: Int32, _ error: (any Error)?, _ reason: StopReason?) -> String {
        if code == 0 { return "stopped\(reason.map { ": \($0)" } ?? "")".onOneLine }
        return error.map { words(about: $0) } ?? ""
    }

    private static func words(about error: any Error) -> String {
        (error as? HiveError)?.report ?? "error: \(error)".markedLines
    }

    /// Stops a hive that was started already, because its modules would not be torn down otherwise.
    private func refuseIfStarted() async throws {
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
