// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Logging
import Synchronization
import Testing

@testable import HiveLogging

/// A hive of which one module withholds readiness.
private let cold = HiveReadiness(isReady: false, withheld: [("A", "cold")])

/// What happens before there is a logger, and who decides what is logged.
@Suite(.timeLimit(.minutes(1)))
struct LoggingObserverTests {
    // MARK: Before there is a logger

    @Test func olderLinesMakeRoomAndAreCounted() {
        let (handler, log) = (CapturingHandler(), LoggingObserver(capacity: 2))
        for number in 1...9 { log.observe(.init(.moduleRegistered, module: "M\(number)")) }
        log.use(handler.logger)
        #expect(handler.events.all.map(\.source).suffix(2) == ["M8", "M9"])
        let dropped = handler.lines("steps were dropped before there was a logger")
        #expect(dropped.map { $0["hive.steps"] } == ["7"])
        #expect(handler.events.all.count == 3)
    }

    // Only what the logger would have had is missing.
    @Test func droppedStepsThatNoLoggerWantedAreNotCounted() {
        var handler = CapturingHandler()
        handler.logLevel = .info
        let log = LoggingObserver(capacity: 1)
        for kind: HiveObservation.Kind in [.eventPosted, .workEnded, .moduleRegistered, .workEnded] {
            log.observe(.init(kind))
        }
        log.use(handler.logger)
        #expect(handler.events.all.map { $0["hive.steps"] } == ["1", nil])
    }

    // A handler that is slow: what comes meanwhile waits, and what finds no room was not before there was a logger.
    @Test func whatIsDroppedWhileLinesAreLoggedIsCountedAsThat() {
        let log = LoggingObserver(capacity: 2)
        var handler = CapturingHandler()
        handler.logLevel = .info
        handler.onLog = { event in
            guard event.source == "2" else { return }
            for number in 4...8 { log.observe(.init(.workEnded, module: "\(number)")) }
            log.observe(.init(.moduleRegistered, module: "nobody's"))
        }
        for number in 1...3 { log.observe(.init(.workEnded, module: "\(number)")) }
        log.use(handler.logger)
        #expect(handler.events.all.map(\.source) == ["hive", "2", "hive", "7", "8"])
        let early = handler.lines("steps were dropped before there was a logger")
        let late = handler.lines("steps were dropped while older ones were logged")
        #expect(early.map { $0["hive.steps"] } == ["1"])
        #expect(late.map { $0["hive.steps"] } == ["4"])
    }

    // The process ends when the report has been logged, and nothing of what waits may be lost by that.
    @Test func theReportComesAfterWhatWaits() {
        let log = LoggingObserver()
        var handler = CapturingHandler()
        handler.onLog = { event in
            guard event.source == "first" else { return }
            log.observe(.init(.workEnded, module: "second"))
            log.logEnd("stopped", 0)
        }
        log.observe(.init(.workEnded, module: "first"))
        log.use(handler.logger)
        #expect(handler.events.all.map(\.source) == ["second", "hive", "first"])
    }

    // MARK: The report

    private static let failed = HiveError(
        .startFailed,
        "It did not start.",
        failures: [HiveError.Failure(module: "Web", step: "ready", error: Failure())]
    )

    // C41: what was an error already is no second one.
    @Test func aFailureThatWasLoggedIsNotReportedAgain() {
        let handler = CapturingHandler()
        let log = LoggingObserver(handler.logger)
        log.observe(.init(.stateChanged, subject: .state(.failed), error: Self.failed))
        log.logEnd(Self.failed.report, 70, Self.failed)
        #expect(handler.events.all.map { "\($0.message)" } == ["hive failed: It did not start.", "the program ends"])
        #expect(handler.events.all.map(\.level) == [.error, .info])
        #expect(handler.events.all.last?["hive.exit_code"] == "70")
    }

    // One that no step tells of, or that the program's levels leave out, is an error of the report.
    @Test(arguments: [true, false])
    func aFailureThatWasNotLoggedIsReportedOnOneLine(_ isObserved: Bool) {
        let handler = CapturingHandler()
        let log = LoggingObserver(handler.logger) { _ in nil }
        if isObserved { log.observe(.init(.stateChanged, subject: .state(.failed), error: Self.failed)) }
        log.logEnd(Self.failed.report, 70, Self.failed)
        #expect(handler.events.all.map { "\($0.message)" } == ["hive failed: It did not start."])
        #expect(handler.events.all.map(\.level) == [.error])
        #expect(handler.events.all.first?["hive.error.cause"] == "Web.ready: Failure()")
        #expect(handler.events.all.first?["hive.exit_code"] == "70")
    }

    // C58: a signal's reload is told as a reload, as an operation and in a report, and is one error each time.
    @Test func aReloadThatWasRefusedTwiceIsTwoErrors() {
        let handler = CapturingHandler()
        let log = LoggingObserver(handler.logger)
        for _ in 1...2 {
            log.observe(.init(.didReload, error: Self.failed))
            log.observe(.init(.operationFailed, subject: .reload, error: Self.failed))
        }
        log.observe(.init(.operationFailed, subject: .reload, error: Self.failed))
        #expect(handler.events.all.map(\.level) == [.error, .debug, .error, .debug, .error])
    }

    // Tasks that log while the logger comes: every line once, those of a task in their order.
    @Test func noLineIsLostOrMovedWhileTheLoggerComes() async {
        let (handler, log) = (CapturingHandler(), LoggingObserver(capacity: 10_000))
        await withTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<100 {
                        log.observe(.init(.moduleRegistered, module: "\(task)", subject: .text("\(number)")))
                        if task == 0, number == 50 { log.use(handler.logger) }
                    }
                }
            }
        }
        #expect(handler.events.all.count == 800)
        for task in 0..<8 {
            let numbers = handler.events.all.filter { $0.source == "\(task)" }.compactMap { $0["hive.subject"] }
            #expect(numbers == (0..<100).map { "\($0)" })
        }
    }

    // No lock is held while a handler runs, so that it may cause steps itself.
    @Test func aHandlerMayCauseFurtherSteps() {
        let log = LoggingObserver()
        var handler = CapturingHandler()
        handler.onLog = { event in
            if event.source == "first" { log.observe(.init(.moduleRegistered, module: "second")) }
        }
        log.observe(.init(.moduleRegistered, module: "first"))
        log.use(handler.logger)
        log.observe(.init(.moduleRegistered, module: "first"))
        #expect(handler.events.all.map(\.source).sorted() == ["first", "first", "second", "second"])
    }

    @Test func whatHappenedBeforeIsLoggedInOrderWithItsAge() {
        let (handler, clock) = (CapturingHandler(), ManualClock())
        let log = LoggingObserver(clock: clock)
        log.observe(.init(.moduleRegistered, module: "first"))
        clock.advance(by: .seconds(2))
        log.observe(.init(.moduleRegistered, module: "second"))
        clock.advance(by: .seconds(1))
        log.use(handler.logger)
        log.observe(.init(.moduleRegistered, module: "third"))
        #expect(handler.events.all.map(\.source) == ["first", "second", "third"])
        #expect(handler.events.all.map { $0["hive.milliseconds_ago"] } == ["3000.000", "1000.000", nil])
    }

    // A module sets logging up; what came before is not lost.
    @Test func aModuleMayBringTheLogger() async throws {
        let (handler, log) = (CapturingHandler(), LoggingObserver())
        let test = TestHive(HiveOptions(observers: [log.observe]))
        try test.hive.modules.register(
            instance: HookModule { phase, _ in if phase == .initialize { log.use(handler.logger) } }
        )
        try await test.hive.start()
        try await test.hive.stop()
        #expect(handler.events.all.first.map { "\($0.message)" } == "module registered")
        #expect(handler.events.all.count { $0["hive.state"] != nil } == 4)
    }

    @Test func anotherLoggerTakesThePlaceOfTheFirst() {
        let (first, second) = (CapturingHandler(), CapturingHandler())
        let log = LoggingObserver(first.logger)
        log.observe(.init(.moduleRegistered, module: "A"))
        log.use(second.logger)
        log.observe(.init(.moduleRegistered, module: "B"))
        #expect(first.events.all.map(\.source) == ["A"])
        #expect(second.events.all.map(\.source) == ["B"])
    }

    // MARK: What is logged

    @Test func theLoggersLevelCounts() {
        var handler = CapturingHandler()
        handler.logLevel = .info
        let log = LoggingObserver(handler.logger)
        log.observe(.init(.moduleRegistered, module: "A"))
        log.observe(.init(.workEnded, module: "A"))
        #expect(handler.events.all.map { "\($0.message)" } == ["work ended"])
    }

    @Test func aProgramMayChooseItsLevels() {
        let handler = CapturingHandler()
        let log = LoggingObserver(handler.logger) { observation in
            observation.kind == .workEnded ? .critical : nil
        }
        log.observe(.init(.moduleRegistered, module: "A"))
        log.observe(.init(.workEnded, module: "A"))
        #expect(handler.events.all.map(\.level) == [.critical])
    }

    @Test(
        arguments: [
            (HiveObservation(.unavailable), .warning),
            (HiveObservation(.operationFailed, error: Failure()), .error),
            (HiveObservation(.hookReturnedLate), .warning),
            (HiveObservation(.hookReturnedLate, error: Failure()), .error),
            (HiveObservation(.serviceCreated), .debug),
            (HiveObservation(.serviceCreated, error: Failure()), .error),
            (HiveObservation(.readinessChanged, subject: .readiness(HiveReadiness(isReady: true))), .info),
            (HiveObservation(.readinessChanged, subject: .readiness(HiveReadiness(isReady: false))), .info),
            (HiveObservation(.readinessChanged, module: "A", subject: .readiness(HiveReadiness(isReady: true))), .info),
            (HiveObservation(.readinessChanged, module: "A", subject: .readiness(cold)), .warning),
            (HiveObservation(.readinessWithheld, subject: .readiness(cold)), .warning),
            (HiveObservation(.healthChanged, subject: .health(.healthy)), .info),
            (HiveObservation(.healthChanged, subject: .health(.degraded(because: "slow"))), .warning),
            (HiveObservation(.eventPosted), .trace),
            (HiveObservation(.library("HiveRouting.refusedURL"), error: Failure()), .warning),
            (HiveObservation(.library("HiveRouting.didPerform")), .trace),
        ] as [(HiveObservation, Logger.Level)]
    )
    func stepsHaveLevels(_ observation: HiveObservation, _ level: Logger.Level) {
        #expect(LoggingObserver.usualLevel(of: observation) == level)
    }
}
