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
/// A line has a short, constant message, the name of the module as its source, what was thrown as its error, and
/// everything else as metadata:
///
/// | Key | |
/// |:--|:--|
/// | `hive.module`, `hive.hook` | the module and the hook |
/// | `hive.subject` | the service, event, state, readiness or health |
/// | `hive.milliseconds` | how long it took: a hook, a reload, the whole start or stop |
/// | `hive.total_milliseconds` | how long all hooks of the module's start or stop took |
/// | `hive.error.code`, `hive.error.place` | what kind of error it is, and the place that it is about |
/// | `hive.error.failures` | what modules threw, each with module and step |
/// | `hive.error.problems` | what is wrong with the configuration |
/// | `hive.milliseconds_ago` | how long before the line it happened, when there was no logger yet |
///
/// Options that a module marks as `Secret` appear in no error of the hive (C54), and so in no line.
///
/// One observer logs one hive. Every method may be called from any task or thread. No lock is held while a log handler
/// runs.
public final class LoggingObserver: Sendable {
    private let capacity: Int
    private let level: @Sendable (HiveObservation) -> Logger.Level?
    /// The time, from any beginning.
    private let now: @Sendable () -> Duration
    private let state: Mutex<State>

    private struct State {
        var logger: Logger?
        /// Lines that wait for a logger, or for those before them.
        var waiting: [LogLine] = []
        /// How many lines found no room.
        var dropped = 0
        /// Whether somebody logs lines that have waited, who goes on until none is left.
        var isEmptying = false
        var times = LifeTimes()
    }

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - logger: Where it logs; nil to keep what happens until ``use(_:)`` is called.
    ///   - capacity: How many lines it keeps without a logger, at least 1. Older ones make room; how many is logged.
    ///   - clock: Measures how long a line was kept.
    ///   - level: The level of a step, or nil for a step that is not logged.
    public init(
        _ logger: Logger? = nil,
        capacity: Int = 1000,
        clock: some Clock<Duration> = ContinuousClock(),
        level: @escaping @Sendable (HiveObservation) -> Logger.Level? = LoggingObserver.usualLevel
    ) {
        self.capacity = max(capacity, 1)
        self.level = level
        let origin = clock.now
        now = { origin.duration(to: clock.now) }
        state = Mutex(State(logger: logger))
    }

    /// Logs a step, or keeps it until there is a logger; to be among the observers of ``Hive/HiveOptions``.
    ///
    /// - Complexity: O(1). A step of a level that the logger leaves out costs little.
    public func observe(_ observation: HiveObservation) {
        let level = level(observation)
        let now = now()
        let (logger, total) = state.withLock { state in
            (state.isEmptying ? nil : state.logger, state.times.note(observation))
        }
        guard let level else { return }
        guard let logger else { return keep(LogLine(observation, level, total: total, at: now)) }
        if logger.logLevel <= level { LogLine(observation, level, total: total, at: now).log(to: logger) }
    }

    /// Logs everything from now on, and first what was kept; another call puts another logger in its place.
    ///
    /// - Complexity: O(n) in the number of lines that were kept.
    public func use(_ logger: Logger) {
        state.withLock { $0.logger = logger }
        logWaiting()
    }

    /// Logs what `Hive.main` has to say; to be its `report`.
    ///
    /// ```swift
    /// await Hive.main(makeHive, report: log.report)
    /// ```
    ///
    /// The message is the report's text. That the program has ended is info when all went well, otherwise an error,
    /// with the exit code as `hive.exit_code`; what else there is to say is a warning. Where no logger has come by the
    /// end, one with the label `hive` logs what was kept, so that a start that failed before is not lost.
    public func report(_ report: RunReport) {
        let known = state.withLock { $0.logger }
        let logger = known ?? Logger(label: "hive")
        guard let exitCode = report.exitCode else { return logger.warning("\(report.text)", source: "hive") }
        if known == nil { use(logger) }
        logger.log(
            level: exitCode == 0 ? .info : .error,
            "\(report.text)",
            metadata: ["hive.exit_code": "\(exitCode)"],
            source: "hive"
        )
    }

    private func keep(_ line: LogLine) {
        state.withLock { state in
            state.waiting.append(line)
            // In batches, because an array moves all that follows.
            if state.waiting.count >= 2 * capacity {
                state.dropped += state.waiting.count - capacity
                state.waiting.removeFirst(state.waiting.count - capacity)
            }
        }
        logWaiting()
    }

    /// Logs what waits, if there is a logger and nobody does so yet; what comes meanwhile waits its turn.
    private func logWaiting() {
        let mayBegin = state.withLock { state in
            guard state.logger != nil, !state.isEmptying, !state.waiting.isEmpty else { return false }
            state.isEmptying = true
            return true
        }
        guard mayBegin else { return }
        while let (logger, lines, dropped) = takeWaiting() {
            if dropped > 0 {
                logger.warning("steps were dropped before there was a logger", metadata: ["hive.steps": "\(dropped)"])
            }
            for line in lines { line.log(to: logger, ago: now() - line.time) }
        }
    }

    private func takeWaiting() -> (Logger, [LogLine], dropped: Int)? {
        state.withLock { state in
            guard let logger = state.logger, !state.waiting.isEmpty else {
                state.isEmptying = false
                return nil
            }
            let surplus = max(state.waiting.count - capacity, 0)
            defer { (state.waiting, state.dropped) = ([], 0) }
            return (logger, Array(state.waiting.dropFirst(surplus)), state.dropped + surplus)
        }
    }
}
