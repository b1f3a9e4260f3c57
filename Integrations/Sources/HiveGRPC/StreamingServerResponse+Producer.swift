// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import GRPCCore

extension StreamingServerResponse {
    /// The same answer, whose messages are made within a scope: those of an answer of many messages are made after an
    /// interceptor has returned.
    func producing(
        within scope:
            @escaping @Sendable (_ make: @escaping @Sendable () async throws -> Metadata) async throws -> Metadata
    ) -> Self {
        guard case .success(var contents) = accepted else { return self }
        let producer = contents.producer
        contents.producer = { writer in try await scope { try await producer(writer) } }
        return Self(accepted: .success(contents))
    }
}
