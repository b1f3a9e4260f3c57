// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// A whole program of one module, which the README begins with, and a module with options and a service.

import Hive

actor WebModule: WorkingModule {
    static let manifest = ModuleManifest(work: .announced)

    func run(_ context: WorkContext) async throws {
        let server = try await Server.bind(port: 8080)
        try await withDrainHandler {
            guard await context.announceReady() else { return }
            try await server.serve()
        } onDrain: {
            server.beginGracefulShutdown()
        }
    }
}

@main struct Shop {
    static func main() async {
        await Hive.main {
            let hive = Hive()
            try hive.modules.register(WebModule.self)
            return hive
        }
    }
}

/// A server as many libraries have one: `serve` returns when it was told to shut down, and nothing is in flight.
final class Server: Sendable {
    private let requests = AsyncStream<String>.makeStream()

    static func bind(port: Int) async throws -> Server { Server() }

    func serve() async throws {
        for await request in requests.stream { print("answered \(request)") }
    }

    func beginGracefulShutdown() { requests.continuation.finish() }
}

protocol PriceService: Sendable {
    func price(of sku: String) -> Int?
}

struct PriceList: PriceService {
    let discount: Int

    func price(of sku: String) -> Int? { sku == "tea" ? 690 - discount : nil }
}

final class PriceModule: HiveModule {
    struct Options: ModuleOptions {
        var discount = 0
    }
    static let manifest = ModuleManifest(provides: [(any PriceService).self])

    func setUp(_ context: SetupContext) async throws {
        let options: Options = try context.options()
        try context.services.register((any PriceService).self) { _ in PriceList(discount: options.discount) }
    }
}
