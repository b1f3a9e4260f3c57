// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import GRDB

/// Products and orders, in a file of SQLite.
package final class Store: Sendable {
    /// How many of a product somebody may order at once.
    package static let quantities = 1...1000

    /// What the shop sells.
    package struct Product: Codable, Sendable {
        package let sku: String
        package let name: String
        /// In cents.
        package let price: Int
    }

    /// An order that was noted.
    package struct Receipt: Codable, Sendable {
        package let id: Int64
        /// In cents.
        package let total: Int
    }

    /// What has been ordered so far.
    package struct Report: Codable, Sendable {
        package var orders = 0
        /// In cents.
        package var total = 0
        /// How many orders are in the file that this program would not have noted, and are counted nowhere else; nil
        /// when there is none.
        package var unusable: Int?
    }

    private let database: DatabaseQueue

    /// Opens the file, and makes it when there is none.
    ///
    /// - Throws: ``CannotUseDatabase``, also when the file can be read and not written.
    package init(path: String) throws {
        do {
            database = try DatabaseQueue(path: path)
            // SQLite opens a file that it may only read without a word; writing tells.
            try database.write { try Self.makeTables(in: $0) }
        } catch let error as DatabaseError {
            throw CannotUseDatabase(path: path, cause: error.message ?? error.resultCode.description)
        }
    }

    private static func makeTables(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS products (sku TEXT PRIMARY KEY, name TEXT NOT NULL, price INTEGER NOT NULL);
                CREATE TABLE IF NOT EXISTS orders (
                    id INTEGER PRIMARY KEY, sku TEXT NOT NULL REFERENCES products (sku), quantity INTEGER NOT NULL
                );
                INSERT OR IGNORE INTO products VALUES ('tea', 'Green tea', 690), ('mug', 'Mug', 850);
                """
        )
    }

    /// Returns a product, nil when there is none.
    ///
    /// - Throws: ``UnusableProduct``, or what SQLite says.
    package func product(_ sku: String) async throws -> Product? {
        try await database.read { try Self.product(sku, in: $0) }
    }

    private static func product(_ sku: String, in database: Database) throws -> Product? {
        let sql = "SELECT name, price FROM products WHERE sku = ?"
        guard let row = try Row.fetchOne(database, sql: sql, arguments: [sku]) else { return nil }
        guard let name = String.fromDatabaseValue(row[0]) else { throw UnusableProduct(sku: sku, what: "name") }
        // Every price times every quantity fits.
        guard let price = integer(row[1]), 0...1_000_000_000 ~= price else {
            throw UnusableProduct(sku: sku, what: "price")
        }
        return Product(sku: sku, name: name, price: price)
    }

    /// The number that is stored, nil for anything else.
    ///
    /// SQLite keeps anything in a column of integers; to read it as an `Int` right away would end the process.
    private static func integer(_ value: DatabaseValue) -> Int? {
        if case .int64(let number) = value.storage { Int(exactly: number) } else { nil }
    }

    /// Notes an order.
    ///
    /// - Parameters:
    ///   - sku: The product.
    ///   - quantity: How many, one of ``quantities``.
    /// - Returns: Its number and what it costs; nil when there is no such product.
    /// - Throws: ``UnusableProduct``, or what SQLite says.
    package func order(_ sku: String, quantity: Int) async throws -> Receipt? {
        precondition(Self.quantities ~= quantity, "whoever decodes an order checks its quantity")
        return try await database.write { database in
            guard let product = try Self.product(sku, in: database) else { return nil }
            try database.execute(sql: "INSERT INTO orders (sku, quantity) VALUES (?, ?)", arguments: [sku, quantity])
            return Receipt(id: database.lastInsertedRowID, total: quantity * product.price)
        }
    }

    /// Adds up the orders; those that cannot be are counted apart.
    package func report() async throws -> Report {
        try await database.read { database in
            let sql = "SELECT quantity, price FROM orders JOIN products USING (sku)"
            let rows = try Row.fetchCursor(database, sql: sql)
            var report = Report()
            while let row = try rows.next() {
                if let total = Self.total(report.total, adding: row) {
                    report.orders += 1
                    report.total = total
                } else {
                    report.unusable = (report.unusable ?? 0) + 1
                }
            }
            return report
        }
    }

    /// The sum with another order, nil when that is none.
    private static func total(_ sum: Int, adding row: Row) -> Int? {
        guard let quantity = integer(row[0]), quantities ~= quantity, let price = integer(row[1]), price >= 0 else {
            return nil
        }
        let (amount, isTooLarge) = quantity.multipliedReportingOverflow(by: price)
        let (total, overflows) = sum.addingReportingOverflow(amount)
        return isTooLarge || overflows ? nil : total
    }

    /// Throws when the database does not answer.
    package func check() async throws {
        _ = try await database.read { try Int.fetchOne($0, sql: "SELECT 1") }
    }

    /// Closes the file.
    package func close() throws { try database.close() }
}

/// The file cannot be opened, or not be written.
package struct CannotUseDatabase: Error, CustomStringConvertible {
    let path: String
    let cause: String

    package var description: String {
        """
        the database \(path) cannot be used: \(cause). Let the user of this process (\(NSUserName())) write the file \
        and its folder, or name another file with TEA_STORAGE_PATH
        """
    }
}

/// Something else has written into the database what no product has.
package struct UnusableProduct: Error, CustomStringConvertible {
    let sku: String
    let what: String

    package var description: String { "the product \"\(sku)\" has a \(what) that cannot be" }
}
