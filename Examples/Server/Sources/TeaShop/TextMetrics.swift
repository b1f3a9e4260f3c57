// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import CoreMetrics
import Synchronization

/// Keeps metrics, and writes them as Prometheus reads them; a larger program takes swift-prometheus instead.
///
/// Of timers and recorders it has how many values there were, and their sum.
package final class TextMetrics: MetricsFactory {
    /// A metric, and what it is divided by.
    private struct Name: Hashable, Comparable, CustomStringConvertible {
        let label: String
        let dimensions: String

        init(_ label: String, _ dimensions: [(String, String)]) {
            self.label = Self.word(label)
            self.dimensions = dimensions.map { "\(Self.word($0))=\"\(Self.text($1))\"" }.joined(separator: ",")
        }

        func description(_ ending: String) -> String {
            label + ending + (dimensions.isEmpty ? "" : "{\(dimensions)}")
        }
        var description: String { description("") }
        static func < (left: Name, right: Name) -> Bool { left.description < right.description }

        private static func word(_ text: String) -> String {
            String(text.unicodeScalars.map { $0.isASCII && $0.properties.isXIDContinue ? Character($0) : "_" })
        }
        private static func text(_ value: String) -> String {
            value.unicodeScalars.map { scalar in
                scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : Character(scalar).isNewline ? " " : String(scalar)
            }.joined()
        }
    }

    private struct Values {
        var current: Double = 0
        var count = 0
    }

    /// One metric; it is what swift-metrics calls a handler, of any kind.
    private final class Handler: CounterHandler, FloatingPointCounterHandler, RecorderHandler, TimerHandler,
        MeterHandler
    {
        enum Kind { case total, latest, sum }

        let kind: Kind
        let values = Mutex(Values())

        init(_ kind: Kind) { self.kind = kind }

        private func add(_ amount: Double) {
            values.withLock { values in
                values.current += amount
                values.count += 1
            }
        }
        func reset() { values.withLock { $0 = Values() } }
        func increment(by amount: Int64) { add(Double(amount)) }
        func increment(by amount: Double) { add(amount) }
        func decrement(by amount: Double) { add(-amount) }
        func set(_ value: Int64) { set(Double(value)) }
        func set(_ value: Double) { values.withLock { $0.current = value } }
        func record(_ value: Int64) { record(Double(value)) }
        func record(_ value: Double) { kind == .sum ? add(value) : set(value) }
        func recordNanoseconds(_ duration: Int64) { add(Double(duration) / 1e9) }
    }

    /// The metrics of this process.
    package static let shared = TextMetrics()

    private let handlers = Mutex<[Name: Handler]>([:])

    package init() {}

    /// All metrics, sorted by name.
    package var text: String {
        let lines = handlers.withLock { $0 }.sorted { $0.key < $1.key }.map { name, handler in
            let values = handler.values.withLock { $0 }
            guard handler.kind == .sum else { return "\(name) \(values.current)\n" }
            return "\(name.description("_count")) \(values.count)\n\(name.description("_sum")) \(values.current)\n"
        }
        return lines.joined()
    }

    private func handler(_ label: String, _ dimensions: [(String, String)], _ kind: Handler.Kind) -> Handler {
        handlers.withLock { handlers in
            let name = Name(label, dimensions)
            if let handler = handlers[name] { return handler }
            let handler = Handler(kind)
            handlers[name] = handler
            return handler
        }
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        handler(label, dimensions, .total)
    }
    package func makeFloatingPointCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler { handler(label, dimensions, .total) }
    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        handler(label, dimensions, .latest)
    }
    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        handler(label, dimensions, aggregate ? .sum : .latest)
    }
    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        handler(label, dimensions, .sum)
    }
    // They live as long as the process, as their names are few.
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}
}
