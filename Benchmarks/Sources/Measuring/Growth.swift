// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation

/// How cost grows with size.
package struct Growth: Sendable, Codable, Equatable {
    /// What is expected of a series.
    package enum Expectation: String, Sendable, Codable {
        /// Ten times the size costs the same.
        case constant
        /// Ten times the size costs at most ten times as much.
        case linear
    }

    /// Cost at one size.
    package struct Point: Sendable, Codable, Equatable {
        /// How much there was.
        package let size: Double
        /// What it cost altogether.
        package let cost: Double

        /// Creates a point.
        package init(size: Double, cost: Double) {
            self.size = size
            self.cost = cost
        }
    }

    /// How far a slope may lie from the expected one.
    package struct Tolerance: Sendable {
        /// To either side of 0.
        package let constant: Double
        /// Above 1.
        package let linear: Double

        /// On clocks: larger sizes leave the caches, which makes ten times the size up to 1.8 times dearer each.
        package static let times = Tolerance(constant: 0.05, linear: 0.25)
        /// On counted instructions, which know no caches; among more types, one may lie a few places off in a hash
        /// table.
        package static let counts = Tolerance(constant: 0.03, linear: 0.05)
    }

    /// The exponent of the power law that fits all points best, by least squares on logarithms.
    package let slope: Double
    /// The exponent between the two largest sizes, where a quadratic part shows first.
    package let lastSlope: Double

    /// Fits a power law.
    ///
    /// - Parameter points: At least two points of different size, with sizes and costs above 0; others do not fit, and
    ///   the result is nil then.
    package init?(_ points: [Point]) {
        let sorted = points.sorted { $0.size < $1.size }
        guard sorted.allSatisfy({ $0.size > 0 && $0.cost > 0 }) else { return nil }
        guard let slope = Self.slope(sorted), let last = Self.slope(sorted.suffix(2)) else { return nil }
        self.slope = slope
        lastSlope = last
    }

    /// Says what is wrong with the growth, or returns nil.
    ///
    /// Less than linear is fine: a fixed part weighs less as sizes grow. Constant means constant both ways, because a
    /// lookup that gets cheaper among more services was not measured well.
    package func fault(expecting expectation: Expectation, tolerance: Tolerance) -> String? {
        func text(_ slope: Double) -> String { String(format: "%.2f", slope) }
        switch expectation {
        case .constant:
            guard abs(slope) > tolerance.constant else { return nil }
            return "not constant: the exponent is \(text(slope))"
        case .linear where slope > 1 + tolerance.linear:
            return "more than linear: the exponent is \(text(slope))"
        case .linear where lastSlope > 1 + tolerance.linear:
            return "more than linear: the exponent between the largest sizes is \(text(lastSlope))"
        case .linear:
            return nil
        }
    }

    private static func slope(_ points: some Collection<Point>) -> Double? {
        let count = Double(points.count)
        let logarithms = points.map { (x: log($0.size), y: log($0.cost)) }
        let x = logarithms.reduce(0) { $0 + $1.x } / count
        let y = logarithms.reduce(0) { $0 + $1.y } / count
        let variance = logarithms.reduce(0) { $0 + ($1.x - x) * ($1.x - x) }
        guard variance > 0 else { return nil }
        return logarithms.reduce(0) { $0 + ($1.x - x) * ($1.y - y) } / variance
    }
}
