// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation

/// Everything that one run found out.
package struct Results: Sendable, Codable, Equatable {
    /// The growth of one series.
    package struct Series: Sendable, Codable, Equatable {
        /// What the series belongs to, such as `Lookup`.
        package let group: String
        /// What was measured.
        package let name: String
        /// What is expected.
        package let expectation: Growth.Expectation
        /// What was found.
        package let growth: Growth
        /// What is wrong with it.
        package let fault: String?
    }

    /// Where it ran.
    package let machine: Machine
    /// How many rounds there were.
    package let rounds: Int
    /// The figures, in the order in which they were measured.
    package var figures: [Figure] = []
    /// The growth of each series.
    package private(set) var series: [Series] = []

    /// Creates results without figures.
    package init(machine: Machine, rounds: Int) {
        self.machine = machine
        self.rounds = rounds
    }

    /// Fits every subject of a group that was measured at three sizes or more.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - expectation: What the cost is expected to do as the size grows.
    ///   - minimumSize: The smallest size that counts, where smaller ones show only what is paid once.
    package mutating func fit(_ group: String, expecting expectation: Growth.Expectation, from minimumSize: Int = 1) {
        let subjects = figures.filter { $0.group == group && $0.role == .subject && ($0.size ?? 0) >= minimumSize }
        var names: [String] = []
        for figure in subjects where !names.contains(figure.name) { names.append(figure.name) }
        for name in names {
            let points = subjects.filter { $0.name == name }.compactMap { figure in
                figure.cost(expectation).map { Growth.Point(size: Double(figure.size ?? 1), cost: $0) }
            }
            guard points.count >= 3, let growth = Growth(points) else { continue }
            series.append(
                Series(
                    group: group,
                    name: name,
                    expectation: expectation,
                    growth: growth,
                    fault: growth.fault(expecting: expectation, tolerance: .times)
                )
            )
        }
    }

    /// Why the run has failed, a line each; empty when it has not.
    ///
    /// A floor or a peer that is refused because the machine was busy fails nothing: ``notices`` says which rows would
    /// stand on it.
    package var failures: [String] {
        series.compactMap { series in series.fault.map { "\(series.group): \(series.name) is \($0)" } }
            + figures.filter { $0.role == .subject || $0.isRemoved }.compactMap { figure in
                figure.refusal.map { "\(figure.title) is refused: \($0)" }
            }
    }

    /// What fails a guard: budgets that are missed by more than a part of them, or that nothing was held against.
    ///
    /// - Parameter room: By which part a budget may be missed on a machine that others use too, such as 0.25.
    /// - Returns: A line each.
    package func lostBudgets(room: Double) -> [String] {
        figures.flatMap { figure in
            figure.verdicts.filter { !$0.budget.isMet(by: $0.value, room: room) }.map {
                "\(figure.title): \($0.text(figure.unit))"
            } + (figure.unjudgedCount > 0 ? ["\(figure.title): what it is held against is refused"] : [])
                + (figure.role == .subject ? figure.refusal.map { ["\(figure.title): \($0)"] } ?? [] : [])
        }
    }

    /// What is refused and which rows are not compared with something for that, a line each: what a reader has to know
    /// first.
    package var notices: [String] {
        let refused = figures.compactMap { figure in
            figure.refusal.map { "Refused each time: \(figure.title): \($0)." }
        }
        var others: [String] = []
        var rows: [String: [String]] = [:]
        for figure in figures {
            for name in figure.isWithout {
                let other = figure.title(of: name)
                if rows[other] == nil { others.append(other) }
                rows[other, default: []].append(figure.name)
            }
        }
        return refused + others.map { "Not compared with \($0): \(rows[$0, default: []].joined(separator: ", "))." }
    }
}

extension Figure {
    /// What counts for the growth.
    ///
    /// Linear series give the time for one of so many. Constant ones are held against their first floor, which does not
    /// depend on the size either: both are measured at the same moment, so other programs on the machine do not matter.
    /// Without that floor there is nothing to hold it against.
    fileprivate func cost(_ expectation: Growth.Expectation) -> Double? {
        switch expectation {
        case .linear: value * Double(size ?? 1)
        case .constant: ratios.first { $0.role == .floor }?.value
        }
    }
}

/// Where figures come from.
package struct Machine: Sendable, Codable, Equatable {
    /// The processor, as the system names it.
    package let processor: String
    /// How many cores there are.
    package let cores: Int
    /// The operating system.
    package let system: String
    /// The compiler.
    package let compiler: String

    /// How many programs wanted a core on average, in the minute before the run.
    package let load: Double

    /// Creates a description.
    package init(processor: String, cores: Int, system: String, compiler: String, load: Double) {
        self.processor = processor
        self.cores = cores
        self.system = system
        self.compiler = compiler
        self.load = load
    }

    /// All of it in one line.
    package var text: String {
        "\(processor), \(cores) cores, \(system), \(compiler), load \(String(format: "%.1f", load)) before the run"
    }
}
