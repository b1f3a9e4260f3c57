// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Catalog
package import Hive
package import HiveGRPC

/// Keeps the connection to the catalogue's process, and readiness with it, where ``RemoteCatalog`` is the catalogue.
package final class CatalogModule: WorkingModule {
    package typealias Options = GRPCClientOptions
    package static let manifest = ModuleManifest(provides: [GRPCConnection.self], work: .announced)

    package init() {}

    package func setUp(_ context: SetupContext) async throws {
        let connection = try GRPCConnection(
            try context.options(),
            security: .plaintext,
            maximumResponseBytes: 64 * 1024
        )
        try context.services.register(GRPCConnection.self, instance: connection)
    }

    package func run(_ context: WorkContext) async throws {
        // services.plist decides. The catalogue of this process needs no connection.
        guard try context.service((any CatalogService).self) is RemoteCatalog else {
            await context.announceReady()
            return await context.waitForDrain()
        }
        try await context.run(try context.service(GRPCConnection.self))
    }
}
