// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import GRPCCore

/// Cancels the task of a call when nobody waits for it any more: its deadline is over, or its caller is gone.
///
/// gRPC cancels no task; it tells by a handle. It also tells it when the server begins to shut down; then the calls in
/// hand are answered all the same.
struct CallCancellation: ServerInterceptor {
    let isDraining: @Sendable () -> Bool

    func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingServerRequest<Input>,
        context: ServerContext,
        next:
            @concurrent @Sendable (
                StreamingServerRequest<Input>, ServerContext
            ) async throws -> StreamingServerResponse<Output>
    ) async throws -> StreamingServerResponse<Output> {
        let response = try await withoutActuallyEscaping(next) { next in
            try await cancellable { try await next(request, context) }
        }
        return response.producing { make in try await cancellable(make) }
    }

    private func cancellable<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let call = Task { try await body() }
        do {
            return try await withTaskCancellationHandler {
                try await withRPCCancellationHandler {
                    try await call.value
                } onCancelRPC: {
                    if !isDraining() { call.cancel() }
                }
            } onCancel: {
                call.cancel()
            }
        } catch  where call.isCancelled {
            // A caller that is gone hears nothing, so whoever hears this has waited for too long, or for a server that
            // has lost its patience.
            if isDraining() { throw RPCError(code: .unavailable, message: "the server stops", cause: error) }
            throw RPCError(code: .deadlineExceeded, message: "the deadline is over", cause: error)
        }
    }
}
