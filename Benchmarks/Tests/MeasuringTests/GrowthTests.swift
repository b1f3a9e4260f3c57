// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Measuring
import Testing

@Suite(.timeLimit(.minutes(5)))
struct GrowthTests {
    private static let sizes = [10.0, 100, 1000, 10_000]

    private func growth(_ cost: (Double) -> Double) throws -> Growth {
        try #require(Growth(Self.sizes.map { .init(size: $0, cost: cost($0)) }))
    }

    @Test(arguments: [0.0, 0.5, 1, 2])
    func findsTheExponentOfAPowerLaw(exponent: Double) throws {
        let growth = try growth { 7 * pow($0, exponent) }
        #expect(abs(growth.slope - exponent) < 1e-9)
        #expect(abs(growth.lastSlope - exponent) < 1e-9)
    }

    @Test func theOrderOfPointsDoesNotMatter() {
        let points = Self.sizes.map { Growth.Point(size: $0, cost: $0 * $0 + 5) }
        #expect(Growth(points) == Growth(points.reversed()))
    }

    @Test func nothingFitsFewerThanTwoSizes() {
        #expect(Growth([]) == nil)
        #expect(Growth([.init(size: 1, cost: 1)]) == nil)
        #expect(Growth([.init(size: 1, cost: 1), .init(size: 1, cost: 2)]) == nil)
    }

    @Test func nothingFitsCostsWithoutALogarithm() {
        #expect(Growth([.init(size: 1, cost: 1), .init(size: 2, cost: 0)]) == nil)
        #expect(Growth([.init(size: 0, cost: 1), .init(size: 2, cost: 1)]) == nil)
    }

    @Test func aQuadraticCostIsNotLinear() throws {
        #expect(try growth { $0 * $0 }.fault(expecting: .linear, tolerance: .times) != nil)
    }

    @Test func aQuadraticPartShowsBetweenTheLargestSizes() throws {
        // As a stop that looks every module up in a list: 1 µs each, and 0.15 ns for each module there is.
        let growth = try growth { 1000 * $0 + 0.15 * $0 * $0 }
        #expect(growth.slope < 1 + Growth.Tolerance.times.linear)
        let fault = try #require(growth.fault(expecting: .linear, tolerance: .times))
        #expect(fault.contains("between the largest sizes"))
    }

    @Test func aLogarithmIsNotConstant() throws {
        #expect(try growth { 10 + 4 * log2($0) }.fault(expecting: .constant, tolerance: .times) != nil)
    }

    @Test func aCostThatFallsIsNotConstant() throws {
        #expect(try growth { 100 / $0 }.fault(expecting: .constant, tolerance: .times) != nil)
    }

    @Test func aLinearCostWithAFixedPartIsLinear() throws {
        #expect(try growth { 5000 + 3 * $0 }.fault(expecting: .linear, tolerance: .counts) == nil)
    }

    @Test func aSortIsLinearOnAClockAndNotByCounts() throws {
        let growth = try growth { $0 * log2($0) }
        #expect(growth.fault(expecting: .linear, tolerance: .times) == nil)
        #expect(growth.fault(expecting: .linear, tolerance: .counts) != nil)
    }

    @Test func aCostThatVariesALittleIsConstant() throws {
        let factors = [1.04, 0.97, 1.02, 0.98]
        let points = zip(Self.sizes, factors).map { Growth.Point(size: $0, cost: 20 * $1) }
        let growth = try #require(Growth(points))
        #expect(growth.fault(expecting: .constant, tolerance: .times) == nil)
    }
}
