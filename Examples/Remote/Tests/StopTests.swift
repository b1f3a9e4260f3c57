// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Testing

/// What becomes of calls when one of the two stops, and what somebody reads whose program does not start.
@Suite(.timeLimit(.minutes(5)))
struct StopTests {
    // Thirty requests in hand at SIGTERM: all are answered, although each has to call the catalogue once more.
    @Test func everyRequestInHandIsAnswered() async throws {
        let other = try Program.catalog(lookUpTakes: 1)
        let shop = try Program.shop(catalogPort: try await other.port())
        let port = try await shop.port()
        let requests = (0..<30).map { _ in Task { try await post("/orders/tea?quantity=1", port) } }
        for _ in requests { try await other.wait(for: "looking up") }
        shop.send(SIGTERM)
        for request in requests {
            let answer = try await request.value
            #expect(answer.status == 200, "\(answer)")
        }
        #expect(await shop.exitCode() == 0)
    }

    // Thirty calls in hand at SIGTERM of the catalogue: each is done. On a very busy machine callers have seen the
    // connection closed before they had read the answers; then the call is unavailable.
    @Test func everyCallInHandIsDone() async throws {
        let other = try Program.catalog(lookUpTakes: 1)
        let shop = try Program.shop(catalogPort: try await other.port())
        let port = try await shop.port()
        let requests = (0..<30).map { _ in Task { try await get("/products/tea", port) } }
        for _ in requests { try await other.wait(for: "looking up") }
        other.send(SIGTERM)
        for request in requests {
            let answer = try await request.value
            #expect(answer.status == 200 || answer.body.contains("Stream unexpectedly closed"), "\(answer)")
        }
        #expect(await other.exitCode() == 0)
        #expect(other.log.count { $0.contains("looked up") } == 30)
    }

    // The stop waits for nobody, also where gRPC would.
    @Test func unknownHost() async throws {
        let shop = try Program.shop(
            catalogPort: 9,
            ["SHOP_CATALOG_HOST": "no-such-host.invalid", "SHOP_CATALOG_DEADLINE": "2"]
        )
        let port = try await shop.port()
        let reason = try await waitUntil(ready: false, port)
        #expect(reason.contains("no-such-host.invalid:9"), "\(reason)")
        shop.send(SIGTERM)
        #expect(await shop.exitCode() == 0)
    }

    @Test func wrongOptions() async throws {
        let shop = try Program.shop(catalogPort: 70000, ["SHOP_CATALOG_HOTS": "localhost"])
        #expect(await shop.exitCode() == 78)
        let words = shop.log.joined(separator: "\n")
        #expect(words.contains("SHOP_CATALOG_PORT: error: Option port of CatalogModule"), "\(words)")
        #expect(words.contains("Did you mean SHOP_CATALOG_HOST?"), "\(words)")
        for option in ["HOST": "", "PORT": "0", "DEADLINE": "0", "CHECK_EVERY": "-1"] {
            let shop = try Program.shop(catalogPort: 9, ["SHOP_CATALOG_\(option.key)": option.value])
            #expect(await shop.exitCode() == 78)
            let words = shop.log.joined(separator: "\n")
            let beginning = "SHOP_CATALOG_\(option.key): error: Option \(option.key.prefix(4).lowercased())"
            #expect(words.contains(beginning), "\(words)")
        }
    }

    // Before anything starts; a stop that cannot end would be noticed much later.
    @Test(arguments: ["-1", "-0.001", "60.5", "1e12", "1e300", "inf", "soon", ""])
    func wrongPatience(_ patience: String) async throws {
        let other = try Program.catalog(["CATALOG_SERVER_PATIENCE": patience])
        #expect(await other.exitCode() == 78)
        let words = other.log.joined(separator: "\n")
        #expect(words.contains("CATALOG_SERVER_PATIENCE: error: Option patience of ServerModule: expected"), "\(words)")
        #expect(!words.contains("opening the stock"), "\(words)")
    }

    // gRPC would wait for connections on which nobody says anything.
    @Test func silentConnections() async throws {
        let other = try Program.catalog(["CATALOG_SERVER_PATIENCE": "0.1"])
        let port = try await other.port()
        let connections = try (0..<3).map { _ in try Connection(port: port) }
        // The catalogue speaks first, when it has accepted one.
        for connection in connections { try connection.receiveSome() }
        other.send(SIGTERM)
        #expect(await other.exitCode() == 0)
        withExtendedLifetime(connections) {}
    }

    // It ends the start, and is no failure.
    @Test(arguments: [SIGTERM, SIGINT])
    func signalDuringTheStart(_ signal: Int32) async throws {
        let other = try Program.catalog(["CATALOG_STOCK_OPEN_TAKES": "3600"])
        try await other.wait(for: "opening the stock")
        other.send(signal)
        #expect(await other.exitCode() == 0)
        #expect(!other.log.contains { $0.contains("] listening") })
    }

    @Test func addressInUse() async throws {
        let taken = try Connection.listener()
        let other = try Program.catalog(port: taken.port)
        #expect(await other.exitCode() == 70)
        let words = other.log.joined(separator: "\n")
        #expect(words.contains("cannot serve on 127.0.0.1:\(taken.port)"), "\(words)")
        #expect(words.contains("ddress already in use") && words.contains("options address and port"), "\(words)")
    }
}
