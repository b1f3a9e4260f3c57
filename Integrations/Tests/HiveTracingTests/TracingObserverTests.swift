// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig
import HiveTestKit
import HiveTracing
import InMemoryTracing
import IntegrationTestSupport
import Testing
import Tracing

/// Starts and stops as traces.
@Suite(.timeLimit(.minutes(1)))
struct TracingObserverTests {
    let tracer = InMemoryTracer()
    let test: TestHive

    init() {
        let tracing = TracingObserver(tracer)
        test = TestHive(HiveOptions(observers: [tracing.observe]))
    }

    private func span(_ name: String) throws -> FinishedInMemorySpan {
        try #require(tracer.finishedSpans.first { $0.operationName == name })
    }

    // MARK: Failures

    // C3
    @Test func aStartThatFailsIsATraceWithItsErrors() async throws {
        try test.hive.modules.register(instance: HookModule { phase in if phase == .initialize { throw Failure() } })
        await #expect(throws: HiveError.self) { try await test.hive.start() }
        let start = try span("hive.start")
        #expect(start.status?.code == .error)
        #expect(start.attributes.get("hive.error.code") == .string("startFailed"))
        #expect(start.errors.count == 1)
        let hook = try span("HookModule.initialize")
        #expect(hook.status?.code == .error)
        #expect(hook.errors.first?.error is Failure)
        #expect(hook.parentSpanID == start.spanID)
        // The way back is part of the start.
        #expect(try span("HookModule.tearDown").parentSpanID == start.spanID)
        #expect(tracer.activeSpans.isEmpty)
    }

    // C8
    @Test func aStartThatIsToldToEndHasNoErrors() async throws {
        let never = Latch()
        try test.hive.modules.register(
            instance: HookModule { phase in if phase == .initialize { try await never.wait() } }
        )
        async let starting = hiveError { try await test.hive.start() }
        try await test.recorder.wait(for: .hookBegan(.initialize, of: "HookModule"))
        try await test.hive.stop()
        let failure = await starting
        #expect(failure != nil)
        #expect(tracer.finishedSpans.allSatisfy { $0.status == nil && $0.errors.isEmpty })
        #expect(try span("hive.start").parentSpanID == nil)
        #expect(tracer.activeSpans.isEmpty)
    }

    // C5: a hook that is abandoned leaves no span behind.
    @Test func aHookThatHangsLeavesNoSpanOpen() async throws {
        let (latch, isCancelled) = (Latch(), Latch())
        let clock = test.clock
        let module = HookModule { phase in
            guard phase == .initialize else { return }
            await withTaskCancellationHandler {
                await latch.waitIgnoringCancellation()
            } onCancel: {
                isCancelled.open()
            }
        }
        try test.hive.modules.register(instance: module)
        async let starting = hiveError { try await test.hive.start() }
        try await test.recorder.wait(for: .hookBegan(.initialize, of: "HookModule"))
        clock.advance(by: .seconds(30))
        try await isCancelled.wait()
        clock.advance(by: .seconds(1))
        let failure = await starting
        #expect(failure != nil)
        #expect(try span("HookModule.initialize").attributes.get("hive.error.code") == .string("timedOut"))
        #expect(tracer.activeSpans.isEmpty)
        latch.open()
        try await test.recorder.wait(for: .hookReturnedLate(.initialize, of: "HookModule"))
    }

    // C58
    @Test func aReloadThatFailsIsATraceWithItsErrors() async throws {
        test.faults.inject(.throwing(Failure()), into: HookModule.self, at: .initialize)
        try await test.hive.start()
        await #expect(throws: HiveError.self) {
            try await test.hive.reload(HiveConfiguration(naming: HookModule.self))
        }
        let reload = try span("hive.reload")
        #expect(reload.attributes.get("hive.error.code") == .string("reloadFailed"))
        #expect(try span("HookModule.initialize").parentSpanID == reload.spanID)
        // The way back is part of the reload.
        #expect(try span("HookModule.tearDown").parentSpanID == reload.spanID)
        #expect(tracer.activeSpans.isEmpty)
        try await test.hive.stop()
    }

    // MARK: Success

    @Test func startAndStopAreTracesWithASpanForEachHook() async throws {
        try test.hive.modules.register(instance: HookModule { _ in })
        try await test.hive.start()
        try await test.hive.stop()
        let (start, stop) = (try span("hive.start"), try span("hive.stop"))
        #expect(start.traceID != stop.traceID)
        for (hooks, whole) in [(["setUp", "initialize", "ready"], start), (["willStop", "tearDown"], stop)] {
            for hook in hooks {
                let span = try span("HookModule.\(hook)")
                #expect(span.parentSpanID == whole.spanID)
                #expect(span.traceID == whole.traceID)
                #expect(span.attributes.get("hive.module") == .string("HookModule"))
                #expect(span.attributes.get("hive.hook") == .string(hook))
                #expect(span.status == nil)
            }
        }
        #expect(tracer.finishedSpans.count == 7)
        #expect(tracer.activeSpans.isEmpty)
    }

    @Test func startAndStopJoinTheTraceOfTheirCaller() async throws {
        try test.hive.modules.register(instance: HookModule { _ in })
        let (hive, tracer) = (test.hive, tracer)
        try await tracer.withSpan("boot") { _ in try await hive.start() }
        try await tracer.withSpan("end") { _ in try await hive.stop() }
        #expect(try span("hive.start").parentSpanID == span("boot").spanID)
        #expect(try span("hive.stop").parentSpanID == span("end").spanID)
    }

    // C58
    @Test func aReloadJoinsTheTraceOfItsCaller() async throws {
        try await test.hive.start()
        let (hive, tracer) = (test.hive, tracer)
        try await tracer.withSpan("change") { _ in
            _ = try await hive.reload(HiveConfiguration(naming: HookModule.self))
        }
        let reload = try span("hive.reload")
        #expect(reload.parentSpanID == (try span("change").spanID))
        #expect(reload.status == nil)
        #expect(try span("HookModule.setUp").parentSpanID == reload.spanID)
        try await hive.stop()
        #expect(try span("HookModule.tearDown").parentSpanID == span("hive.stop").spanID)
    }

    // Nor does a name end a line where spans are written as text.
    @Test func aNameStaysOnItsLine() async throws {
        try test.hive.modules.register(UntidyModule.self)
        try await test.hive.start()
        try await test.hive.stop()
        let span = try span("\(UntidyModule.shownName).setUp")
        #expect(span.attributes.get("hive.module") == .string(UntidyModule.shownName))
    }

    // C15
    @Test func theHooksOfAModuleThatIsAddedJoinTheTraceOfTheirCaller() async throws {
        try await test.hive.start()
        let (hive, tracer) = (test.hive, tracer)
        try await tracer.withSpan("addition") { _ in try await hive.add(HookModule.self) { HookModule { _ in } } }
        #expect(try span("HookModule.setUp").parentSpanID == span("addition").spanID)
        try await hive.stop()
    }

    @Test func theTracerOfTheProgramIsUsed() async throws {
        let tracing = TracingObserver()
        let test = TestHive(HiveOptions(observers: [tracing.observe]))
        try await withTracer(tracer) {
            try await test.hive.start()
            try await test.hive.stop()
        }
        #expect(tracer.finishedSpans.map(\.operationName) == ["hive.start", "hive.stop"])
    }
}

struct Failure: Error {}

/// A module that does something in its hooks.
final class HookModule: HiveModule {
    static let manifest = ModuleManifest()

    private let hook: @Sendable (Phase) async throws -> Void

    convenience init() { self.init { _ in } }
    init(_ hook: @escaping @Sendable (Phase) async throws -> Void) { self.hook = hook }

    func setUp(_ context: SetupContext) async throws { try await hook(.setUp) }
    func initialize(_ context: ModuleContext) async throws { try await hook(.initialize) }
    func ready(_ context: ModuleContext) async throws { try await hook(.ready) }
    func willStop(_ context: StopContext) async throws { try await hook(.willStop) }
    func tearDown(_ context: StopContext) async throws { try await hook(.tearDown) }
}
