// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import TextTable

/// Shows results to people.
package struct Report {
    /// How a table is drawn.
    package enum Format: Sendable {
        /// For a terminal.
        case terminal
        /// For a document.
        case markdown
    }

    let results: Results

    /// Creates a report.
    package init(_ results: Results) {
        self.results = results
    }

    /// Every figure, and every series.
    package func whole(_ format: Format) -> String {
        let figures = TextTable<Figure> { figure in
            [
                Column(title: "Group", value: figure.group),
                Column(title: "Size", value: figure.size.map { "\($0)" } ?? "", align: .right),
                Column(title: "What", value: figure.role == .subject ? figure.name : "\(figure.role): \(figure.name)"),
                Column(title: "Median", value: figure.text, align: .right),
                Column(title: "Best", value: figure.bestText, align: .right),
                Column(title: "Spread", value: figure.spread.map { "\(Int(100 * $0)) %" } ?? "", align: .right),
                Column(title: "× floor", value: figure.ratioText(.floor), align: .right),
                Column(title: "× peer", value: figure.ratioText(.peer), align: .right),
                Column(title: "Budget", value: figure.verdictText),
            ]
        }
        let series = TextTable<Results.Series> { series in
            [
                Column(title: "Growth of", value: "\(series.group): \(series.name)"),
                Column(title: "Expected", value: series.expectation.rawValue),
                Column(title: "Exponent", value: String(format: "%.2f", series.growth.slope), align: .right),
                Column(title: "At the end", value: String(format: "%.2f", series.growth.lastSlope), align: .right),
                Column(title: "Fault", value: series.fault ?? ""),
            ]
        }
        return [notices(format), machine, draw(figures, results.figures, format), draw(series, results.series, format)]
            .filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// The figures that have a budget.
    package func short(_ format: Format) -> String {
        let table = TextTable<Figure> { figure in
            [
                Column(title: "What", value: figure.title),
                Column(title: "Median", value: figure.text, align: .right),
                Column(title: "Budget", value: figure.verdictText),
            ]
        }
        let rows = results.figures.filter { !$0.verdicts.isEmpty }
        return [notices(format), machine, draw(table, rows, format)].filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// Some figures, each beside that of what one would use instead, in Markdown.
    ///
    /// - Throws: ``Headline/Missing`` when there is no such figure, or when it is refused.
    package func front(_ headlines: [Headline]) throws -> String {
        let rows = try headlines.map { headline in
            (headline, try results.figure(titled: headline.subject), try results.figure(titled: headline.other))
        }
        let table = TextTable<(Headline, Figure, Figure)> { headline, figure, other in
            [
                Column(title: "What", value: headline.question),
                Column(title: "Hive", value: figure.text, align: .right),
                Column(title: "Instead", value: other.text, align: .right),
                Column(title: "", value: headline.otherName),
            ]
        }
        return draw(table, rows, .markdown) + "\n\n" + machine
    }

    /// What a reader has to know before the figures.
    private func notices(_ format: Format) -> String {
        results.notices.map { format == .markdown ? "- " + $0 : $0 }.joined(separator: "\n")
    }

    private var machine: String { "\(results.machine.text); median of \(results.rounds) rounds." }

    private func draw<Row>(_ table: TextTable<Row>, _ rows: [Row], _ format: Format) -> String {
        let drawn =
            switch format {
            case .terminal: table.string(for: rows, style: Style.plain)
            case .markdown: table.string(for: rows, style: Style.pipe)
            }
        return (drawn ?? "").trimmingCharacters(in: .newlines)
    }
}

/// A report is used by the task that makes it.
@available(*, unavailable)
extension Report: Sendable {}
