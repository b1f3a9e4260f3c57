// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation

extension Figure.Unit {
    /// A value in the unit that suits it.
    func text(_ value: Double) -> String {
        let steps: [(limit: Double, divisor: Double, unit: String)] =
            switch self {
            case .nanoseconds: [(1e3, 1, "ns"), (1e6, 1e3, "µs"), (1e9, 1e6, "ms"), (.infinity, 1e9, "s")]
            case .bytes: [(1e4, 1, "B"), (1e6, 1e3, "kB"), (.infinity, 1e6, "MB")]
            }
        let step = steps.first { abs(value) < $0.limit } ?? steps[0]
        return "\(threeDigits(value / step.divisor)) \(step.unit)"
    }
}

/// A number with about three digits that count.
func threeDigits(_ value: Double) -> String {
    switch abs(value) {
    case ..<10: String(format: "%.2f", value)
    case ..<100: String(format: "%.1f", value)
    default: String(format: "%.0f", value)
    }
}

extension Verdict {
    /// What was allowed and what was measured.
    func text(_ unit: Figure.Unit) -> String {
        let outcome = isMet ? "met" : "**missed**"
        return switch budget.measure {
        case .absolute: "≤ \(unit.text(budget.limit)): \(outcome)"
        case .multiple(let other): "≤ \(budget.limit) × \(other): \(threeDigits(value)), \(outcome)"
        case .speedup(let other): "≥ \(budget.limit) × faster than \(other): \(threeDigits(value)), \(outcome)"
        }
    }
}

extension Figure {
    /// The figure, unless it must not be believed.
    var text: String { refusal == nil ? unit.text(value) : "refused" }

    /// The lowest of the rounds.
    var bestText: String { refusal == nil ? best.map(unit.text) ?? "" : "" }

    /// How it compares with the first of a role that was measured beside it.
    func ratioText(_ role: Entrant.Role) -> String {
        guard let ratio = ratios.first(where: { $0.role == role }) else { return "" }
        return threeDigits(ratio.value)
    }

    /// What came of all its budgets.
    var verdictText: String {
        if let refusal { return refusal }
        return (verdicts.map { $0.text(unit) } + isWithout.map { "not compared with \($0)" }).joined(separator: "; ")
    }
}
