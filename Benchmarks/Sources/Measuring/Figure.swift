// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// One figure of the table.
package struct Figure: Sendable, Codable, Equatable {
    /// What a figure counts.
    package enum Unit: String, Sendable, Codable {
        /// Time for one operation.
        case nanoseconds
        /// Memory or file size.
        case bytes
    }

    /// A figure as a multiple of a floor's or a peer's, the median over the rounds.
    package struct Ratio: Sendable, Codable, Equatable {
        /// The floor or peer.
        package let name: String
        /// What that is there for.
        package let role: Entrant.Role
        /// How many times as much.
        package let value: Double

        /// Creates a ratio.
        package init(name: String, role: Entrant.Role, value: Double) {
            self.name = name
            self.role = role
            self.value = value
        }
    }

    /// What the figure belongs to, such as `Lookup`.
    package let group: String
    /// What was measured.
    package let name: String
    /// What it is there for.
    package let role: Entrant.Role
    /// How much there was of what the group is about.
    package let size: Int?
    /// What `value` counts.
    package let unit: Unit
    /// The median over the rounds.
    package let value: Double
    /// The lowest of the rounds: what is left when nothing disturbs.
    package var best: Double?
    /// How far the middle half of the rounds lies apart, as a part of the median.
    package var spread: Double?
    /// How many times as long twice the iterations took.
    package var doubling: Double?
    /// Why the figure must not be believed.
    package var refusal: String?
    /// Whether it is refused for good, because the optimiser removed the work, and not because the machine was busy.
    package var isRemoved = false
    /// With what it is not compared, because that is refused, or because the two were never accepted in the same run.
    package var isWithout: [String] = []
    /// How it compares with what was measured beside it.
    package var ratios: [Ratio] = []
    /// What came of its budgets.
    package var verdicts: [Verdict] = []
    /// How many of its budgets have no verdict, because what they are held against is refused.
    package var unjudgedCount = 0

    /// Creates a figure.
    package init(
        group: String,
        name: String,
        role: Entrant.Role,
        size: Int? = nil,
        unit: Unit,
        value: Double
    ) {
        self.group = group
        self.name = name
        self.role = role
        self.size = size
        self.unit = unit
        self.value = value
    }

    /// The figure's name in full.
    package var title: String { title(of: name) }

    /// The name in full of what was measured beside it.
    func title(of name: String) -> String { "\(group): \(name)" + (size.map { ", \($0)" } ?? "") }
}

extension [Figure] {
    /// Judges budgets with the values of the figures themselves, for what is not measured in rounds.
    package func judged(by budgets: [Budget]) -> [Figure] {
        func value(_ name: String) -> Double? { first { $0.name == name }?.value }
        return map { figure in
            var figure = figure
            figure.verdicts = budgets.filter { $0.entrant == figure.name }.compactMap { budget in
                switch budget.measure {
                case .absolute: Verdict(budget, value: figure.value)
                case .multiple(let other): value(other).map { Verdict(budget, value: figure.value / $0) }
                case .speedup(let other): value(other).map { Verdict(budget, value: $0 / figure.value) }
                }
            }
            return figure
        }
    }
}
