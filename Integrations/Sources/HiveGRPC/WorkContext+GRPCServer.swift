// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import GRPCCore
public import GRPCNIOTransportHTTP2Posix
public import Hive

import struct NIOCore.IOError

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
    /// - **Start.** The module is announced when the server listens; an address in use is a failed start. Calls wait
    ///   until the hive runs.
    /// - **Calls.** One whose deadline is over, or whose caller is gone, has its task cancelled. gRPC by itself only
    ///   tells it by a handle. The trace of the caller goes on in the call.
    /// - **Health.** The server answers the health protocol of gRPC: for itself and for each of the services, whether
    ///   the hive is ready; for the name `liveness`, whether all modules are well (C53).
    /// - **Drain.** No new connection and no new call is taken; those in hand are answered, within the patience of the
    ///   options and their deadlines, and are not cancelled before; that a caller is gone is not noticed then. What the
    ///   module needs drains after it.
    /// - **Cancellation.** Where the calling task is cancelled, or the patience is over, all calls in hand are
    ///   cancelled; the server has a quarter of a second to tell their callers.
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
    /// - Throws: ``CannotServe`` when the server cannot listen.
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
        let isRunning = Task {
            // Where it does not listen, serving throws, and says why.
            guard let address = try? await transport.listeningAddress else { return false }
            onListening(address)
            return await announceReady()
        }
        let calls = CallsInHand()
        let server = GRPCServer(
            transport: CheckedTransport(transport),
            services: services + [HealthAnswers(self, services)],
            interceptors: [Admission(isRunning: isRunning), TraceExtraction()] + interceptors
                + [CallCancellation(calls: calls, isDraining: { isDraining })]
        )
        // Out of reach of cancellation: NIO ends the process when a server is cancelled that has just accepted a call.
        let serving = Task { try await server.serve() }
        try await withThrowingTaskGroup { group in
            group.addTask {
                await waitForDrain()
                server.beginGracefulShutdown()
                // gRPC would wait for connections on which nobody says anything.
                try? await clock.sleep(for: options.patience)
                isRunning.cancel()
                calls.cancelAll()
                let limit = Task {
                    try await Task.sleep(for: Self.timeToTellCallers)
                    serving.cancel()
                }
                _ = await serving.result
                limit.cancel()
            }
            defer { group.cancelAll() }
            do {
                try await serving.value
            } catch {
                // It says no more than that.
                if serving.isCancelled { return }
                throw CannotServe(address: "\(name)", cause: (error as? RuntimeError)?.cause ?? error)
            }
        }
    }

    /// How long calls that were cancelled may take to end, and NIO to hand out those that it has accepted.
    private static let timeToTellCallers = Duration.milliseconds(250)
}

/// The server cannot listen: another one has the port, this machine has no such address, or a certificate is of no use.
public struct CannotServe: Error, CustomStringConvertible {
    /// The address and the port that were asked for.
    public let address: String
    /// What the system said.
    public let cause: any Error

    /// The address, the cause, and what to do about an address.
    public var description: String {
        let what = "cannot serve on \(address): \(cause)"
        guard cause is IOError else { return what }
        return "\(what). Stop the server that has the port, or choose others by the options address and port"
    }
}
