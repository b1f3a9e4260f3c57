// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

struct NearestNameTests {
    @Test(arguments: [
        ("retires", ["retries", "timeout"], "retries"),  // A swap is one edit.
        ("TRADE", ["Trade", "Tirade"], "Trade"),
        ("TradeModule", ["HomeModule", "HiveSampleTrade.TradeModule"], "HiveSampleTrade.TradeModule"),
        ("Shop.TradeModule", ["TradeModule"], "TradeModule"),
        ("ab", ["zb", "ac", "cb"], "ac"),  // Of equally near ones the alphabetically first.
        ("ab", ["ac", "zb"], "ac"),
        ("moduleClases", ["moduleClasses"], "moduleClasses"),
        ("TradModule", ["TradeModule", "TreeModule"], "TradeModule"),
        ("TradeModul", ["TradeModule"], "TradeModule"),
        ("Trade", ["TradeModule"], "TradeModule"),
        ("Shop.CartModul", ["Shop.CartModule"], "Shop.CartModule"),
        ("Shop.CratModule", ["Shop.CartModule"], "Shop.CartModule"),
        ("PriceServce", ["PriceService"], "PriceService"),
        ("Modul", ["Module"], "Module"),
        ("S.A", ["A"], "A"),  // One edit is allowed for the shortest names, too.
        ("A", ["AImpl"], "AImpl"),
        ("Trade", ["Trake", "TradeModule"], "TradeModule"),  // A left out ending is one edit, as a letter is.
    ])
    func findsTheNearest(name: String, candidates: [String], expected: String) {
        #expect(nearestName(to: name, among: candidates) == expected)
        #expect(nearestName(to: name, among: candidates.reversed()) == expected)
    }

    @Test(arguments: [
        ("retries", ["timeout", "host"]),
        ("a", ["bc"]),
        ("", ["a"]),
        (String(repeating: "a", count: 129), [String(repeating: "a", count: 128)]),
        ("abc", []),
        ("CodeModule", ["LedgerModule", "Module"]),  // A common ending is no likeness.
        ("Warehouse.CodeModule", ["Warehouse.CartModule"]),
        ("TaxService", ["LogService"]), ("MemoryImpl", ["NetworkImpl"]),
    ])
    func findsNothingFar(name: String, candidates: [String]) {
        #expect(nearestName(to: name, among: candidates) == nil)
    }

    // C45: comparing costs nothing when a name is absurd.
    @Test func longNamesAreNotCompared() {
        let long = String(repeating: "a", count: 1_000_000)
        #expect(nearestName(to: "a", among: [long, "b"]) == "b")
        #expect(nearestName(to: long, among: [long]) == nil)
    }

    // The bounded count is the unbounded one, wherever that is within the limit.
    @Test func countsEditsAsFarAsTheLimit() {
        var state: UInt64 = 7
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<3_000 {
            let words = (0..<2).map { _ in (0..<random(9)).map { _ in Array("abc".unicodeScalars)[random(3)] } }
            let edits = Self.edits(words[0], words[1])
            for limit in -1..<10 {
                let counted = editDistance(words[0], words[1], limit: limit)
                #expect(counted == (edits <= limit ? edits : nil), "\(words) within \(limit)")
            }
        }
    }

    /// The definition, written down without a bound.
    private static func edits(_ source: [Unicode.Scalar], _ target: [Unicode.Scalar]) -> Int {
        var costs = Array(repeating: Array(repeating: 0, count: target.count + 1), count: source.count + 1)
        for row in 0...source.count {
            for column in 0...target.count {
                if row == 0 || column == 0 {
                    costs[row][column] = row + column
                    continue
                }
                let isSame = source[row - 1] == target[column - 1]
                var cost = min(costs[row - 1][column], costs[row][column - 1]) + 1
                cost = min(cost, costs[row - 1][column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, source[row - 1] == target[column - 2], source[row - 2] == target[column - 1] {
                    cost = min(cost, costs[row - 2][column - 2] + 1)
                }
                costs[row][column] = cost
            }
        }
        return costs[source.count][target.count]
    }
}
