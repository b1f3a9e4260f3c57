// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import GRDB
import Testing

/// A database that another program has made, with tables of the same names.
@Suite(.timeLimit(.minutes(1)))
struct ForeignDatabaseTests {
    private static func shop(_ product: String, _ order: String) throws -> Shop {
        let shop = try Shop()
        let path = shop.folder.appending(path: "tea.sqlite").path(percentEncoded: false)
        let database = try DatabaseQueue(path: path)
        try database.write { database in
            try database.execute(sql: "CREATE TABLE products (sku PRIMARY KEY, name, price)")
            try database.execute(sql: "CREATE TABLE orders (id INTEGER PRIMARY KEY, sku, quantity)")
            try database.execute(sql: "INSERT INTO products VALUES (\(product))")
            try database.execute(sql: "INSERT INTO orders (sku, quantity) VALUES (\(order))")
        }
        try database.close()
        return shop
    }

    private static func error(_ cause: String) -> String {
        "error: the database tea.sqlite cannot be used: \(cause). "
            + "Name another one with TEA_STORAGE_PATH or --Storage.path"
    }

    @Test(arguments: [
        ("NULL, 850", "the name of \"mug\" in it is no text"),
        ("x'ff', 850", "the name of \"mug\" in it is no text"),
        ("7, 850", "the name of \"mug\" in it is no text"),
        ("'Mug', NULL", "the price of \"mug\" in it is no amount of money"),
        ("'Mug', 'much'", "the price of \"mug\" in it is no amount of money"),
        ("'Mug', -1", "the price of \"mug\" in it is no amount of money"),
        ("'Mug', 4294967296", "the price of \"mug\" in it is no amount of money"),
        ("'Mug', 9223372036854775807", "the price of \"mug\" in it is no amount of money"),
        ("'Mug', 1e300", "the price of \"mug\" in it is no amount of money"),
    ])
    func productsThatAreNone(_ values: String, _ cause: String) async throws {
        let shop = try Self.shop("'mug', \(values)", "'mug', 1")
        for arguments in [["price", "mug"], ["order", "mug", "1000"]] {
            let ending = try await ToolProcess(arguments, in: shop.folder).end()
            #expect(ending == .init(output: "", errors: [Self.error(cause)], exitCode: 70))
        }
        // It asks for no names.
        let report = try await shop.run("report")
        #expect(report.exitCode == (cause.contains("price") ? 70 : 0), "\(report)")
    }

    @Test(arguments: [
        ("'mug', NULL", "an order of \"mug\" in it is not for 1 to 1000"),
        ("'mug', 9223372036854775807", "an order of \"mug\" in it is not for 1 to 1000"),
        ("'mug', 'two'", "an order of \"mug\" in it is not for 1 to 1000"),
        ("'pot', 1", "the price of \"pot\" in it is no amount of money"),
        ("NULL, 1", "the price of \"NULL\" in it is no amount of money"),
    ])
    func ordersThatAreNone(_ values: String, _ cause: String) async throws {
        let ending = try await Self.shop("'mug', 'Mug', 850", values).run("report")
        #expect(ending == .init(output: "", errors: [Self.error(cause)], exitCode: 70))
    }

    @Test func columnsThatAreMissing() async throws {
        let shop = try Shop()
        let path = shop.folder.appending(path: "tea.sqlite").path(percentEncoded: false)
        let database = try DatabaseQueue(path: path)
        try await database.write { try $0.execute(sql: "CREATE TABLE products (number INTEGER)") }
        try database.close()
        let ending = try await shop.run("price", "mug")
        #expect(ending == .init(output: "", errors: [Self.error("no such column: name")], exitCode: 70))
    }

    // A shell is offered what it can take for a product.
    @Test func skusThatAreNone() async throws {
        let words = ["---completion", "price", "--", "positional@0", "2", "0", "tea", "price"]
        for sku in ["NULL", "'a\nb'", "x'ff'"] {
            let shop = try Self.shop("\(sku), 'Mug', 850", "\(sku), 1")
            #expect(try await ToolProcess(words, in: shop.folder).end() == .init(output: "", errors: [], exitCode: 0))
        }
    }
}
