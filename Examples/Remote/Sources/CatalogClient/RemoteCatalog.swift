// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Catalog
import CatalogWire
package import Hive
import HiveGRPC

/// The catalogue of another process.
package struct RemoteCatalog: CatalogService {
    private let connection: GRPCConnection

    /// Creates the catalogue; called by Hive where `services.plist` says so.
    package init(resolver: ServiceResolver) throws {
        connection = try resolver.service(GRPCConnection.self)
    }

    package func product(_ sku: String) async throws(CatalogError) -> Product {
        // Before it is sent; the other process checks it as well.
        try Product.check(sku: sku)
        let message = try await connection.call(throwing: CatalogError.self) { client in
            try await Tea_V1_Catalog.Client(wrapping: client).getProduct(.with { $0.sku = sku })
        }
        return try Product(message, askedFor: sku)
    }

    package func reserve(_ sku: String, quantity: Int) async throws(CatalogError) -> Int {
        try Product.check(sku: sku)
        try Product.check(quantity: quantity)
        let request = Tea_V1_ReserveRequest.with {
            $0.sku = sku
            $0.quantity = Int64(quantity)
        }
        let reply = try await connection.call(throwing: CatalogError.self) { client in
            try await Tea_V1_Catalog.Client(wrapping: client).reserve(request)
        }
        guard reply.hasLeft, reply.left >= 0 else { throw .wrongAnswer("it does not say what is left of \(sku)") }
        return Int(reply.left)
    }
}
