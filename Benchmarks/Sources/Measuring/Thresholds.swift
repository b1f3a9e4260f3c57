// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// How many instructions things may take: for each architecture, and there for each thing, what it took last.
///
/// On one machine counts repeat to a few in a thousand, whatever else it does. They change with the compiler, the
/// architecture and, by a few in a hundred, with the processor: the C library copies and compares memory with the
/// widest registers that it finds.
package struct Thresholds: Sendable, Codable, Equatable {
    /// How far a count may lie from what it was, as a part of that.
    package static let tolerance = 0.1

    /// Something that a count says.
    package enum Finding: Sendable, Equatable, CustomStringConvertible {
        /// It takes more than it may.
        case regression(String, threshold: Double, count: Double)
        /// It takes less, so that the threshold should go down.
        case improvement(String, threshold: Double, count: Double)
        /// Nobody has written down what it may take.
        case missing(String)
        /// Nobody counts it any more.
        case stale(String)

        /// Whether the check fails.
        package var isFault: Bool {
            if case .improvement = self { false } else { true }
        }

        /// What was found, and what to do.
        package var description: String {
            switch self {
            case .regression(let name, let threshold, let count):
                "\(name) takes \(threeDigits(count)) instructions, and took \(threeDigits(threshold))"
            case .improvement(let name, let threshold, let count):
                """
                \(name) takes \(threeDigits(count)) instructions, and took \(threeDigits(threshold)): \
                write that down with --update
                """
            case .missing(let name):
                "\(name) has no threshold: write one down with --update"
            case .stale(let name):
                "\(name) has a threshold and is not counted: remove it with --update"
            }
        }
    }

    /// What may be taken, by architecture and by name.
    private var counts: [String: [String: Double]]

    /// Creates thresholds without any.
    package init() {
        counts = [:]
    }

    /// Reads thresholds as they were written.
    package init(from decoder: any Decoder) throws {
        counts = try decoder.singleValueContainer().decode([String: [String: Double]].self)
    }

    /// Writes thresholds as a dictionary of dictionaries.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(counts)
    }

    /// Returns what new counts say, by name.
    package func findings(_ new: [String: Double], on architecture: String) -> [Finding] {
        let old = counts[architecture] ?? [:]
        let judged = new.keys.sorted().compactMap { name -> Finding? in
            guard let count = new[name] else { return nil }
            guard let threshold = old[name] else { return .missing(name) }
            if count > threshold * (1 + Self.tolerance) {
                return .regression(name, threshold: threshold, count: count)
            }
            if count < threshold * (1 - Self.tolerance) {
                return .improvement(name, threshold: threshold, count: count)
            }
            return nil
        }
        return judged + old.keys.filter { new[$0] == nil }.sorted().map { .stale($0) }
    }

    /// Takes new counts for an architecture's thresholds.
    package mutating func update(_ new: [String: Double], on architecture: String) {
        counts[architecture] = new.mapValues { ($0 * 10).rounded() / 10 }
    }
}
