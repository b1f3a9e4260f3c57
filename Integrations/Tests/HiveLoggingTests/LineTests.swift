// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig
import HiveTestKit
import IntegrationTestSupport
import Logging
import Synchronization
import Testing

@testable import HiveLogging

/// What is logged of a hive, and how.
@Suite(.timeLimit(.minutes(1)))
struct LineTests {
    let handler = CapturingHandler()
    let test: TestHive

    init() {
        let clock = ManualClock()
        let log = LoggingObserver(handler.logger, clock: clock)
        test = TestHive(HiveOptions(observers: [log.observe], clock: clock))
    }

    private var levels: Set<Logger.Level> { Set(handler.events.all.map(\.level)) }

    // MARK: Failures

    // C3: one error for a person, whatever has failed on the way to it, and each of its fields a text.
    @Test func aStartThatFailsIsOneErrorWithItsCauses() async throws {
        try test.hive.modules.register(
            instance: HookModule { phase, _ in
                let place = Origin.code(fileID: "Shop/Web.swift", line: 9)
                if phase == .ready { throw HiveError(.invalidValue, "The port is in use.", at: place) }
                if phase == .tearDown { throw Failure() }
            }
        )
        await #expect(throws: HiveError.self) { try await test.hive.start() }
        let errors = handler.events.all.filter { $0.level >= .warning }
        try #require(errors.count == 1, "\(errors.map { "\($0.message)" })")
        #expect("\(errors[0].message)" == "hive failed: The hive did not start: module HookModule failed in ready.")
        #expect(errors[0].level == .error)
        #expect(errors[0].source == "hive")
        #expect(errors[0].error == nil)
        #expect(errors[0]["hive.state"] == "failed")
        #expect(errors[0]["hive.error.code"] == "startFailed")
        #expect(errors[0]["hive.error.cause"] == "HookModule.ready: The port is in use. (Shop/Web.swift:9)")
        #expect(errors[0]["hive.error.cause.2"] == nil)
        #expect(errors[0]["hive.error.rollback"] == "HookModule.tearDown: Failure()")
        for (key, value) in errors[0].metadata ?? [:] {
            switch value {
            case .array, .dictionary: Issue.record("\(key) is no text")
            default: break
            }
        }
    }

    // The step itself is there for whoever looks closer.
    @Test func aHookThatFailsTheStartIsDebug() async throws {
        try test.hive.modules.register(instance: HookModule { phase, _ in if phase == .initialize { throw Failure() } })
        await #expect(throws: HiveError.self) { try await test.hive.start() }
        let hook = try #require(handler.lines("hook failed").first)
        #expect(hook.level == .debug)
        #expect(hook.source == "HookModule")
        #expect(hook.error is Failure)
        #expect(hook["hive.module"] == "HookModule")
        #expect(hook["hive.hook"] == "initialize")
        #expect(handler.events.all.last?.error is Failure)
    }

    // C3: nobody else tells of one that fails while the hive runs.
    @Test func aHookThatThrowsInAnAdditionIsAnErrorOfItsModule() async throws {
        try await test.hive.start()
        let make = { @Sendable in HookModule { phase, _ in if phase == .initialize { throw Failure() } } }
        await #expect(throws: HiveError.self) { try await test.hive.add(HookModule.self, factory: make) }
        let hook = try #require(handler.lines("hook failed").first)
        #expect(hook.level == .error)
        #expect(hook.source == "HookModule")
        try await test.hive.stop()
    }

    // C64: each failure once, with when it is tried again.
    @Test func aModuleThatIsRestartedIsAWarningForEachFailure() async throws {
        try test.hive.modules.register(FailingModule.self, factory: FailingModule.factory())
        try await test.hive.start()
        var changes = test.hive.moduleStateChanges.makeAsyncIterator()
        while let (_, state) = await changes.next(), state != .up {
            if case .restarting(_, attempt: 2, let next?) = state { test.clock.advance(by: next) }
        }
        let lines = handler.lines("module has failed")
        #expect(lines.map(\.level) == [.warning, .warning])
        #expect(handler.lines("hook failed").map(\.level) == [.debug, .debug])
        #expect(lines.first?.source == "FailingModule")
        #expect(
            lines.map { "\($0["hive.subject"] ?? "")" } == [
                "restarting (attempt 1): Refused()", "restarting (attempt 2, next in 100 ms): Refused()",
            ]
        )
        try await test.hive.stop()
    }

    // C37
    @Test func aStopThatFailsIsOneErrorWithItsCauses() async throws {
        try test.hive.modules.register(instance: HookModule { phase, _ in if phase == .tearDown { throw Failure() } })
        try await test.hive.start()
        await #expect(throws: HiveError.self) { try await test.hive.stop() }
        let errors = handler.events.all.filter { $0.level >= .warning }
        #expect(errors.map { "\($0.message)" } == ["hive failed: The hive stopped, and not everything went well."])
        #expect(errors.first?["hive.error.cause"] == "HookModule.tearDown: Failure()")
    }

    // What fills a record is left out, and counted.
    @Test func causesBeyondTwentyAreCounted() {
        let failures = (1...23).map { HiveError.Failure(module: "M\($0)", step: "tearDown", error: Failure()) }
        let metadata = FailureWords(HiveError(.stopFailed, "It stopped.", failures: failures)).metadata
        #expect(metadata["hive.error.cause.20"] == "M20.tearDown: Failure()")
        #expect(metadata["hive.error.cause.21"] == nil)
        #expect(metadata["hive.error.cause.more"] == "3")
    }

    // Nobody writes a line of somebody else's by a name.
    @Test func aNameStaysOnItsLine() async throws {
        try test.hive.modules.register(UntidyModule.self)
        try await test.hive.start()
        try await test.hive.stop()
        let line = try #require(handler.lines("module is up").first)
        #expect(line.source == UntidyModule.shownName)
        #expect(line["hive.module"] == UntidyModule.shownName)
        for event in handler.events.all { #expect(!"\(event)".contains("\n"), "\(event)") }
    }

    // C13: with the place of each problem.
    @Test func whatIsWrongWithTheConfigurationIsListedWithPlaces() async throws {
        try test.hive.modules.register(Needy.self)
        await #expect(throws: HiveError.self) { try await test.hive.start() }
        let line = try #require(handler.events.all.last)
        #expect("\(line.message)" == "hive failed: The hive cannot start: 1 thing is wrong with its modules.")
        #expect(line["hive.error.code"] == "invalidConfiguration")
        let problem = try #require(line["hive.error.problem"])
        #expect(problem.contains("NobodyModule"))
        #expect(problem.contains("HiveLoggingTests/LineTests.swift:"))
        #expect(line["hive.error.problem.2"] == nil)
    }

    // C49
    @Test func workThatThrowsIsAnErrorOfItsModule() async throws {
        let mayFail = Latch()
        let module = WorkModule {
            try await mayFail.wait()
            throw Failure()
        }
        try test.hive.modules.register(instance: module)
        try await test.hive.start()
        mayFail.open()
        await #expect(throws: HiveError.self) { try await test.hive.waitUntilStopped() }
        let line = try #require(handler.lines("work failed").first)
        #expect(line.level == .error)
        #expect(line.source == "WorkModule")
        let end = try #require(handler.events.all.last)
        #expect("\(end.message)" == "hive failed: The hive stopped because the work of WorkModule failed.")
        #expect(end["hive.error.code"] == "workFailed")
        #expect(end["hive.error.cause"] == "WorkModule.run: Failure()")
    }

    // C29
    @Test func aHandlerThatThrowsIsAnError() async throws {
        try await test.hive.start()
        let token = test.hive.events.subscribe(Tick.self) { _, _ in throw Failure() }
        _ = try await test.hive.events.trigger(Tick())
        token.cancel()
        let line = try #require(handler.lines("handler failed").first)
        #expect(line.level == .error)
        #expect(line["hive.subject"] == "Tick")
        try await test.hive.stop()
    }

    // C58
    @Test func aReloadThatFailsIsAnError() async throws {
        test.faults.inject(.throwing(Failure()), into: HookModule.self, at: .setUp)
        try await test.hive.start()
        await #expect(throws: HiveError.self) {
            try await test.hive.reload(HiveConfiguration(naming: HookModule.self))
        }
        let line = try #require(handler.events.all.first { "\($0.message)".hasPrefix("reload failed: ") })
        #expect(line.level == .error)
        #expect(line["hive.error.code"] == "reloadFailed")
        try await test.hive.stop()
    }

    // MARK: Warnings

    // C30
    @Test func anEventThatIsRefusedIsAWarning() async throws {
        try await test.hive.start()
        try await test.hive.stop()
        #expect(throws: HiveError.self) { try test.hive.events.post(Tick()) }
        let line = try #require(handler.lines("event refused").first)
        #expect(line.level == .warning)
        #expect(line["hive.subject"] == "Tick")
        #expect(line["hive.error.code"] == "stopped")
    }

    @Test func aSlowHookIsAWarning() async throws {
        let (clock, recorder) = (test.clock, test.recorder)
        try test.hive.modules.register(
            instance: HookModule { phase, _ in
                guard phase == .initialize else { return }
                clock.advance(by: .seconds(16))
                try await recorder.wait(for: .hookIsSlow(.initialize, of: "HookModule"))
            }
        )
        try await test.hive.start()
        let line = try #require(handler.lines("hook is slow").first)
        #expect(line.level == .warning)
        #expect(line.source == "HookModule")
        #expect(line["hive.milliseconds"] == "16000.000")
        try await test.hive.stop()
    }

    // C53
    @Test func aModuleThatWithholdsReadinessIsAWarning() async throws {
        let hive = test.hive
        let context = ContextKeeper()
        try hive.modules.register(instance: context)
        try await hive.start()
        try #require(context.kept).withholdReadiness(because: "cold")
        #expect(handler.lines("hive is ready").map(\.level) == [.info])
        let line = try #require(handler.lines("hive is not ready").last)
        #expect(line.level == .warning)
        #expect(line.source == "ContextKeeper")
        #expect(line["hive.subject"]?.contains("cold") == true)
        try await hive.stop()
    }

    // C53: whoever reads the log sees why a probe is answered so, also of a hive that came up without being ready.
    @Test func whyAHiveIsNotReadyIsAlwaysLogged() async throws {
        let context = ContextKeeper()
        try test.hive.modules.register(instance: context)
        try test.hive.modules.register(
            instance: HookModule { phase, context in
                if phase == .initialize { context?.withholdReadiness(because: "the cache is cold") }
            }
        )
        try await test.hive.start()
        try #require(context.kept).withholdReadiness(because: "no connection")
        try await test.hive.remove(HookModule.self)
        try #require(context.kept).restoreReadiness()
        try await test.hive.stop()
        let lines = handler.events.all.filter { "\($0.message)".hasSuffix("ready") }
        let cache = "HookModule: the cache is cold"
        #expect(
            lines.map { $0["hive.subject"] } == [
                "not ready, \(cache)", "not ready, \(cache); ContextKeeper: no connection",
                "not ready, ContextKeeper: no connection", "ready", "not ready",
            ]
        )
        #expect(lines.map(\.source) == ["hive", "ContextKeeper", "HookModule", "ContextKeeper", "hive"])
        #expect(lines.map(\.level) == [.warning, .warning, .warning, .info, .info])
    }

    // MARK: Success

    @Test func modulesAreUpAndDownWithTheirTimes() async throws {
        let clock = test.clock
        try test.hive.modules.register(
            instance: HookModule { phase, _ in clock.advance(by: .seconds(phase == .ready ? 3 : 1)) }
        )
        try await test.hive.start()
        try await test.hive.stop()
        let up = try #require(handler.lines("module is up").first)
        #expect(up.level == .info)
        #expect(up.source == "HookModule")
        #expect(up["hive.milliseconds"] == "3000.000")
        #expect(up["hive.total_milliseconds"] == "5000.000")
        let down = try #require(handler.lines("module is down").first)
        #expect(down.level == .info)
        #expect(down["hive.total_milliseconds"] == "1000.000")
    }

    // A start that has failed is no part of the next one.
    @Test func whatAFailedStartTookIsForgotten() async throws {
        let (clock, mayFail) = (test.clock, Once())
        try await test.hive.start()
        let make = { @Sendable in
            HookModule { phase, _ in
                clock.advance(by: .seconds(1))
                if phase == .setUp, mayFail.take() { throw Failure() }
            }
        }
        await #expect(throws: HiveError.self) { try await test.hive.add(HookModule.self, factory: make) }
        try await test.hive.add(HookModule.self, factory: make)
        #expect(handler.lines("module is up").first?["hive.total_milliseconds"] == "3000.000")
        try await test.hive.stop()
    }

    @Test func theHiveIsUpAndDownWithItsTimes() async throws {
        let clock = test.clock
        try test.hive.modules.register(instance: HookModule { _, _ in clock.advance(by: .seconds(1)) })
        try await test.hive.start()
        try await test.hive.stop()
        let states = handler.events.all.filter { $0["hive.state"] != nil }
        #expect(states.map { $0["hive.state"] } == ["starting", "running", "stopping", "stopped"])
        let messages = ["hive is starting", "hive is running", "hive is stopping", "hive has stopped"]
        #expect(states.map { "\($0.message)" } == messages)
        #expect(states.map { $0["hive.milliseconds"] } == [nil, "3000.000", nil, "1000.000"])
        #expect(states.allSatisfy { $0.level == .info })
    }

    // C58
    @Test func aReloadIsLoggedWithItsTime() async throws {
        let clock = test.clock
        let fault = Fault("takes 4 s") { _ in clock.advance(by: .seconds(4)) }
        test.faults.inject(fault, into: HookModule.self, at: .ready)
        try await test.hive.start()
        try await test.hive.reload(HiveConfiguration(naming: HookModule.self))
        #expect(handler.lines("reload begins").map(\.level) == [.info])
        let line = try #require(handler.lines("configuration reloaded").first)
        #expect(line.level == .info)
        #expect(line["hive.milliseconds"] == "4000.000")
        #expect(line["hive.subject"]?.isEmpty == false)
        try await test.hive.stop()
    }

    @Test func aRunThatIsWellHasNoErrorsOrWarnings() async throws {
        try test.hive.modules.register(instance: HookModule())
        try await test.hive.start()
        try await test.hive.stop()
        #expect(levels.isSubset(of: [.trace, .debug, .info]))
    }

    // C8
    @Test func aStartThatIsToldToEndIsNoError() async throws {
        let never = Latch()
        try test.hive.modules.register(
            instance: HookModule { phase, _ in if phase == .initialize { try await never.wait() } }
        )
        async let starting = hiveError { try await test.hive.start() }
        try await test.recorder.wait(for: .hookBegan(.initialize, of: "HookModule"))
        try await test.hive.stop()
        let failure = await starting
        #expect(failure != nil)
        #expect(levels.isSubset(of: [.trace, .debug, .info]))
        #expect(handler.lines("hook was cancelled").count == 1)
    }
}

/// True the first time.
private final class Once: Sendable {
    private let isLeft = Mutex(true)

    func take() -> Bool {
        isLeft.withLock { isLeft in
            defer { isLeft = false }
            return isLeft
        }
    }
}

/// A module whose context a test uses.
private final class ContextKeeper: HiveModule {
    static let manifest = ModuleManifest()

    private let context = Mutex<ModuleContext?>(nil)

    var kept: ModuleContext? { context.withLock { $0 } }
    func ready(_ context: ModuleContext) async throws { self.context.withLock { $0 = context } }
}

/// A module that depends on one that nobody has registered.
private final class Needy: HiveModule {
    static let manifest = ModuleManifest(needs: [.named("NobodyModule")])
}
