// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What a figure may amount to.
package struct Budget: Sendable, Codable, Equatable {
    /// What the figure is held against.
    package enum Measure: Sendable, Codable, Equatable {
        /// The figure itself, in its unit.
        case absolute
        /// The figure as a multiple of another's of the same contest.
        case multiple(of: String)
        /// Another's figure as a multiple of this one.
        case speedup(over: String)

        /// Whom the figure is compared with.
        var other: String? {
            switch self {
            case .absolute: nil
            case .multiple(let name), .speedup(let name): name
            }
        }
    }

    /// Whose figure it is.
    package let entrant: String
    /// What it is held against.
    package let measure: Measure
    /// The most, or for a speedup the least.
    package let limit: Double

    /// At most so much, in the figure's unit.
    package static func absolute(_ entrant: String, atMost limit: Double) -> Budget {
        Budget(entrant: entrant, measure: .absolute, limit: limit)
    }

    /// At most so many times another's figure.
    package static func multiple(_ entrant: String, of other: String, atMost limit: Double) -> Budget {
        Budget(entrant: entrant, measure: .multiple(of: other), limit: limit)
    }

    /// At least so many times faster than another.
    package static func speedup(_ entrant: String, over other: String, atLeast limit: Double) -> Budget {
        Budget(entrant: entrant, measure: .speedup(over: other), limit: limit)
    }

    /// Whether a value keeps the budget, which may be missed by a part of it.
    func isMet(by value: Double, room: Double = 0) -> Bool {
        switch measure {
        case .absolute, .multiple: value <= limit * (1 + room)
        case .speedup: value >= limit / (1 + room)
        }
    }
}

/// What came of a budget.
package struct Verdict: Sendable, Codable, Equatable {
    /// The budget.
    package let budget: Budget
    /// What was measured, in the terms of the budget.
    package let value: Double
    /// Whether the budget was kept.
    package let isMet: Bool

    /// Judges a value.
    init(_ budget: Budget, value: Double) {
        self.budget = budget
        self.value = value
        isMet = budget.isMet(by: value)
    }
}
