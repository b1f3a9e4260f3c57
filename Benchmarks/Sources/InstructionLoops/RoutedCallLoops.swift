// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting

private protocol PriceService: Sendable {
    func price(_ sku: String, quantity: Int) async -> Int
}

private struct FlatPrices: PriceService {
    @inline(never)
    func price(_ sku: String, quantity: Int) async -> Int { quantity }
}

/// A module with an action, an exported method and a route, each of which asks the service for a price.
private final class PriceModule: HiveModule {
    init() {}

    func setUp(_ context: SetupContext) async throws {
        let prices: any PriceService = FlatPrices()
        try context.services.register((any PriceService).self) { _ in FlatPrices() }
        try context.actions.target("Prices") { target in
            target.action("price", "sku", "quantity", access: .remote) { (sku: String, quantity: Int) in
                await prices.price(sku, quantity: quantity)
            }
        }
        try context.actions.export((any PriceService).self) { service in
            service.method("price", "sku", "quantity", access: .remote) { await $0.price($1, quantity: $2) }
        }
        try context.routes.accept("shop")
        try context.routes.bind("shop://catalog/:sku", "sku", "quantity", access: .remote) {
            (sku: String, quantity: Int) in
            await prices.price(sku, quantity: quantity)
        }
    }
}

/// Calls one price, so many times.
enum RoutedCallLoops {
    static func perform(_ iterations: Int) async throws -> Int {
        try await sum { hive in
            var sum = 0
            for _ in 0..<iterations {
                sum += try await hive.actions.perform("Prices", "price", ["sku": "tea", "quantity": 1])
            }
            return sum
        }
    }

    static func open(_ url: String, _ iterations: Int) async throws -> Int {
        try await sum { hive in
            var sum = 0
            for _ in 0..<iterations { sum += try await hive.routes.open(url, as: Int.self) }
            return sum
        }
    }

    private static func sum(_ body: (Hive) async throws -> Int) async throws -> Int {
        let hive = Hive()
        try hive.modules.register(PriceModule.self)
        try await hive.start()
        let sum = try await body(hive)
        try await hive.stop()
        return sum
    }
}
