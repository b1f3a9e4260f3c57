// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import GRPCCore
import Synchronization

/// Cancels the task of a call when nobody waits for it any more: its deadline is over, or its caller is gone.
///
/// gRPC cancels no task; it tells by a handle. It also tells it when the server begins to shut down; then the calls in
/// hand are answered all the same, up to their deadlines.
struct CallCancellation: ServerInterceptor {
    let calls: CallsInHand
    let isDraining: @Sendable () -> Bool

    func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingServerRequest<Input>,
        context: ServerContext,
        next:
            @concurrent @Sendable (
                StreamingServerRequest<Input>, ServerContext
            ) async throws -> StreamingServerResponse<Output>
    ) async throws -> StreamingServerResponse<Output> {
        let deadline = CallTimeout(request.metadata).map { ContinuousClock.now + $0.duration }
        let response = try await withoutActuallyEscaping(next) { next in
            try await cancellable(deadline) { try await next(request, context) }
        }
        return response.producing { make in try await cancellable(deadline, make) }
    }

    private func cancellable<Result: Sendable>(
        _ deadline: ContinuousClock.Instant?,
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let call = Task { try await body() }
        let number = calls.add { call.cancel() }
        // The handle tells once, so that whoever was told of the stop has to look at the deadline by itself.
        let watch = Mutex<Task<Void, any Error>?>(nil)
        defer {
            calls.remove(number)
            watch.withLock { $0 }?.cancel()
        }
        do {
            return try await withTaskCancellationHandler {
                try await withRPCCancellationHandler {
                    try await call.value
                } onCancelRPC: {
                    guard isDraining() else { return call.cancel() }
                    guard let deadline else { return }
                    let task = Task {
                        try await Task.sleep(until: deadline)
                        call.cancel()
                    }
                    watch.withLock { $0 = task }
                }
            } onCancel: {
                call.cancel()
            }
        } catch  where call.isCancelled {
            // A caller that is gone hears nothing, so whoever hears this has waited for too long, or for a server that
            // has lost its patience.
            if calls.isOver || isDraining(), deadline.map({ $0 > .now }) ?? true {
                throw RPCError(code: .unavailable, message: "the server stops", cause: error)
            }
            throw RPCError(code: .deadlineExceeded, message: "the deadline is over", cause: error)
        }
    }
}
