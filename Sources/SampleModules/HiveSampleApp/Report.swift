// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import HiveSampleCatalogInterface
internal import HiveSampleHomeInterface
internal import HiveSampleTrackingInterface

/// What the shop tells a person, as lines.
struct Report {
    /// How many customers and products are listed; the others are only counted.
    static let rowLimit = 20

    static func boot(_ entries: [BootJournal.Entry]) -> [String] {
        list("Modules up", entries)
    }

    static func teardown(_ entries: [BootJournal.Entry]) -> [String] {
        list("Modules down", entries)
    }

    static func trade(_ tally: Tally, _ overview: Overview) -> [String] {
        let rest = tally.unprocessed == 0 ? "" : ", not processed \(tally.unprocessed)"
        let counts = "accepted \(tally.accepted), rejected \(tally.rejected), malformed \(tally.malformed)"
        return [
            "Orders",
            "  read \(tally.total): \(counts)\(rest)",
            "  goods      \("\(overview.goods.amount)".right(12))",
            "  discounts  \("\(Money.zero - overview.discounts.amount)".right(12))  on \(overview.discounts.count) orders",
            "  shipping   \("\(overview.shipping.amount)".right(12))  on \(overview.shipping.count) orders",
            "  turnover   \("\(overview.accepted.amount)".right(12))",
        ]
    }

    static func products(_ sums: [String: Overview.Sum], _ views: [String: Int]) -> [String] {
        rows("By product", "sold", sums) { sku in views[sku].map { "  looked up \($0) times" } ?? "" }
    }

    static func customers(_ sums: [String: Overview.Sum]) -> [String] {
        rows("By customer", "orders", sums) { _ in "" }
    }

    static func events(_ counts: [String: Int]) -> [String] {
        let width = counts.keys.map(\.count).max() ?? 0
        let sorted = counts.sorted { $0.key < $1.key }
        return ["Events"] + sorted.map { "  \($0.key.left(width))  \("\($0.value)".right(6))" }
    }

    private static func list(_ title: String, _ entries: [BootJournal.Entry]) -> [String] {
        let width = entries.map(\.module.count).max() ?? 0
        return [title]
            + entries.enumerated().map { index, entry in
                "\("\(index + 1)".right(3))  \(entry.module.left(width))  \(entry.duration.milliseconds) ms"
            }
    }

    private static func rows(
        _ title: String,
        _ unit: String,
        _ sums: [String: Overview.Sum],
        _ note: (String) -> String
    ) -> [String] {
        // The largest amount first; names decide between equal ones, so that the order never changes.
        let sorted = sums.sorted { ($1.value.amount, $0.key) < ($0.value.amount, $1.key) }
        let shown = sorted.prefix(rowLimit)
        let width = max(title.count, shown.map(\.key.count).max() ?? 0)
        var lines = shown.map { name, sum in
            "  \(name.left(width))  \("\(sum.count)".right(6))  \("\(sum.amount)".right(12))\(note(name))"
        }
        if sorted.count > rowLimit { lines.append("  and \(sorted.count - rowLimit) more") }
        let head = "\(title.left(width + 2))  \(unit.right(6))  \("amount".right(12))"
        return lines.isEmpty ? [title, "  nothing"] : [head] + lines
    }
}

extension Duration {
    /// Thousandths of a second, with two digits.
    fileprivate var milliseconds: String {
        let hundredths = components.seconds * 100_000 + components.attoseconds / 10_000_000_000_000
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
