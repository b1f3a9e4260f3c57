// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import GRDB

/// Products and orders, in a file of SQLite.
package final class Store: Sendable {
    /// The file cannot be opened, or not be written, or holds what no shop writes.
    package struct CannotUse: Error, CustomStringConvertible {
        let path: String
        let cause: String

        package var description: String {
            "the database \(path) cannot be used: \(cause). Name another one with TEA_STORAGE_PATH or --Storage.path"
        }
    }

    private let path: String
    private let database: DatabaseQueue

    /// Opens the file, and makes it when there is none.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - turn: Waits while another command is writing, now and later.
    /// - Throws: ``CannotUse``.
    package init(path: String, turn: Turn = Turn()) throws {
        self.path = path
        // SQLite would make a database that is gone when it is closed.
        guard !path.isEmpty else { throw CannotUse(path: "\"\"", cause: "the path is empty") }
        var configuration = Configuration()
        configuration.busyMode = .callback { turn.waitAgain(attempts: $0) }
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
            throw CannotUse(path: path, error)
        }
    }

    private func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do { return try await database.read(body) } catch let error as DatabaseError {
            throw CannotUse(path: path, error)
        }
    }

    private func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do { return try await database.write(body) } catch let error as DatabaseError {
            throw CannotUse(path: path, error)
        }
    }

    /// Says that the file holds something that this program has not written: tables of that name may be another's.
    private func stranger(_ text: String) -> CannotUse { CannotUse(path: path, cause: text) }

    private func price(_ value: DatabaseValue, of sku: String) throws -> Money {
        guard let price = Int.fromDatabaseValue(value).flatMap(Money.init(written:)) else {
            throw stranger("the price of \"\(sku)\" in it is no amount of money")
        }
        return price
    }

    /// Puts products into the catalogue, all of them or none; one that is there already gets its new name and price.
    package func add(_ products: [Product]) async throws {
        try await write { database in
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
        try await read { [self] database in
            let sql = "SELECT name, price FROM products WHERE sku = ?"
            guard let row = try Row.fetchOne(database, sql: sql, arguments: [sku]) else {
                throw Complaint.data("there is no product \"\(sku)\"")
            }
            guard let name = String.fromDatabaseValue(row[0]) else {
                throw stranger("the name of \"\(sku)\" in it is no text")
            }
            return Product(sku: sku, name: name, price: try price(row[1], of: sku))
        }
    }

    /// The skus of all products, in alphabetical order.
    package func skus() async throws -> [String] {
        try await read { database in
            try DatabaseValue.fetchAll(database, sql: "SELECT sku FROM products ORDER BY sku")
                .compactMap(String.fromDatabaseValue)
        }
    }

    /// Notes an order, and returns its number.
    package func order(_ product: Product, quantity: Int) async throws -> Int64 {
        try await write { database in
            let sql = "INSERT INTO orders (sku, quantity) VALUES (?, ?)"
            try database.execute(sql: sql, arguments: [product.sku, quantity])
            return database.lastInsertedRowID
        }
    }

    /// How many products and orders there are, and what the orders come to.
    package func report() async throws -> (products: Int, orders: Int, total: Money) {
        try await read { [self] database in
            let products = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM products") ?? 0
            // Not added up by SQLite, which would take any value for a number.
            let sql = "SELECT sku, quantity, price FROM orders LEFT JOIN products USING (sku)"
            let rows = try Row.fetchCursor(database, sql: sql)
            var (orders, total) = (0, 0)
            while let row = try rows.next() {
                let sku = String.fromDatabaseValue(row[0]) ?? "NULL"
                guard let quantity = Int.fromDatabaseValue(row[1]), 1...1000 ~= quantity else {
                    throw stranger("an order of \"\(sku)\" in it is not for 1 to 1000")
                }
                let (sum, isTooMuch) = total.addingReportingOverflow(quantity * (try price(row[2], of: sku)).cents)
                if isTooMuch { throw stranger("its orders come to more than can be counted") }
                (orders, total) = (orders + 1, sum)
            }
            return (products, orders, Money(cents: total))
        }
    }

    /// Closes the file.
    package func close() throws { try database.close() }
}

extension Store.CannotUse {
    init(path: String, _ error: DatabaseError) {
        self.init(path: path, cause: error.message ?? error.resultCode.description)
    }
}
