// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import HiveTestKit
import InMemoryTracing
import Testing
import Tracing

/// In whose trace the code of modules runs: no observer is needed for it.
@Suite(.timeLimit(.minutes(1)))
struct TraceFlowTests {
    let tracer = InMemoryTracer()
    let test = TestHive()

    private func span(_ name: String) throws -> FinishedInMemorySpan {
        try #require(tracer.finishedSpans.first { $0.operationName == name })
    }

    // C29, C34: synchronous, asynchronous, and asynchronous with a timeout, which runs in a task of its own.
    @Test func handlersRunInTheTraceOfWhoeverTriggers() async throws {
        let (hive, tracer) = (test.hive, tracer)
        try hive.modules.register(instance: SubscribingModule(tracer))
        try await hive.start()
        try await tracer.withSpan("caller") { _ in _ = try await hive.events.trigger(Tick()) }
        for handler in ["synchronous", "asynchronous", "with timeout", "nested"] {
            #expect(try span(handler).traceID == span("caller").traceID)
        }
        #expect(try span("synchronous").parentSpanID == span("caller").spanID)
        #expect(try span("nested").parentSpanID == span("asynchronous").spanID)
        try await hive.stop()
    }

    // C30: what is posted has left its caller, and joins the trace of nobody, least of all of another who posts.
    @Test func handlersOfPostedEventsRunInNoTrace() async throws {
        let (hive, tracer) = (test.hive, tracer)
        try hive.modules.register(instance: SubscribingModule(tracer))
        try await hive.start()
        try tracer.withSpan("caller") { _ in
            try hive.events.post(Tick())
            try hive.events.post(Tick())
        }
        try await hive.stop()
        #expect(try span("synchronous").parentSpanID == nil)
        #expect(try span("asynchronous").traceID != span("caller").traceID)
    }

    @Test func routedCallsRunInTheTraceOfTheirCaller() async throws {
        let (hive, tracer) = (test.hive, tracer)
        try hive.modules.register(instance: SubscribingModule(tracer))
        try await hive.start()
        let sum: Int = try await tracer.withSpan("caller") { _ in
            try await hive.actions.perform("Sum", "add", ["left": 1, "right": 2])
        }
        #expect(sum == 3)
        #expect(try span("action").parentSpanID == span("caller").spanID)
        try await hive.stop()
    }

    // The trace of a module's work is that of whoever started the hive.
    @Test func hooksRunInTheTraceOfWhoeverStarts() async throws {
        let (hive, tracer) = (test.hive, tracer)
        try hive.modules.register(instance: HookModule { phase in tracer.mark("in \(phase)") })
        try await tracer.withSpan("boot") { _ in try await hive.start() }
        for phase in [Phase.setUp, .initialize, .ready] {
            #expect(try span("in \(phase)").parentSpanID == span("boot").spanID)
        }
        try await hive.stop()
    }
}

extension InMemoryTracer {
    /// Makes a span that ends at once, in the trace of the calling task.
    fileprivate func mark(_ name: String) { startSpan(name).end() }
}

private struct Tick: HiveEvent {}
private struct Tock: HiveEvent {}

/// A module whose handlers and actions each make a span.
private final class SubscribingModule: HiveModule {
    static let manifest = ModuleManifest()

    private let tracer: InMemoryTracer

    convenience init() { self.init(InMemoryTracer()) }
    init(_ tracer: InMemoryTracer) { self.tracer = tracer }

    func setUp(_ context: SetupContext) async throws {
        let tracer = tracer
        try context.events.subscribe(Tick.self) { _, _ in tracer.mark("synchronous") }
        try context.events.subscribe(Tick.self) { _, context in
            try await tracer.withSpan("asynchronous") { _ in _ = try await context.trigger(Tock()) }
        }
        try context.events.subscribe(Tick.self, timeout: .seconds(1)) { (_: Tick, _: ModuleContext) async in
            tracer.mark("with timeout")
        }
        try context.events.subscribe(Tock.self) { _, _ in tracer.mark("nested") }
        try context.actions.target("Sum") { target in
            target.action("add", "left", "right") { (left: Int, right: Int) -> Int in
                tracer.mark("action")
                return left + right
            }
        }
    }
}
