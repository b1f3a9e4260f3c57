// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Catalog
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import Hive
import Logging

/// Lets other processes call the catalogue.
final class ServerModule: WorkingModule {
    struct Options: ModuleOptions {
        /// An address of this machine, not a name; by version 4 or 6 of the Internet protocol.
        var address = "127.0.0.1"
        var port: UInt16 = 9090
        /// How long a stop waits for calls in hand.
        var patience = Duration.seconds(5)
    }
    static let optionsType: (any (Decodable & Sendable).Type)? = Options.self
    static let dependencies: [ModuleDependency] = [.service((any CatalogService).self)]
    static let readiness: WorkReadiness = .announced

    func run(_ context: WorkContext) async throws {
        let options: Options = try context.options()
        let server = GRPCServer(
            transport: .http2NIOPosix(
                address: .ipv4(host: options.address, port: Int(options.port)),
                transportSecurity: .plaintext,
                // No request needs more; whoever sends more is refused before it is read.
                config: .defaults { $0.rpc.maxRequestPayloadSize = 4096 }
            ),
            services: [CatalogAnswers(try context.service((any CatalogService).self), context)]
        )
        try await withThrowingTaskGroup { group in
            group.addTask { try await Self.serve(server, options) }
            group.addTask {
                await context.waitForDrain()
                server.beginGracefulShutdown()
                // Longer than a call takes. gRPC would wait for connections on which nobody says anything.
                try await Task.sleep(for: options.patience)
            }
            // Where it does not listen, serving has thrown, and says why.
            if let address = try? await server.listeningAddress, let port = address.ipv4?.port ?? address.ipv6?.port {
                Logger(label: "catalog").info("listening", metadata: ["port": "\(port)"])
                await context.announceReady()
            }
            try await group.next()
            group.cancelAll()
        }
    }

    private static func serve(_ server: GRPCServer<HTTP2ServerTransport.Posix>, _ options: Options) async throws {
        do {
            try await server.serve()
        } catch {
            throw CannotServe(
                address: "\(options.address):\(options.port)",
                cause: (error as? RuntimeError)?.cause ?? error
            )
        }
    }
}

/// Another server has the port, or this machine has no such address.
struct CannotServe: Error, CustomStringConvertible {
    let address: String
    let cause: any Error

    var description: String {
        """
        cannot serve on \(address): \(cause). Stop the server that has the port, or choose others with \
        CATALOG_SERVER_ADDRESS and CATALOG_SERVER_PORT
        """
    }
}
