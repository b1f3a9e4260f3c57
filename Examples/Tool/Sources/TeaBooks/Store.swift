// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import GRDB

/// Products and orders, in a file of SQLite.
package final class Store: Sendable {
    /// The file cannot be opened, or not be written.
    package struct CannotUse: Error, CustomStringConvertible {
        let path: String
        let cause: String

        package var description: String {
            "the database \(path) cannot be used: \(cause). Name another one with TEA_STORAGE_PATH or --Storage.path"
        }
    }

    private let database: DatabaseQueue

    /// Opens the file, and makes it when there is none.
    package init(path: String) throws {
        // SQLite would make a database that is gone when it is closed.
        guard !path.isEmpty else { throw CannotUse(path: "\"\"", cause: "the path is empty") }
        var configuration = Configuration()
        // Another command may be writing.
        configuration.busyMode = .timeout(5)
        do {
            database = try DatabaseQueue(path: path, configuration: configuration)
            try database.write { database in
                try database.execute(
                    sql: """
                        CREATE TABLE IF NOT EXISTS products (
                            sku TEXT PRIMARY KEY, name TEXT NOT NULL, price INTEGER NOT NULL
                        );
                        CREATE TABLE IF NOT EXISTS orders (
                            id INTEGER PRIMARY KEY, sku TEXT NOT NULL REFERENCES products (sku),
                            quantity INTEGER NOT NULL
                        );
                        """
                )
            }
        } catch let error as DatabaseError {
            throw CannotUse(path: path, cause: error.message ?? error.resultCode.description)
        }
    }

    /// Puts products into the catalogue, all of them or none; one that is there already gets its new name and price.
    package func add(_ products: [Product]) async throws {
        try await database.write { database in
            let sql = """
                INSERT INTO products VALUES (?, ?, ?)
                ON CONFLICT (sku) DO UPDATE SET name = excluded.name, price = excluded.price
                """
            let statement = try database.makeStatement(sql: sql)
            for product in products {
                try statement.execute(arguments: [product.sku, product.name, product.price.cents])
            }
        }
    }

    /// The product of a sku.
    ///
    /// - Throws: ``Complaint`` when there is none.
    package func product(_ sku: String) async throws -> Product {
        let found = try await database.read { database in
            try Row.fetchOne(database, sql: "SELECT name, price FROM products WHERE sku = ?", arguments: [sku])
                .map { Product(sku: sku, name: $0[0], price: Money(cents: $0[1])) }
        }
        guard let found else { throw Complaint.data("there is no product \"\(sku)\"") }
        return found
    }

    /// The skus of all products, in alphabetical order.
    package func skus() async throws -> [String] {
        try await database.read { try String.fetchAll($0, sql: "SELECT sku FROM products ORDER BY sku") }
    }

    /// Notes an order, and returns its number.
    package func order(_ product: Product, quantity: Int) async throws -> Int64 {
        try await database.write { database in
            let sql = "INSERT INTO orders (sku, quantity) VALUES (?, ?)"
            try database.execute(sql: sql, arguments: [product.sku, quantity])
            return database.lastInsertedRowID
        }
    }

    /// How many products and orders there are, and what the orders come to.
    package func report() async throws -> (products: Int, orders: Int, total: Money) {
        try await database.read { database in
            let sql = "SELECT COUNT(*), COALESCE(SUM(quantity * price), 0) FROM orders JOIN products USING (sku)"
            let orders = try Row.fetchOne(database, sql: sql)
            let products = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM products")
            return (products ?? 0, orders?[0] ?? 0, Money(cents: orders?[1] ?? 0))
        }
    }

    /// Closes the file.
    package func close() throws { try database.close() }
}
