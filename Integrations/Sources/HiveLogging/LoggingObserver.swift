// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
public import Logging
import Synchronization

/// An observer that logs what a hive does.
///
/// ```swift
/// let log = LoggingObserver(Logger(label: "shop"))
/// let makeHive: @Sendable () throws -> Hive = {
///     let hive = Hive(HiveOptions(observers: [log.observe]))
///     try hive.modules.register(WebModule.self)
///     return hive
/// }
/// await Hive.main(makeHive, report: log.report)
/// ```
///
/// One that was made without a logger keeps what happens, so that a module may set logging up in its own `setUp`, and
/// logs it when ``use(_:)`` brings one.
///
/// A failure of the whole is one line: a start, a stop, work or a reload that failed says why, with the causes as
/// metadata, and ``report(_:)`` does not tell it again.
///
/// A line has a short, constant message, behind which a failure of the whole says what it is; the name of the module as
/// its source; what was thrown first as its error; and everything else as metadata, one text for each key:
///
/// | Key | |
/// |:--|:--|
/// | `hive.module`, `hive.hook` | the module and the hook |
/// | `hive.state` | the state that the hive has now: `starting`, `running`, `stopping`, `stopped` or `failed` |
/// | `hive.subject` | the service, event, readiness or health |
/// | `hive.milliseconds` | how long it took: a hook, a reload, the whole start or stop |
/// | `hive.total_milliseconds` | how long all hooks of the module's start or stop took |
/// | `hive.error.code`, `hive.error.place` | what kind of error it is, and the place that it is about |
/// | `hive.error.cause`, `hive.error.cause.2` and so on | what modules threw, as in `WebModule.ready: port in use` |
/// | `hive.error.rollback`, `hive.error.rollback.2` | what was thrown while a failed start was undone |
/// | `hive.error.problem`, `hive.error.problem.2` | what is wrong with the configuration, each with its place |
/// | `hive.error.cause.more` | how many causes there are besides the twenty that stand here; the same for the others |
/// | `hive.milliseconds_ago` | how long before the line it happened, when it had to wait for a logger or its turn |
/// | `hive.steps` | how many steps found no room while they waited |
///
/// Options that a module marks as `Secret` appear in no error of the hive (C54), and so in no line.
///
/// One observer logs one hive. Every method may be called from any task or thread. No lock is held while a log handler
/// runs.
public final class LoggingObserver: Sendable {
    /// Nil for the usual levels.
    private let level: (@Sendable (HiveObservation) -> Logger.Level?)?
    /// The time, from any beginning.
    private let now: @Sendable () -> Duration
    private let state: Mutex<State>

    private struct State {
        var logger: Logger?
        /// Lines that wait for a logger, or for those before them.
        var waiting: WaitingLines
        /// Whether somebody logs lines that have waited, who goes on until none is left.
        var isEmptying = false
        var times = LifeTimes()
        var failures = ToldFailures()
    }

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - logger: Where it logs; nil to keep what happens until ``use(_:)`` is called.
    ///   - capacity: How many lines it keeps without a logger, or while older ones are logged, at least 1. Older ones
    ///     make room; how many of them the logger would have had, is logged.
    ///   - clock: Measures how long a line was kept.
    ///   - level: The level of a step, or nil for a step that is not logged. Without the closure, steps have their
    ///     ``usualLevel(of:)``, but failed hooks and work are debug where another line says what came of them: the end
    ///     of a start or stop, or that a module is restarted.
    public init(
        _ logger: Logger? = nil,
        capacity: Int = 1000,
        clock: some Clock<Duration> = ContinuousClock(),
        level: (@Sendable (HiveObservation) -> Logger.Level?)? = nil
    ) {
        self.level = level
        let origin = clock.now
        now = { origin.duration(to: clock.now) }
        state = Mutex(State(logger: logger, waiting: WaitingLines(capacity: max(capacity, 1))))
    }

    /// Logs a step, or keeps it until there is a logger; to be among the observers of ``Hive/HiveOptions``.
    ///
    /// - Complexity: O(1). A step of a level that the logger leaves out costs little.
    public func observe(_ observation: HiveObservation) {
        let now = now()
        let (logger, isEmptying, total, isToldElsewhere) = state.withLock { state in
            (state.logger, state.isEmptying, state.times.note(observation), state.failures.note(observation))
        }
        guard let level = level(of: observation, isToldElsewhere) else { return }
        if let logger, logger.logLevel > level { return }
        if observation.isFailureOfTheWhole { state.withLock { $0.failures.willTell(observation) } }
        let line = LogLine(observation, level, total: total, at: now)
        if let logger, !isEmptying { return line.log(to: logger) }
        logWaiting { $0.waiting.append(line, hasLogger: $0.logger != nil) }
    }

    private func level(of observation: HiveObservation, _ isToldElsewhere: Bool) -> Logger.Level? {
        if let level { return level(observation) }
        return isToldElsewhere ? .debug : Self.usualLevel(of: observation)
    }

    /// Logs everything from now on, and first what was kept; another call puts another logger in its place.
    ///
    /// - Complexity: O(n) in the number of lines that were kept.
    public func use(_ logger: Logger) {
        logWaiting { $0.logger = logger }
    }

    /// Logs what `Hive.main` has to say; to be its `report`.
    ///
    /// ```swift
    /// await Hive.main(makeHive, report: log.report)
    /// ```
    ///
    /// That the program has ended is info when all went well, or when the failure has been logged already; otherwise an
    /// error that says what failed, as the hive's own failures are logged. The exit code is `hive.exit_code`. What else
    /// there is to say is a warning. Where no logger has come by the end, one with the label `hive` logs what was kept,
    /// so that a start that failed before is not lost.
    public func report(_ report: RunReport) {
        if let exitCode = report.exitCode { return logEnd(report.text, exitCode, report.error) }
        let (isTold, known) = state.withLock { ($0.failures.wasTold(report.text), $0.logger) }
        if !isTold { (known ?? Logger(label: "hive")).warning("\(report.text)", source: "hive") }
    }

    /// Logs what waits, and then how the program ends.
    func logEnd(_ text: String, _ exitCode: Int32, _ error: (any Error)? = nil) {
        let known = state.withLock { $0.logger }
        let logger = known ?? Logger(label: "hive")
        if known == nil { use(logger) }
        // Another thread may be slow to log what waits, and the process ends when this returns.
        logUntilNoneWaits()
        let isTold = state.withLock { $0.failures.wasTold(text) }
        let failure = exitCode == 0 || isTold ? nil : error.map(FailureWords.init)
        let summary = isTold ? "the program ends" : failure?.summary.map { "hive failed: \($0)" } ?? text
        logger.log(
            level: exitCode == 0 || isTold ? .info : .error,
            "\(summary)",
            error: failure?.cause,
            metadata: (failure?.metadata ?? [:]).merging(["hive.exit_code": "\(exitCode)"]) { $1 },
            source: "hive"
        )
    }

    // MARK: Lines that wait

    /// Makes a change, then logs what waits, if there is a logger and nobody does so yet; what comes meanwhile waits
    /// its turn.
    ///
    /// Both under one lock: otherwise a line could come before older ones of the same task.
    private func logWaiting(after change: (inout State) -> Void) {
        let mayBegin = state.withLock { state in
            change(&state)
            guard state.logger != nil, !state.isEmptying, !state.waiting.isEmpty else { return false }
            state.isEmptying = true
            return true
        }
        if mayBegin { logUntilNoneWaits() }
    }

    /// Logs one line after the other, so that somebody who has no time may help.
    private func logUntilNoneWaits() {
        while let (logger, line, dropped) = takeWaiting() {
            Self.warn(dropped.early, "steps were dropped before there was a logger", logger)
            Self.warn(dropped.late, "steps were dropped while older ones were logged", logger)
            line.log(to: logger, ago: now() - line.time)
        }
    }

    private func takeWaiting() -> (Logger, LogLine, WaitingLines.Dropped)? {
        state.withLock { state in
            guard let logger = state.logger, let (line, dropped) = state.waiting.next() else {
                state.isEmptying = false
                return nil
            }
            return (logger, line, dropped)
        }
    }

    /// Says how many steps are missing that the logger would have had.
    private static func warn(_ dropped: [Logger.Level: Int], _ message: Logger.Message, _ logger: Logger) {
        let count = WaitingLines.Dropped.count(dropped, of: logger)
        if count > 0 { logger.warning(message, metadata: ["hive.steps": "\(count)"], source: "hive") }
    }
}
