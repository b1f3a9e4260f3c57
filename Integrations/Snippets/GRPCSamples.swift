// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// The samples of HiveGRPC in its pages and in doc comments.

import GRPCCore
import Hive
import HiveGRPC

protocol CatalogService: Sendable {
    func product(_ sku: String) async throws(CatalogError) -> Product
}

struct Product: Sendable {
    let sku: String
}

enum CatalogError: Error {
    case noProduct(sku: String)
    case unavailable(String)
}

/// Stands for the generated code.
enum Tea_V1_Catalog {
    struct Client<Transport: ClientTransport>: Sendable {
        init(wrapping client: GRPCClient<Transport>) {}

        func getProduct(_ request: Product) async throws -> Product { request }
    }
}

/// Stands for an implementation of the generated protocol.
struct CatalogAnswers: RegistrableRPCService {
    init(_ catalog: any CatalogService) {}

    func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {}
}

final class ServerModule: WorkingModule {
    typealias Options = GRPCServerOptions
    static let manifest = ModuleManifest(
        needs: [.service((any CatalogService).self)],
        drainTimeout: .seconds(65),
        work: .announced
    )

    func run(_ context: WorkContext) async throws {
        let answers = CatalogAnswers(try context.service((any CatalogService).self))
        try await context.serve([answers], options: try context.options(), security: .plaintext)
    }
}

final class CatalogModule: WorkingModule {
    typealias Options = GRPCClientOptions
    static let manifest = ModuleManifest(provides: [GRPCConnection.self], work: .announced)

    func setUp(_ context: SetupContext) async throws {
        let connection = try GRPCConnection(try context.options(), security: .plaintext)
        try context.services.register(GRPCConnection.self, instance: connection)
    }

    func run(_ context: WorkContext) async throws {
        try await context.run(try context.service(GRPCConnection.self))
    }
}

struct RemoteCatalog: CatalogService {
    private let connection: GRPCConnection

    init(resolver: ServiceResolver) throws {
        connection = try resolver.service(GRPCConnection.self)
    }

    func product(_ sku: String) async throws(CatalogError) -> Product {
        let request = Product(sku: sku)
        return try await connection.call(throwing: CatalogError.self) { client in
            try await Tea_V1_Catalog.Client(wrapping: client).getProduct(request)
        }
    }
}

extension CatalogError: CallError {
    static let domain = "tea"

    var status: CallStatus {
        switch self {
        case .noProduct(let sku): CallStatus(.notFound, "NO_PRODUCT", ["sku": sku])
        case .unavailable(let reason): CallStatus(.unavailable, "UNAVAILABLE", ["reason": reason])
        }
    }

    init(_ status: CallStatus) {
        switch (status.reason, status.details["sku"]) {
        case ("NO_PRODUCT", let sku?): self = .noProduct(sku: sku)
        default: self = .unavailable(status.message)
        }
    }
}

/// Leaves the readiness of its hive alone.
final class CalmModule: WorkingModule {
    static let manifest = ModuleManifest(needs: [.service(GRPCConnection.self)], work: .announced)

    func run(_ context: WorkContext) async throws {
        let client = try context.service(GRPCConnection.self).client
        await context.announceReady()
        try await withThrowingTaskGroup { group in
            group.addTask { try await client.runConnections() }
            group.addTask {
                await context.waitForDrain()
                client.beginGracefulShutdown()
                // The deadline of the options: calls in hand have it to end, and none takes longer.
                try await context.clock.sleep(for: .seconds(1))
            }
            try await group.next()
            group.cancelAll()
        }
    }
}
