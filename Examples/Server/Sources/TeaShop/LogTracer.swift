// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Logging
import Synchronization
package import Tracing

/// Logs each span when it has ended; a larger program takes swift-otel instead, which sends them to where they are
/// kept.
package struct LogTracer: Tracer {
    private struct NameKey: ServiceContextKey {
        typealias Value = String
    }

    /// Creates a tracer.
    package init() {}

    package func startSpan<Instant: TracerInstant>(
        _ operationName: String,
        context: @autoclosure () -> ServiceContext,
        ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant,
        function: String,
        file fileID: String,
        line: UInt
    ) -> LogSpan {
        var inner = context()
        let parent = inner[NameKey.self]
        inner[NameKey.self] = operationName
        return LogSpan(operationName, parent: parent, inner, began: instant().nanosecondsSinceEpoch)
    }

    package func forceFlush() {}
    package func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext,
        into carrier: inout Carrier,
        using injector: Inject
    ) where Inject.Carrier == Carrier {}
    package func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier,
        into context: inout ServiceContext,
        using extractor: Extract
    ) where Extract.Carrier == Carrier {}
}

/// A step that takes its time.
package final class LogSpan: Span {
    private struct State {
        var name: String
        var attributes: SpanAttributes = [:]
        var error: (any Error)?
    }

    package let context: ServiceContext
    package let isRecording = true
    private let parent: String?
    private let began: UInt64
    private let state: Mutex<State>

    init(_ name: String, parent: String?, _ context: ServiceContext, began: UInt64) {
        self.parent = parent
        self.context = context
        self.began = began
        state = Mutex(State(name: name))
    }

    package var operationName: String {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }
    package var attributes: SpanAttributes {
        get { state.withLock { $0.attributes } }
        set { state.withLock { $0.attributes = newValue } }
    }
    package func setStatus(_ status: SpanStatus) {}
    package func addEvent(_ event: SpanEvent) {}
    package func addLink(_ link: SpanLink) {}
    package func recordError<Instant: TracerInstant>(
        _ error: any Error,
        attributes: SpanAttributes,
        at instant: @autoclosure () -> Instant
    ) { state.withLock { $0.error = error } }

    package func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        let (name, error) = state.withLock { ($0.name, $0.error) }
        let milliseconds = Double(instant().nanosecondsSinceEpoch - began) / 1e6
        var metadata: Logger.Metadata = ["span": "\(name)", "milliseconds": "\(milliseconds)"]
        metadata["parent"] = parent.map { "\($0)" }
        Logger(label: "trace").debug("span ended", error: error, metadata: metadata)
    }
}
