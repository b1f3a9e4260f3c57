// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import GRPCCore
public import GRPCNIOTransportHTTP2Posix
public import Hive

extension WorkContext {
    /// Answers calls as the module's work.
    ///
    /// ```swift
    /// final class ServerModule: WorkingModule {
    ///     typealias Options = GRPCServerOptions
    ///     static let manifest = ModuleManifest(
    ///         needs: [.service((any CatalogService).self)],
    ///         drainTimeout: .seconds(65),
    ///         work: .announced
    ///     )
    ///
    ///     func run(_ context: WorkContext) async throws {
    ///         let answers = CatalogAnswers(try context.service((any CatalogService).self))
    ///         try await context.serve([answers], options: try context.options(), security: .plaintext)
    ///     }
    /// }
    /// ```
    ///
    /// - **Start.** The module is announced when the server listens; an address in use is a failed start.
    /// - **Calls.** One whose deadline is over, or whose caller is gone, has its task cancelled. gRPC by itself only
    ///   tells it by a handle. The trace of the caller goes on in the call.
    /// - **Health.** The server answers the health protocol of gRPC: for itself and for each of the services, whether
    ///   the hive is ready; for the name `liveness`, whether all modules are well (C53).
    /// - **Drain.** No new connection and no new call is taken; those in hand are answered, within the patience of the
    ///   options, and are not cancelled before. What the module needs drains after it.
    ///
    /// - Parameters:
    ///   - services: What is answered: services of the generated code.
    ///   - options: Where to listen, and how long a stop may wait.
    ///   - security: Whether connections are encrypted, and who is let in: `.plaintext`, `.tls` or `.mTLS`, in so many
    ///     words.
    ///   - maximumRequestBytes: The longest message that is taken; a call with a longer one is refused before that is
    ///     read. 4 MiB unless you say otherwise.
    ///   - interceptors: What sees each call, the first before the others.
    ///   - onListening: Called before the module is announced, with the address, which has the port that the system has
    ///     chosen.
    ///   - configure: Changes what else the transport can be told.
    /// - Throws: ``CannotServe`` when the address cannot be listened on; what gRPC throws.
    public func serve(
        _ services: [any RegistrableRPCService],
        options: GRPCServerOptions,
        security: HTTP2ServerTransport.Posix.TransportSecurity,
        maximumRequestBytes: Int = 4 * 1024 * 1024,
        interceptors: [any ServerInterceptor] = [],
        onListening: @escaping @Sendable (_ address: SocketAddress) -> Void = { _ in },
        configure: (inout HTTP2ServerTransport.Posix.Config) -> Void = { _ in }
    ) async throws {
        let name = SocketName(host: options.address, port: options.port)
        var config = HTTP2ServerTransport.Posix.Config.defaults
        config.rpc.maxRequestPayloadSize = maximumRequestBytes
        // Or a server that is busy would close the connections of clients that look after them.
        config.connection.keepalive.clientBehavior = .init(
            minPingIntervalWithoutCalls: .seconds(5),
            allowWithoutCalls: true
        )
        configure(&config)
        let transport = HTTP2ServerTransport.Posix(
            address: name.isIPv6 ? .ipv6(host: name.host, port: name.port) : .ipv4(host: name.host, port: name.port),
            transportSecurity: security,
            config: config
        )
        let server = GRPCServer(
            transport: CheckedTransport(transport),
            services: services + [HealthAnswers(self, services)],
            interceptors: [TraceExtraction()] + interceptors + [CallCancellation(isDraining: { isDraining })]
        )
        try await withThrowingTaskGroup { group in
            group.addTask {
                do {
                    try await server.serve()
                } catch {
                    throw CannotServe(address: "\(name)", cause: (error as? RuntimeError)?.cause ?? error)
                }
            }
            group.addTask {
                await waitForDrain()
                server.beginGracefulShutdown()
                // gRPC would wait for connections on which nobody says anything.
                try await clock.sleep(for: options.patience)
            }
            // Where it does not listen, serving has thrown, and says why.
            if let address = try? await server.listeningAddress {
                onListening(address)
                await announceReady()
            }
            try await group.next()
            group.cancelAll()
        }
    }
}

/// Another server has the port, or this machine has no such address.
public struct CannotServe: Error, CustomStringConvertible {
    /// The address and the port that were asked for.
    public let address: String
    /// What the system said.
    public let cause: any Error

    /// The address, the cause, and what to do.
    public var description: String {
        """
        cannot serve on \(address): \(cause). Stop the server that has the port, or choose others by the options \
        address and port; the address is one of this machine, and no name
        """
    }
}
