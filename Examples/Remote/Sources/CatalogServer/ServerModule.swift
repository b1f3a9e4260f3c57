// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Catalog
import CatalogWire
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import Hive
import Logging

/// Lets other processes call the catalogue.
final class ServerModule: WorkingModule {
    struct Options: ModuleOptions {
        /// An address of this machine, not a name; by version 4 or 6 of the Internet protocol, such as `[::1]`.
        var address = "127.0.0.1"
        var port: UInt16 = 9090
        /// How long a stop waits for calls in hand, up to a minute.
        var patience = Duration.seconds(5)

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            address = try container.decode(String.self, forKey: .address)
            port = try container.decode(UInt16.self, forKey: .port)
            patience = try container.decode(Duration.self, forKey: .patience)
            guard .zero ... .seconds(60) ~= patience else {
                let text = "expected 0 to 60 seconds, found \(patience)"
                throw DecodingError.dataCorruptedError(forKey: .patience, in: container, debugDescription: text)
            }
        }

        private enum CodingKeys: CodingKey { case address, port, patience }
    }
    static let manifest = ModuleManifest(
        needs: [.service((any CatalogService).self)],
        // Above the longest patience, so that a stop never ends before it.
        drainTimeout: .seconds(65),
        work: .announced
    )

    func run(_ context: WorkContext) async throws {
        let options: Options = try context.options()
        let address = CatalogAddress(host: options.address, port: options.port)
        let port = Int(address.port)
        let server = GRPCServer(
            transport: CheckedTransport(
                .http2NIOPosix(
                    address: address.isIPv6
                        ? .ipv6(host: address.host, port: port) : .ipv4(host: address.host, port: port),
                    transportSecurity: .plaintext,
                    // No request needs more; whoever sends more is refused before it is read.
                    config: .defaults { $0.rpc.maxRequestPayloadSize = 4096 }
                )
            ),
            services: [CatalogAnswers(try context.service((any CatalogService).self), context)]
        )
        try await withThrowingTaskGroup { group in
            group.addTask { try await Self.serve(server, address) }
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

    private static func serve(
        _ server: GRPCServer<CheckedTransport>,
        _ address: CatalogAddress
    ) async throws {
        do {
            try await server.serve()
        } catch {
            throw CannotServe(address: address, cause: (error as? RuntimeError)?.cause ?? error)
        }
    }
}

/// Another server has the port, or this machine has no such address.
struct CannotServe: Error, CustomStringConvertible {
    let address: CatalogAddress
    let cause: any Error

    var description: String {
        """
        cannot serve on \(address): \(cause). Stop the server that has the port, or choose others with \
        CATALOG_SERVER_ADDRESS and CATALOG_SERVER_PORT
        """
    }
}
