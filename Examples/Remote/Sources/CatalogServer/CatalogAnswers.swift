// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Catalog
import CatalogWire
import GRPCCore
import Hive

/// What calls are answered with; the catalogue checks what it is asked, and its errors are those of the calls.
struct CatalogAnswers: Tea_V1_Catalog.SimpleServiceProtocol {
    private let catalog: any CatalogService
    private let work: WorkContext

    init(_ catalog: any CatalogService, _ work: WorkContext) {
        self.catalog = catalog
        self.work = work
    }

    func getProduct(request: Tea_V1_GetProductRequest, context: ServerContext) async throws -> Tea_V1_Product {
        try await answer { try await catalog.product(request.sku).message }
    }

    func reserve(request: Tea_V1_ReserveRequest, context: ServerContext) async throws -> Tea_V1_ReserveReply {
        try await answer {
            let left = try await catalog.reserve(request.sku, quantity: Int(clamping: request.quantity))
            return .with { $0.left = Int64(left) }
        }
    }

    func check(request: Tea_V1_CheckRequest, context: ServerContext) async throws -> Tea_V1_CheckReply {
        .with { $0.ready = work.isReady }
    }

    /// Does the work of a call, and cancels it when nobody waits for it any more: the deadline is over, or the caller
    /// is gone.
    ///
    /// gRPC tells that by a handle of its own, and cancels no task. It also tells it when the server begins to shut
    /// down; then the calls in hand are answered all the same.
    private func answer<Reply: Sendable>(_ body: @escaping @Sendable () async throws -> Reply) async throws -> Reply {
        let call = Task { try await body() }
        do {
            return try await withTaskCancellationHandler {
                try await withRPCCancellationHandler {
                    try await call.value
                } onCancelRPC: {
                    if !work.isDraining { call.cancel() }
                }
            } onCancel: {
                call.cancel()
            }
        } catch CatalogError.cancelled {
            // A caller that is gone hears nothing, so whoever hears this did not cancel.
            throw work.isDraining ? CatalogError.unavailable("it stops") : .deadlineExceeded
        }
    }
}
