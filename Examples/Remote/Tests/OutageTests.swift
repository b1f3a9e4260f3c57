// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Catalog
import Foundation
import Testing

/// What becomes of the shop when the catalogue's process is gone, and when it comes back.
@Suite(.timeLimit(.minutes(5)))
struct OutageTests {
    // Sixteen calls in hand at SIGKILL: each ends with a typed error, long before its deadline.
    @Test func callsInHandFail() async throws {
        let other = try Program.catalog(lookUpTakes: 3600)
        let variables = ["SHOP_CATALOG_PORT": "\(try await other.port())"]
        try await withShop("remote", variables) { catalog, _ in
            let calls = (0..<16).map { _ in
                Task { () async throws(CatalogError) -> Product in try await catalog.product("tea") }
            }
            for _ in calls { try await other.wait(for: "looking up") }
            other.send(SIGKILL)
            for call in calls {
                let error = await #expect(throws: CatalogError.self) { try await call.value }
                guard case .unavailable = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
            }
        }
    }

    // The shop is the same process from the beginning to the end; each request is answered.
    @Test func killedAndStartedAgainUnderLoad() async throws {
        let first = try Program.catalog(lookUpTakes: 0.01)
        let catalogPort = try await first.port()
        let shop = try Program.shop(catalogPort: catalogPort)
        let port = try await shop.port()
        try await waitUntil(ready: true, port)
        let (statuses, continuation) = AsyncStream<Int>.makeStream()
        let clients = (0..<8).map { _ in
            Task {
                while !Task.isCancelled { continuation.yield(try await get("/products/tea", port).status) }
            }
        }
        var status = statuses.makeAsyncIterator()
        func wait(for expected: Int) async {
            while let next = await status.next(isolation: #isolation), next != expected {
                // 504 would be a call that has waited for its deadline.
                #expect(next == 200 || next == 503)
            }
        }
        await wait(for: 200)
        first.send(SIGKILL)
        await wait(for: 503)
        let reason = try await waitUntil(ready: false, port)
        #expect(reason.contains("CatalogModule: 127.0.0.1:\(catalogPort)"), "\(reason)")
        let second = try Program.catalog(port: catalogPort, lookUpTakes: 0.01)
        _ = try await second.port()
        try await waitUntil(ready: true, port)
        // What came before it was ready may still be among them.
        for _ in 0..<100 { await wait(for: 200) }
        for client in clients { client.cancel() }
        for client in clients { try await client.value }
        continuation.finish()
        await wait(for: 0)
        shop.send(SIGTERM)
        #expect(await shop.exitCode() == 0)
    }

    // Nobody needs to start the two in an order.
    @Test func startedLater() async throws {
        var nobody: Connection? = try Connection.refuser()
        let catalogPort = try #require(nobody?.port)
        let shop = try Program.shop(catalogPort: catalogPort)
        let port = try await shop.port()
        let reason = try await waitUntil(ready: false, port)
        #expect(reason.contains("127.0.0.1:\(catalogPort)") && reason.contains("onnection refused"), "\(reason)")
        let answer = try await get("/products/tea", port)
        #expect(answer.status == 503 && answer.body.contains("onnection refused"), "\(answer)")
        nobody = nil
        let other = try Program.catalog(port: catalogPort)
        _ = try await other.port()
        try await waitUntil(ready: true, port)
        #expect(try await get("/products/tea", port).status == 200)
        #expect(try await post("/orders/mug?quantity=4", port).status == 409)
    }

    // It does not answer, and its connections stay: only the deadline tells.
    @Test func hanging() async throws {
        let other = try Program.catalog()
        let shop = try Program.shop(catalogPort: try await other.port(), ["SHOP_CATALOG_DEADLINE": "0.5"])
        let port = try await shop.port()
        try await waitUntil(ready: true, port)
        other.send(SIGSTOP)
        #expect(try await get("/products/tea", port).status == 504)
        try await waitUntil(ready: false, port)
        other.send(SIGCONT)
        try await waitUntil(ready: true, port)
        // On a busy machine half a second is soon over.
        while try await get("/products/tea", port).status != 200 {}
    }
}
