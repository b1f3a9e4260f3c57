// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Catalog
import CatalogWire
import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import GRPCProtobuf
import Testing

/// What comes over the wire may be anything.
@Suite(.timeLimit(.minutes(5)))
struct WireTests {
    /// Answers with what no catalogue says.
    private struct HostileCatalog: Tea_V1_Catalog.SimpleServiceProtocol {
        let product: Tea_V1_Product
        var failure: RPCError?

        func getProduct(request: Tea_V1_GetProductRequest, context: ServerContext) async throws -> Tea_V1_Product {
            if let failure { throw failure }
            return product
        }

        func reserve(request: Tea_V1_ReserveRequest, context: ServerContext) async throws -> Tea_V1_ReserveReply {
            .with { if request.quantity > 1 { $0.left = -1 } }
        }
    }

    private func withHostileCatalog(
        _ catalog: HostileCatalog,
        _ body: @Sendable (any CatalogService) async throws -> Void
    ) async throws {
        let transport = HTTP2ServerTransport.Posix(
            address: .ipv4(host: "127.0.0.1", port: 0),
            transportSecurity: .plaintext
        )
        try await withGRPCServer(transport: transport, services: [catalog]) { server in
            let port = try #require(try await server.listeningAddress?.ipv4?.port)
            try await withShop("remote", ["SHOP_CATALOG_PORT": "\(port)"]) { catalog, _ in try await body(catalog) }
        }
    }

    private static let good = Product(sku: "tea", name: "Green tea", price: 690).message

    @Test(arguments: [
        "nothing", "another product", "no name", "a long name", "no price", "a price below 0", "a price without end",
        "a million bytes",
    ])
    func hostileCatalog(answer: String) async throws {
        var product = Self.good
        switch answer {
        case "nothing": product = Tea_V1_Product()
        case "another product": product.sku = "mug"
        case "no name": product.name = ""
        case "a long name": product.name = String(repeating: "x", count: 201)
        case "no price": product.clearPrice()
        case "a price below 0": product.price = -1
        case "a price without end": product.price = .max
        // Refused by its length, before it is decoded.
        default: product.name = String(repeating: "x", count: 1_000_000)
        }
        let sent = product
        try await withHostileCatalog(HostileCatalog(product: sent)) { catalog in
            let error = await #expect(throws: CatalogError.self) { try await catalog.product("tea") }
            guard case .wrongAnswer(let reason) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(answer != "a million bytes" || reason.contains("resourceExhausted"), "\(reason)")
            for quantity in [1, 2] {
                await #expect(throws: CatalogError.wrongAnswer("it does not say what is left of tea")) {
                    try await catalog.reserve("tea", quantity: quantity)
                }
            }
        }
    }

    // Without details, with some that cannot be read, with one that lacks the number, with those of another service.
    @Test(arguments: ["none", "no bytes of ours", "no number", "another service's"])
    func hostileErrors(details: String) async throws {
        func metadata(_ domain: String, _ details: [String: String]) -> Metadata {
            let info = ErrorDetails.errorInfo(reason: "NO_PRODUCT", domain: domain, metadata: details)
            return GoogleRPCStatus(code: .notFound, message: "no", details: info).rpcErrorMetadata
        }
        let metadata: Metadata =
            switch details {
            case "none": [:]
            case "no bytes of ours": ["grpc-status-details-bin": .binary([255, 255, 255])]
            case "no number": metadata("tea", [:])
            default: metadata("coffee", ["sku": "tea"])
            }
        let failure = RPCError(code: .notFound, message: "no", metadata: metadata)
        try await withHostileCatalog(HostileCatalog(product: Self.good, failure: failure)) { catalog in
            await #expect(throws: CatalogError.wrongAnswer("notFound: no")) { try await catalog.product("tea") }
        }
    }

    // The catalogue refuses it, and goes on.
    @Test func hostileCaller() async throws {
        let other = try Program.catalog()
        let transport = try HTTP2ClientTransport.Posix(
            target: .ipv4(address: "127.0.0.1", port: try await other.port()),
            transportSecurity: .plaintext
        )
        try await withGRPCClient(transport: transport) { client in
            let catalog = Tea_V1_Catalog.Client(wrapping: client)
            func code(_ body: () async throws -> Void) async -> RPCError.Code? {
                do { try await body() } catch { return (error as? RPCError)?.code }
                return nil
            }
            let long = String(repeating: "x", count: 1_000_000)
            #expect(await code { _ = try await catalog.getProduct(.init()) } == .invalidArgument)
            // Refused by its length: gRPC resets the stream. Had it been read, the catalogue would have refused it.
            #expect(await code { _ = try await catalog.getProduct(.with { $0.sku = long }) } == .unavailable)
            for quantity in [.min, 0, .max] as [Int64] {
                let request = Tea_V1_ReserveRequest.with {
                    $0.sku = "tea"
                    $0.quantity = quantity
                }
                #expect(await code { _ = try await catalog.reserve(request) } == .invalidArgument)
            }
            let tea = try await catalog.getProduct(.with { $0.sku = "tea" })
            #expect(tea == Self.good)
        }
    }

    // gRPC would end the process at a negative one; no interceptor is asked before.
    @Test func hostileDeadline() async throws {
        let other = try Program.catalog()
        let transport = try HTTP2ClientTransport.Posix(
            target: .ipv4(address: "127.0.0.1", port: try await other.port()),
            transportSecurity: .plaintext
        )
        try await withGRPCClient(transport: transport) { client in
            let catalog = Tea_V1_Catalog.Client(wrapping: client)
            for timeout in ["-1S", "-1n", "-99999H", "+1S", "1.5S", "", "S", "123456789S"] {
                let error = await #expect(throws: RPCError.self, "\(timeout)") {
                    try await catalog.getProduct(.with { $0.sku = "tea" }, metadata: ["grpc-timeout": .string(timeout)])
                }
                #expect(error?.code == .unknown, "\(timeout): \(String(describing: error))")
            }
            for timeout in ["10S", "9999999H", "0000010M"] {
                let metadata: Metadata = ["grpc-timeout": .string(timeout)]
                let tea = try await catalog.getProduct(.with { $0.sku = "tea" }, metadata: metadata)
                #expect(tea == Self.good, "\(timeout)")
            }
        }
        other.send(SIGTERM)
        #expect(await other.exitCode() == 0)
    }

    // Whoever asks writes no lines of the catalogue's log.
    @Test func hostileNumberInTheLog() async throws {
        let other = try Program.catalog(lookUpTakes: 0.01)
        let transport = try HTTP2ClientTransport.Posix(
            target: .ipv4(address: "127.0.0.1", port: try await other.port()),
            transportSecurity: .plaintext
        )
        try await withGRPCClient(transport: transport) { client in
            let sku = "tea\nforged \u{1B}[2J\u{9B}2J\u{2028}"
            let error = await #expect(throws: RPCError.self) {
                try await Tea_V1_Catalog.Client(wrapping: client).getProduct(.with { $0.sku = sku })
            }
            #expect(error?.code == .notFound)
        }
        let line = try await other.wait(for: "looked up")
        #expect(line.contains(#"sku=tea\nforged \u{1B}[2J"#), "\(line)")
        #expect(!other.log.contains { $0.hasPrefix("forged") })
        #expect(line.unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 0x20 }, "\(line)")
    }

    // What the shop multiplies is bounded, whatever the other process agrees to.
    @Test(arguments: [Int.max, 1001, 0, -1, Int.min])
    func quantityThatCannotBe(_ quantity: Int) async throws {
        try await withHostileCatalog(HostileCatalog(product: Self.good)) { catalog in
            let error = CatalogError.invalid("a quantity is from 1 to 1000, not \(quantity)")
            await #expect(throws: error) { try await catalog.reserve("tea", quantity: quantity) }
        }
    }

    // A caller that says its deadline and goes on waiting: the catalogue ends the call.
    @Test func deadlineOfTheCatalogue() async throws {
        let other = try Program.catalog(lookUpTakes: 3600)
        let transport = try HTTP2ClientTransport.Posix(
            target: .ipv4(address: "127.0.0.1", port: try await other.port()),
            transportSecurity: .plaintext
        )
        try await withGRPCClient(transport: transport) { client in
            let catalog = Tea_V1_Catalog.Client(wrapping: client)
            let error = await #expect(throws: RPCError.self) {
                try await catalog.getProduct(.with { $0.sku = "tea" }, metadata: ["grpc-timeout": "100m"])
            }
            #expect(error?.code == .deadlineExceeded)
            try await other.wait(for: "look-up was cancelled")
        }
    }
}
