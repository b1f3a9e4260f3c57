// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import GRDB

/// Products and orders, in a file of SQLite.
package final class Store: Sendable {
    /// What the shop sells.
    package struct Product: Codable, Sendable {
        package let sku: String
        package let name: String
        /// In cents.
        package let price: Int
    }

    /// What has been ordered so far.
    package struct Report: Codable, Sendable {
        package let orders: Int
        /// In cents.
        package let total: Int
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
    package func product(_ sku: String) async throws -> Product? {
        try await database.read { database in
            try Row.fetchOne(database, sql: "SELECT name, price FROM products WHERE sku = ?", arguments: [sku])
                .map { Product(sku: sku, name: $0[0], price: $0[1]) }
        }
    }

    /// Notes an order, and returns its number.
    package func order(_ sku: String, quantity: Int) async throws -> Int64 {
        try await database.write { database in
            try database.execute(sql: "INSERT INTO orders (sku, quantity) VALUES (?, ?)", arguments: [sku, quantity])
            return database.lastInsertedRowID
        }
    }

    /// Adds up the orders.
    package func report() async throws -> Report {
        try await database.read { database in
            let sql = "SELECT COUNT(*), COALESCE(SUM(quantity * price), 0) FROM orders JOIN products USING (sku)"
            return try Row.fetchOne(database, sql: sql).map { Report(orders: $0[0], total: $0[1]) }
                ?? Report(orders: 0, total: 0)
        }
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
