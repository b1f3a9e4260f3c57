// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import GRPCCore
import Hive
import HiveTestKit
import InMemoryTracing
import SwiftProtobuf
import Testing
import Tracing

@testable import HiveGRPC

/// In whose trace a call is answered.
@Suite(.timeLimit(.minutes(5)))
struct TraceTests {
    // C69
    @Test func aTraceGoesOnInTheOtherProcess() async throws {
        let tracer = InMemoryTracer()
        let answers = EchoAnswers(say: { text in tracer.withSpan("answer") { _ in text } })
        let server = EchoServer(answers, interceptors: [TraceExtraction(instrument: tracer)])
        let pair = try await Pair.started(server) { port in
            try EchoClient(port: port, interceptors: [TraceInjection(instrument: tracer)])
        }
        try await tracer.withSpan("call") { _ in
            _ = try await pair.connection.say("tea")
            try await pair.connection.echo.sayTwice(.with { $0.text = "tea" }) { response in
                for try await _ in response.messages {}
            }
        }
        _ = try await pair.connection.say("tea")
        let call = try #require(tracer.finishedSpans.first { $0.operationName == "call" })
        let traces = tracer.finishedSpans.filter { $0.operationName == "answer" }.map(\.traceID)
        #expect(traces.count == 3)
        #expect(traces.count { $0 == call.traceID } == 2)
        try await pair.stop()
    }

    /// What it carries may come from anywhere.
    private struct Hostile: Instrument {
        let key: String
        let value: String

        func inject<Inject: Injector>(
            _ context: ServiceContext,
            into carrier: inout Inject.Carrier,
            using injector: Inject
        ) {
            injector.inject(value, forKey: key, into: &carrier)
            injector.inject("known", forKey: "trace", into: &carrier)
        }

        func extract<Extract: Extractor>(
            _ carrier: Extract.Carrier,
            into context: inout ServiceContext,
            using extractor: Extract
        ) {}
    }

    // Some of these end a connection with all its calls, or the process.
    @Test(arguments: [
        ("baggage", "a\nb"), ("baggage", "a\0"), ("baggage", "\u{7F}"), ("baggage", "茶"), ("bag gage", "x"), ("", "x"),
        (":path", "/"), ("baggage-bin", "x"), ("baggage", String(repeating: "x", count: 20_000)),
    ])
    func whatCannotBeSentIsLeftOut(_ key: String, _ value: String) {
        var metadata: Metadata = [:]
        TraceInjection(instrument: Hostile(key: key, value: value)).inject(.topLevel, into: &metadata)
        #expect(metadata == ["trace": "known"])
    }
}
