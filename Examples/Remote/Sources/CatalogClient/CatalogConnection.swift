// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Catalog
package import CatalogWire
package import GRPCCore
package import GRPCNIOTransportHTTP2Posix

/// The way to the catalogue of another process: a client of gRPC that lives as long as the hive runs.
package struct CatalogConnection: Sendable {
    package typealias Client = Tea_V1_Catalog.Client<HTTP2ClientTransport.Posix>

    /// Host and port, for messages.
    package let address: CatalogAddress
    private let transport: GRPCClient<HTTP2ClientTransport.Posix>
    private let options: CallOptions

    /// Prepares a connection; it is made while ``run()`` runs, and made anew whenever it is lost.
    ///
    /// - Parameters:
    ///   - address: Where the catalogue is.
    ///   - deadline: How long a call may take. The other process is told, and gives up as well.
    /// - Throws: What gRPC says of a target that it cannot use.
    package init(_ address: CatalogAddress, deadline: Duration) throws {
        self.address = address
        let port = Int(address.port)
        // While nobody listens, a new attempt every second or so; left to itself, gRPC waits up to two minutes.
        let backoff = HTTP2ClientTransport.Config.Backoff(
            initial: .milliseconds(100),
            max: .seconds(1),
            multiplier: 1.6,
            jitter: 0.2
        )
        transport = GRPCClient(
            transport: try .http2NIOPosix(
                target: address.isIPv6
                    ? .ipv6(address: address.host, port: port) : .dns(host: address.host, port: port),
                transportSecurity: .plaintext,
                config: .defaults { $0.backoff = backoff }
            )
        )
        var options = CallOptions.defaults
        options.timeout = deadline
        // While there is no connection, calls fail at once.
        options.waitForReady = false
        options.maxResponseMessageBytes = 64 * 1024
        // Up to version 2.9 at least, the transport takes this one for what it receives.
        options.maxRequestMessageBytes = 64 * 1024
        self.options = options
    }

    /// Keeps the connection until it is shut down.
    package func run() async throws { try await transport.runConnections() }

    /// Lets calls in hand end, then ``run()``.
    package func beginGracefulShutdown() { transport.beginGracefulShutdown() }

    /// Makes a call, and says what became of it in the catalogue's own errors.
    package func call<Reply: Sendable>(
        _ body: (Client, CallOptions) async throws -> Reply
    ) async throws(CatalogError) -> Reply {
        do {
            return try await body(Client(wrapping: transport), options)
        } catch {
            // gRPC says so in several ways.
            throw Task.isCancelled ? .cancelled : CatalogError(error)
        }
    }

    /// Asks whether the catalogue is ready.
    ///
    /// - Throws: Why it is not. One that has said nothing for five seconds is not, however long other calls may take.
    package func check() async throws(CatalogError) {
        let reply = try await call { client, options in
            var options = options
            options.timeout = min(options.timeout ?? .seconds(5), .seconds(5))
            return try await client.check(.init(), options: options)
        }
        guard reply.ready else { throw .unavailable("it is not ready") }
    }
}
