// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import GRPCCore

/// Lets calls wait until the hive runs: before, modules that answer them are perhaps not up (C49).
///
/// How the hive is, is told at any time.
struct Admission: ServerInterceptor {
    /// Ends when the hive runs, or never will; says whether it does.
    let isRunning: Task<Bool, Never>

    func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingServerRequest<Input>,
        context: ServerContext,
        next:
            @concurrent @Sendable (
                StreamingServerRequest<Input>, ServerContext
            ) async throws -> StreamingServerResponse<Output>
    ) async throws -> StreamingServerResponse<Output> {
        if context.descriptor.service.fullyQualifiedService != HealthAnswers.serviceName, await !isRunning.value {
            throw RPCError(code: .unavailable, message: "the server does not start")
        }
        return try await next(request, context)
    }
}
