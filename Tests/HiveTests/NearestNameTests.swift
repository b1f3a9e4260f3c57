// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

struct NearestNameTests {
    @Test(arguments: [
        ("retires", ["retries", "timeout"], "retries"),  // A swap is one edit.
        ("TRADE", ["Trade", "Tirade"], "Trade"),
        ("TradeModule", ["HomeModule", "ShopTrade.TradeModule"], "ShopTrade.TradeModule"),
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
}
