// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import GRPCCore
public import Hive
import SwiftProtobuf
import Synchronization

extension WorkContext {
    /// Keeps a connection as the module's work, and lets the hive be ready while the server is.
    ///
    /// The server is asked by the health protocol of gRPC, at once and then as often as the options say. It announces
    /// the module once the first answer has come, whatever that is: a program starts without its server, and is not
    /// ready then, so that nobody needs to start the two in an order. A server that does not know the health protocol
    /// but answers counts as ready.
    ///
    /// When it is the module's turn to drain, no new call is taken, and those in hand have the deadline of the options
    /// to end, which the module's `drainTimeout` has to exceed. What needs the module drains before it, so that its
    /// last calls still go through.
    ///
    /// - Parameters:
    ///   - connection: What to keep. It runs once: a module that comes up again makes a new one in its `setUp`.
    ///   - service: The service whose health counts, as in `tea.v1.Catalog`; all of the server unless you name one.
    /// - Throws: What gRPC throws when it can no longer connect; no server, one that is lost, and one that is not ready
    ///   are no errors, but withhold readiness (C53, C69).
    public func run(_ connection: GRPCConnection, checking service: String = "") async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { try await connection.client.runConnections() }
            group.addTask { await watch(connection, service) }
            group.addTask {
                await waitForDrain()
                connection.client.beginGracefulShutdown()
                // gRPC would go on for ever looking for a host that nobody knows; there are no calls in hand then.
                if connection.isUnreachable.load(ordering: .relaxed) { return }
                // No call takes longer.
                try await clock.sleep(for: connection.options.deadline)
            }
            try await group.next()
            group.cancelAll()
        }
    }

    private func watch(_ connection: GRPCConnection, _ service: String) async {
        while !Task.isCancelled {
            let problem = await connection.problem(of: service)
            // What was cut off says nothing of the server.
            if Task.isCancelled { return }
            if let problem {
                // In the end the connection goes, and that is no news.
                if !isDraining { withholdReadiness(because: "\(connection.address): \(problem)") }
            } else {
                restoreReadiness()
            }
            // The first time: the hive runs, ready or not.
            await announceReady()
            try? await clock.sleep(for: connection.options.checkEvery)
        }
    }
}

extension GRPCConnection {
    /// How long a server may take to say how it is, however long other calls may take.
    private static let longestCheck = Duration.seconds(5)

    /// Why the server is not ready; nil when it is.
    fileprivate func problem(of service: String) async -> String? {
        var options = CallOptions.defaults
        options.timeout = min(self.options.deadline, Self.longestCheck)
        do {
            let health = Grpc_Health_V1_Health.Client(wrapping: client)
            let answer = try await health.check(.with { $0.service = service }, options: options)
            isUnreachable.store(false, ordering: .relaxed)
            return answer.status == .serving ? nil : "the server is not ready"
        } catch {
            let status = CallStatus(error)
            isUnreachable.store(status.code == .unavailable, ordering: .relaxed)
            if status.code == .unimplemented { return nil }
            return status.code == .deadlineExceeded ? "the server does not answer" : status.message
        }
    }
}
