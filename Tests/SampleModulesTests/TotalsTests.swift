// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Testing

/// Adds the committed orders up once more, from the files alone and with none of the shop's code.
@Suite(.timeLimit(.minutes(5)))
struct TotalsTests {
    private struct Sold: Equatable {
        var accepted = 0
        var refused = 0
        var products: [String: [Int]] = [:]
        var customers: [String: [Int]] = [:]
        var turnover = 0
    }

    private func recompute() throws -> Sold {
        var (stock, prices) = ([String: Int](), [String: Int]())
        for product in try products() {
            let sku = try #require(product["sku"] as? String)
            stock[sku] = product["stock"] as? Int
            prices[sku] = product["price"] as? Int
        }
        var sold = Sold()
        var ids: Set<String> = []
        for line in try Data(contentsOf: URL(fileURLWithPath: PackageFolder.orders)).split(separator: 10) {
            guard let order = try? JSONSerialization.jsonObject(with: line) as? [String: Any],
                let id = order["id"] as? String, let lines = order["lines"] as? [[String: Any]],
                let customer = order["customer"] as? String, customer.allSatisfy({ $0.isLetter || $0 == "-" })
            else {
                sold.refused += 1
                continue
            }
            let wanted = lines.map { ($0["sku"] as? String ?? "", $0["quantity"] as? Int ?? 0) }
            let isFine = wanted.allSatisfy { (1...50).contains($1) && $1 <= stock[$0, default: 0] }
            let goods = isFine ? wanted.reduce(0) { $0 + $1.1 * prices[$1.0, default: 0] } : 0
            let shipping = order["shipping"] as? String
            guard isFine, (1...8).contains(wanted.count), Set(wanted.map(\.0)).count == wanted.count, goods <= 50_000,
                id != "", !ids.contains(id), shipping == nil || shipping == "express"
            else {
                sold.refused += 1
                continue
            }
            ids.insert(id)
            let count = wanted.reduce(0) { $0 + $1.1 }
            let earlier = sold.customers[customer, default: [0, 0]]
            let percent = count >= 20 ? 10 : earlier[0] >= 12 ? 5 : 0
            let freight = (goods >= 5000 ? 0 : 490) + (shipping == nil ? 0 : 600 + 50 * count)
            let total = goods - goods * percent / 100 + freight
            sold.accepted += 1
            sold.turnover += total
            sold.customers[customer] = [earlier[0] + 1, earlier[1] + total]
            for (sku, quantity) in wanted {
                stock[sku, default: 0] -= quantity
                let before = sold.products[sku, default: [0, 0]]
                sold.products[sku] = [before[0] + quantity, before[1] + quantity * prices[sku, default: 0]]
            }
        }
        return sold
    }

    private func products() throws -> [[String: Any]] {
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(PackageFolder.config)/modules.plist"))
        let root = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        let modules = try #require(root?["moduleClasses"] as? [[String: Any]])
        let options = modules.compactMap { $0["options"] as? [String: Any] }
        return try #require(options.compactMap { $0["products"] as? [[String: Any]] }.first)
    }

    /// The rows of a paragraph, by their first word: a count and an amount in cents.
    private func rows(_ run: ShopRun, _ title: String) -> [String: [Int]] {
        let rows = run.paragraph(title).map { $0.split(separator: " ") }
        return Dictionary(uniqueKeysWithValues: rows.map { ("\($0[0])", [Int($0[1]) ?? -1, cents($0[2])]) })
    }

    private func cents(_ amount: Substring) -> Int { Int(amount.filter { $0 != "." }) ?? -1 }

    @Test func agreeWithAnIndependentSum() async throws {
        let expected = try recompute()
        let run = await runShop()

        #expect(run.exitCode == 0)
        #expect(run.errors.isEmpty)
        #expect(rows(run, "By product") == expected.products)
        #expect(rows(run, "By customer") == expected.customers)
        let turnover = run.column(1, of: "Orders").last.map { cents($0[...]) }
        #expect(turnover == expected.turnover)
        #expect(run.output.contains("read \(expected.accepted + expected.refused): accepted \(expected.accepted),"))
        #expect(run.paragraph("Not accepted").count == expected.refused)
        #expect(expected.accepted > 250 && expected.refused > 10)
    }

    @Test func areTheSameEachTime() async {
        let (first, second) = await (runShop(), runShop())
        for title in ["Not accepted", "Orders", "By product", "By customer", "Events"] {
            #expect(first.paragraph(title) == second.paragraph(title))
            #expect(!first.paragraph(title).isEmpty)
        }
    }
}
