// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import GRPCCore
import GRPCNIOTransportHTTP2Posix

/// A transport that refuses calls which would end the process.
///
/// Up to version 2.4.3 at least, grpc-swift-2 traps at a negative `grpc-timeout`. It reads the field before it asks any
/// interceptor, so that what refuses it has to stand between the transport and the server.
struct CheckedTransport: ListeningServerTransport {
    typealias Bytes = HTTP2ServerTransport.Posix.Bytes

    private let base: HTTP2ServerTransport.Posix

    init(_ base: HTTP2ServerTransport.Posix) { self.base = base }

    var listeningAddress: SocketAddress {
        get async throws { try await base.listeningAddress }
    }

    func configure(context: GRPCServerContext) { base.configure(context: context) }

    func listen(
        streamHandler: @concurrent @escaping @Sendable (RPCStream<Inbound, Outbound>, ServerContext) async -> Void
    ) async throws {
        try await base.listen { stream, context in
            var checked = stream
            checked.inbound = Inbound(wrapping: stream.inbound.map { try Self.checked($0) })
            await streamHandler(checked, context)
        }
    }

    func beginGracefulShutdown() { base.beginGracefulShutdown() }

    /// Throws for a call whose timeout is none, or that has several; one of eight digits gets fewer.
    ///
    /// The caller is told that the call cannot be read, and no more.
    private static func checked(_ part: RPCRequestPart<Bytes>) throws -> RPCRequestPart<Bytes> {
        guard case .metadata(var metadata) = part else { return part }
        let timeouts = metadata[stringValues: CallTimeout.key].map { $0 }
        guard let text = timeouts.first else { return part }
        guard timeouts.count == 1, let timeout = CallTimeout(text) else {
            throw RPCError(code: .invalidArgument, message: "\(CallTimeout.key) is no duration")
        }
        metadata.replaceOrAddString(timeout.sevenDigits, forKey: CallTimeout.key)
        return .metadata(metadata)
    }
}
