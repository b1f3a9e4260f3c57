// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Catalog
import CatalogWire
package import Hive

/// Keeps the connection to the catalogue's process, and readiness with it, where ``RemoteCatalog`` is the catalogue.
package final class CatalogModule: WorkingModule {
    package struct Options: ModuleOptions {
        /// A name, or an address of either version.
        package var host = "127.0.0.1"
        package var port: UInt16 = 9090
        /// How long a call may take.
        package var deadline = Duration.seconds(1)
        /// How often the catalogue is asked whether it is ready.
        package var checkEvery = Duration.milliseconds(500)

        package init() {}

        /// Reads options, and refuses what no type can.
        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            func value<Value: Decodable>(
                _ key: CodingKeys,
                or problem: String,
                _ isWell: (Value) -> Bool
            ) throws -> Value {
                let value = try container.decode(Value.self, forKey: key)
                if isWell(value) { return value }
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: problem)
            }
            host = try value(.host, or: "it is empty") { !$0.isEmpty }
            port = try value(.port, or: "nobody listens on port 0") { $0 > 0 }
            deadline = try value(.deadline, or: "it is not above 0") { $0 > .zero }
            checkEvery = try value(.checkEvery, or: "it is not above 0") { $0 > .zero }
        }

        private enum CodingKeys: CodingKey { case host, port, deadline, checkEvery }
    }
    package static let manifest = ModuleManifest(provides: [CatalogConnection.self], work: .announced)

    package init() {}

    package func setUp(_ context: SetupContext) async throws {
        let options: Options = try context.options()
        let address = CatalogAddress(host: options.host, port: options.port)
        let connection = try CatalogConnection(address, deadline: options.deadline)
        try context.services.register(CatalogConnection.self, instance: connection)
    }

    package func run(_ context: WorkContext) async throws {
        // services.plist decides. The catalogue of this process needs no connection.
        guard try context.service((any CatalogService).self) is RemoteCatalog else {
            await context.announceReady()
            return await context.waitForDrain()
        }
        let connection = try context.service(CatalogConnection.self)
        let options: Options = try context.options()
        try await withThrowingTaskGroup { group in
            group.addTask { try await connection.run() }
            group.addTask { await Self.watch(connection, every: options.checkEvery, context) }
            group.addTask {
                await context.waitForDrain()
                connection.beginGracefulShutdown()
                // No call takes longer. gRPC would go on for ever looking for a host that nobody knows.
                try await Task.sleep(for: options.deadline)
            }
            try await group.next()
            group.cancelAll()
        }
    }

    /// Lets the shop be ready while the catalogue is.
    ///
    /// The shop starts without one, and is not ready then, so that nobody needs to start the two in an order.
    private static func watch(
        _ connection: CatalogConnection,
        every interval: Duration,
        _ context: WorkContext
    ) async {
        while !Task.isCancelled {
            do throws(CatalogError) {
                try await connection.check()
                context.restoreReadiness()
            } catch {
                // In the end the connection goes, and that is no news.
                if !context.isDraining { context.withholdReadiness(because: "\(connection.address): \(error)") }
            }
            // The first time: the hive runs, ready or not.
            await context.announceReady()
            try? await Task.sleep(for: interval)
        }
    }
}
