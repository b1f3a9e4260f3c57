// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Catalog
import Foundation
import Testing

/// What a caller of the catalogue sees.
@Suite(.timeLimit(.minutes(5)))
struct CallTests {
    // The caller cannot tell which of the two lines of services.plist counts.
    @Test(arguments: ["", "remote"])
    func callsAndErrorsAreTheSame(environment: String) async throws {
        let other = try Program.catalog()
        let variables = ["SHOP_CATALOG_PORT": "\(try await other.port())"]
        try await withShop(environment, variables) { catalog, _ in
            let tea = try await catalog.product("tea")
            #expect(tea == Product(sku: "tea", name: "Green tea", price: 690))
            for sku in ["coffee", "grüner Tee", "a\0b", "%"] {
                await #expect(throws: CatalogError.noProduct(sku: sku)) { try await catalog.product(sku) }
                await #expect(throws: CatalogError.noProduct(sku: sku)) { try await catalog.reserve(sku, quantity: 1) }
            }
            for sku in ["", String(repeating: "x", count: 33), String(repeating: "x", count: 1_000_000)] {
                let error = CatalogError.invalid("a product's number has 1 to 32 bytes")
                await #expect(throws: error) { try await catalog.product(sku) }
                await #expect(throws: error) { try await catalog.reserve(sku, quantity: 1) }
            }
            for quantity in [0, -1, 1001, .max, .min] {
                let error = CatalogError.invalid("a quantity is from 1 to 1000, not \(quantity)")
                await #expect(throws: error) { try await catalog.reserve("mug", quantity: quantity) }
            }
            #expect(try await catalog.reserve("mug", quantity: 2) == 1)
            await #expect(throws: CatalogError.outOfStock(sku: "mug", left: 1)) {
                try await catalog.reserve("mug", quantity: 2)
            }
            #expect(try await catalog.reserve("mug", quantity: 1) == 0)
        }
        // Where it was not asked, nothing was taken from it.
        try await withShop("remote", variables) { catalog, _ in
            let left = environment == "remote" ? 0 : 3
            await #expect(throws: CatalogError.outOfStock(sku: "mug", left: left)) {
                try await catalog.reserve("mug", quantity: 4)
            }
        }
        other.send(SIGTERM)
        #expect(await other.exitCode() == 0)
    }

    // With brackets as in a URL, or without.
    @Test(.enabled(if: Connection.isIPv6There), arguments: ["::1", "[::1]"])
    func versionSixOfTheProtocol(_ address: String) async throws {
        let other = try Program.catalog(["CATALOG_SERVER_ADDRESS": address])
        let port = try await other.port()
        let shop = try Program.shop(catalogPort: port, ["SHOP_CATALOG_HOST": address])
        let shopPort = try await shop.port()
        try await waitUntil(ready: true, shopPort)
        #expect(try await get("/products/tea", shopPort).status == 200)
        let third = try Program.catalog(port: port, ["CATALOG_SERVER_ADDRESS": address])
        #expect(await third.exitCode() == 70)
        #expect(third.log.contains { $0.contains("cannot serve on [::1]:\(port)") }, "\(third.log)")
        other.send(SIGTERM)
        #expect(await other.exitCode() == 0)
        let reason = try await waitUntil(ready: false, shopPort)
        #expect(reason.contains("CatalogModule: [::1]:\(port)"), "\(reason)")
    }

    // The other process gives up too: it says so itself. On a busy machine the deadline of a call may be over before
    // that call has reached it, so there are several.
    @Test func deadlineCrossesTheWire() async throws {
        let other = try Program.catalog(lookUpTakes: 3600)
        let variables = ["SHOP_CATALOG_PORT": "\(try await other.port())", "SHOP_CATALOG_DEADLINE": "0.3"]
        try await withShop("remote", variables) { catalog, _ in
            let caller = Task {
                var errors: [CatalogError] = []
                while !Task.isCancelled {
                    do throws(CatalogError) { _ = try await catalog.product("tea") } catch { errors.append(error) }
                }
                return errors
            }
            try await other.wait(for: "look-up was cancelled")
            await #expect(throws: CatalogError.deadlineExceeded) { try await catalog.product("tea") }
            caller.cancel()
            let errors = await caller.value
            #expect(errors.allSatisfy { $0 == .deadlineExceeded || $0 == .cancelled }, "\(errors)")
        }
    }

    @Test func cancellationCrossesTheWire() async throws {
        let other = try Program.catalog(lookUpTakes: 3600)
        let variables = ["SHOP_CATALOG_PORT": "\(try await other.port())"]
        try await withShop("remote", variables) { catalog, _ in
            let call = Task { try await catalog.product("tea") }
            try await other.wait(for: "looking up")
            call.cancel()
            await #expect(throws: CatalogError.cancelled) { try await call.value }
            try await other.wait(for: "look-up was cancelled")
        }
    }

    // A caller that was killed waits for nothing either.
    @Test func deadCallerCancelsItsCalls() async throws {
        let other = try Program.catalog(lookUpTakes: 3600)
        let shop = try Program.shop(catalogPort: try await other.port())
        let port = try await shop.port()
        let request = Task { try await get("/products/tea", port) }
        try await other.wait(for: "looking up")
        shop.send(SIGKILL)
        try await other.wait(for: "look-up was cancelled")
        _ = await request.result
    }
}
