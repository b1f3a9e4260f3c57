// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Catalog
import CatalogWire
import Hive
import HiveGRPC
import Logging

/// Lets other processes call the catalogue.
final class ServerModule: WorkingModule {
    typealias Options = GRPCServerOptions
    static let manifest = ModuleManifest(
        needs: [.service((any CatalogService).self)],
        // Above the longest patience, so that a stop never ends before it.
        drainTimeout: .seconds(65),
        work: .announced
    )

    func run(_ context: WorkContext) async throws {
        try await context.serve(
            [CatalogAnswers(catalog: try context.service((any CatalogService).self))],
            options: try context.options(),
            security: .plaintext,
            // No request needs more; whoever sends more is refused before it is read.
            maximumRequestBytes: 4096,
            onListening: { address in
                let port = address.ipv4?.port ?? address.ipv6?.port ?? 0
                Logger(label: "catalog").info("listening", metadata: ["port": "\(port)"])
            }
        )
    }
}
