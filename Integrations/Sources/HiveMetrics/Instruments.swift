// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import CoreMetrics
import Synchronization

/// The metrics of a hive by name and dimensions, each made when it is needed first, with a bounded number of values for
/// each dimension.
final class Instruments: Sendable {
    /// What a metric is divided by.
    enum Dimension: String, CaseIterable {
        case module, hook, result, event, kind
    }

    private struct Key: Hashable {
        let name: String
        let labels: [Dimension: String]

        /// In a fixed order, because a factory may take another order for another metric.
        var dimensions: [(String, String)] {
            Dimension.allCases.compactMap { dimension in labels[dimension].map { (dimension.rawValue, $0) } }
        }
    }

    private struct State {
        var timers: [Key: Timer] = [:]
        var counters: [Key: Counter] = [:]
        var gauges: [Key: Gauge] = [:]
        /// The values that each dimension has had so far.
        var values: [Dimension: Set<String>] = [:]
    }

    private let factory: any MetricsFactory
    private let prefix: String
    private let labelCapacity: Int
    private let state = Mutex(State())

    init(_ factory: any MetricsFactory, prefix: String, labelCapacity: Int) {
        self.factory = factory
        self.prefix = prefix
        self.labelCapacity = max(labelCapacity, 1)
    }

    func time(_ duration: Duration, _ name: String, _ labels: [Dimension: String] = [:]) {
        instrument(\.timers, name, labels) { Timer(label: $0, dimensions: $1, factory: factory) }
            .recordNanoseconds(duration.nanoseconds)
    }

    func count(_ name: String, _ labels: [Dimension: String]) {
        instrument(\.counters, name, labels) { Counter(label: $0, dimensions: $1, factory: factory) }.increment()
    }

    func record(_ value: Int, _ name: String) {
        instrument(\.gauges, name, [:]) { Gauge(label: $0, dimensions: $1, factory: factory) }.record(value)
    }

    /// The metric of a name and labels.
    ///
    /// The factory makes it without the lock; of two that are made at once one is kept.
    private func instrument<Instrument: Sendable>(
        _ path: WritableKeyPath<State, [Key: Instrument]>,
        _ name: String,
        _ labels: [Dimension: String],
        _ make: (_ label: String, _ dimensions: [(String, String)]) -> Instrument
    ) -> Instrument {
        let (key, found) = state.withLock { state in
            let key = Key(name: name, labels: bounded(labels, &state))
            return (key, state[keyPath: path][key])
        }
        if let found { return found }
        let made = make("\(prefix)_\(name)", key.dimensions)
        return state.withLock { state in
            if let other = state[keyPath: path][key] { return other }
            state[keyPath: path][key] = made
            return made
        }
    }

    private func bounded(_ labels: [Dimension: String], _ state: inout State) -> [Dimension: String] {
        var labels = labels
        for (dimension, value) in labels {
            let known = state.values[dimension] ?? []
            if known.contains(value) { continue }
            if known.count < labelCapacity {
                state.values[dimension, default: []].insert(value)
            } else {
                labels[dimension] = "other"
            }
        }
        return labels
    }
}

extension Duration {
    /// The duration in nanoseconds, or the largest number that there is.
    fileprivate var nanoseconds: Int64 {
        let (whole, isTooLong) = components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflows) = whole.addingReportingOverflow(components.attoseconds / 1_000_000_000)
        return isTooLong || overflows ? .max : sum
    }
}
