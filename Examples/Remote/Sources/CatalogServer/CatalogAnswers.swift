// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Catalog
import CatalogWire
import GRPCCore

/// What calls are answered with; the catalogue checks what it is asked, and its errors are those of the calls.
struct CatalogAnswers: Tea_V1_Catalog.SimpleServiceProtocol {
    let catalog: any CatalogService

    func getProduct(request: Tea_V1_GetProductRequest, context: ServerContext) async throws -> Tea_V1_Product {
        try await catalog.product(request.sku).message
    }

    func reserve(request: Tea_V1_ReserveRequest, context: ServerContext) async throws -> Tea_V1_ReserveReply {
        let left = try await catalog.reserve(request.sku, quantity: Int(clamping: request.quantity))
        return .with { $0.left = Int64(left) }
    }
}
