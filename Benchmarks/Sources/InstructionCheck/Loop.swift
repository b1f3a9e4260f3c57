// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Measuring

/// One of the hot paths of `InstructionLoops`, at one size or several.
struct Loop {
    /// What the program calls it.
    let name: String
    /// How much there is of what the loop is about, each a run of its own.
    let sizes: [Int]
    /// How many iterations make the loop's part large beside what varies from run to run, for a size of 1.
    let iterations: Int
    /// What an iteration is worth: as many operations as there is of what it is about, or one.
    let isPerElement: Bool
    /// The sizes that have a threshold.
    ///
    /// Where a type's address falls in a table of other types varies with every change of the program, and with it a
    /// few instructions: such sizes count for the growth only.
    let thresholds: [Int]
    /// What an operation may take, by size; it is printed beside the count, and what holds is the threshold.
    var budgets: [Int: Double] = [:]
    /// What its cost does as the size grows.
    var growth: Growth.Expectation?
    /// The smallest size that counts for the growth.
    var growthFrom = 1

    static let all = [
        Loop(
            name: "lookup",
            sizes: [1, 100, 1000],
            iterations: 100_000,
            isPerElement: false,
            thresholds: [1],
            growth: .constant
        ),
        Loop(name: "named-lookup", sizes: [2], iterations: 50_000, isPerElement: false, thresholds: [2]),
        Loop(name: "autowired", sizes: [1], iterations: 100_000, isPerElement: false, thresholds: [1]),
        Loop(
            name: "transient",
            sizes: [1],
            iterations: 5000,
            isPerElement: false,
            thresholds: [1],
            budgets: [1: 800]
        ),
        Loop(
            name: "event",
            sizes: [1, 100, 1000, 4000],
            iterations: 200_000,
            isPerElement: true,
            thresholds: [1, 1000],
            budgets: [1: 1500],
            growth: .linear,
            growthFrom: 100
        ),
        Loop(
            name: "module-event",
            sizes: [1, 1000],
            iterations: 100_000,
            isPerElement: true,
            thresholds: [1]
        ),
        Loop(
            name: "event-replies",
            sizes: [1, 1000],
            iterations: 50_000,
            isPerElement: true,
            thresholds: [1, 1000]
        ),
        Loop(name: "event-async", sizes: [1, 1000], iterations: 50_000, isPerElement: true, thresholds: [1, 1000]),
        Loop(
            name: "registration",
            sizes: [100, 1000, 4000],
            iterations: 8000,
            isPerElement: true,
            thresholds: [1000],
            budgets: [1000: 1600],
            growth: .linear
        ),
        Loop(
            name: "start-stop",
            sizes: [50, 200, 1000],
            iterations: 4000,
            isPerElement: true,
            thresholds: [1000],
            budgets: [1000: 12_000],
            growth: .linear
        ),
        // The decoder alone is counted for the ratio; what it takes is not Hive's.
        Loop(name: "list-decoder", sizes: [1000], iterations: 4000, isPerElement: true, thresholds: []),
        Loop(
            name: "list-verify",
            sizes: [100, 1000, 4000],
            iterations: 4000,
            isPerElement: true,
            thresholds: [1000],
            growth: .linear
        ),
        Loop(name: "binary-list-verify", sizes: [1000], iterations: 4000, isPerElement: true, thresholds: [1000]),
        Loop(name: "action", sizes: [1], iterations: 2000, isPerElement: false, thresholds: [1]),
        Loop(name: "url", sizes: [1], iterations: 2000, isPerElement: false, thresholds: [1]),
        Loop(name: "export-url", sizes: [1], iterations: 2000, isPerElement: false, thresholds: [1]),
        Loop(name: "route-url", sizes: [1], iterations: 2000, isPerElement: false, thresholds: [1]),
        // A process with 100 module classes beside one with 200: an iteration is a module.
        Loop(
            name: "cold",
            sizes: [1],
            iterations: 100,
            isPerElement: false,
            thresholds: [1],
            budgets: [1: 60_000]
        ),
    ]

    /// Every size of every loop.
    static let points = all.flatMap { loop in loop.sizes.map { Point(loop: loop, size: $0) } }

    /// A loop at one size.
    struct Point {
        let loop: Loop
        let size: Int

        /// What thresholds call it.
        var title: String { "\(loop.name), \(size)" }

        /// What was counted, and the budget beside it.
        func text(_ count: Double) -> String {
            let text = "\(title): \(String(format: "%.1f", count)) instructions"
            guard let budget = loop.budgets[size] else { return text }
            return "\(text); budget \(String(format: "%.0f", budget)), \(count <= budget ? "met" : "missed")"
        }

        /// How often the loop runs.
        var iterations: Int {
            // One event to one subscriber is all overhead: fewer do.
            loop.isPerElement ? max(1, loop.iterations / max(size, 50)) : loop.iterations
        }

        /// How many operations an iteration is worth.
        var operations: Int { loop.isPerElement ? size : 1 }
    }
}
