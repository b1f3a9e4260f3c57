// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import GRPCCore
public import GRPCNIOTransportHTTP2Posix
import Synchronization

/// A connection to a server in another process, which lives as long as the work of a module.
///
/// The module makes it in its `setUp`, registers what others call, and keeps it as its work:
///
/// ```swift
/// final class CatalogModule: WorkingModule {
///     typealias Options = GRPCClientOptions
///     static let manifest = ModuleManifest(provides: [GRPCConnection.self], work: .announced)
///
///     func setUp(_ context: SetupContext) async throws {
///         let connection = try GRPCConnection(try context.options(), security: .plaintext)
///         try context.services.register(GRPCConnection.self, instance: connection)
///     }
///
///     func run(_ context: WorkContext) async throws {
///         try await context.run(try context.service(GRPCConnection.self))
///     }
/// }
/// ```
///
/// Every client that the generated code has is made of ``client``: `Greeter.Client(wrapping: connection.client)`. A
/// call that states no timeout has the deadline of the options, and the server is told of it. While there is no
/// connection, calls fail at once, and nothing is sent a second time by this library: whoever calls knows whether a
/// call may be repeated (C69).
public final class GRPCConnection: Sendable {
    /// What the clients of the generated code wrap.
    public let client: GRPCClient<HTTP2ClientTransport.Posix>
    /// Host and port, for messages.
    public var address: String { name.description }

    let options: GRPCClientOptions
    /// Whether the last check found no connection.
    let isUnreachable = Atomic(false)
    private let name: SocketName

    /// Prepares a connection; it is made when a module runs it, and again whenever it is lost.
    ///
    /// - Parameters:
    ///   - options: Where the server is, and how long it may take; times below 10 ms, or above a day, count as that.
    ///   - security: Whether the connection is encrypted, and whom to trust: `.plaintext` or `.tls`, in so many words.
    ///   - maximumResponseBytes: The longest message that is taken; the call that has a longer one fails, before it is
    ///     decoded. 4 MiB unless you say otherwise.
    ///   - interceptors: What sees each call, the first before the others.
    ///   - configure: Changes what else the transport can be told.
    /// - Throws: What gRPC says of a target or of certificates that it cannot use.
    public init(
        _ options: GRPCClientOptions,
        security: HTTP2ClientTransport.Posix.TransportSecurity,
        maximumResponseBytes: Int = 4 * 1024 * 1024,
        interceptors: [any ClientInterceptor] = [],
        configure: (inout HTTP2ClientTransport.Posix.Config) -> Void = { _ in }
    ) throws {
        let options = options.bounded
        self.options = options
        name = SocketName(host: options.host, port: options.port)
        var config = HTTP2ClientTransport.Posix.Config.defaults
        // Left to itself, gRPC waits up to two minutes before it tries again.
        config.backoff = .init(
            initial: options.reconnectDelay,
            max: options.maximumReconnectDelay,
            multiplier: 1.6,
            jitter: 0.2
        )
        // A network that has failed in silence is noticed in 15 seconds; by the system alone, after many minutes. A
        // server closes a connection that pings so often without answers between the pings; checks have these.
        if options.checkEvery < .seconds(5) {
            config.connection.keepalive = .init(time: .seconds(10), timeout: .seconds(5), allowWithoutCalls: true)
        }
        configure(&config)
        // Of all methods of all services.
        let defaults = MethodConfig(
            names: [MethodConfig.Name(service: "")],
            waitForReady: false,
            timeout: options.deadline,
            // Up to version 2.9.2 at least, the transport takes this one for what it receives.
            maxRequestMessageBytes: maximumResponseBytes,
            maxResponseMessageBytes: maximumResponseBytes
        )
        client = GRPCClient(
            transport: try .http2NIOPosix(
                target: name.target,
                transportSecurity: security,
                config: config,
                serviceConfig: ServiceConfig(methodConfig: [defaults])
            ),
            interceptors: interceptors + [TraceInjection()]
        )
    }

    /// Makes a call, and throws an error of the service's own (C69).
    ///
    /// ```swift
    /// return try await connection.call(throwing: CatalogError.self) { client in
    ///     try await Tea_V1_Catalog.Client(wrapping: client).getProduct(request)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the error.
    ///   - body: Makes the call. An error of that type, which it throws itself, passes as it is.
    /// - Returns: What the closure returns.
    /// - Throws: What ``CallError/init(_:)`` makes of the status of a call that has failed.
    public func call<Reply, Failure: CallError>(
        throwing type: Failure.Type,
        _ body: (GRPCClient<HTTP2ClientTransport.Posix>) async throws -> Reply
    ) async throws(Failure) -> Reply {
        do {
            return try await body(client)
        } catch let error as Failure {
            throw error
        } catch {
            throw Failure(CallStatus(error, from: address, domain: Failure.domain))
        }
    }
}
