// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Catalog
package import Hive

/// Keeps the connection to the catalogue's process, and readiness with it, where ``RemoteCatalog`` is the catalogue.
package final class CatalogModule: WorkingModule {
    package struct Options: ModuleOptions {
        package var host = "127.0.0.1"
        package var port: UInt16 = 9090
        /// How long a call may take.
        package var deadline = Duration.seconds(1)
        /// How often the catalogue is asked whether it is ready.
        package var checkEvery = Duration.milliseconds(500)

        package init() {}
    }
    package static let optionsType: (any (Decodable & Sendable).Type)? = Options.self
    package static let provides: [any Any.Type] = [CatalogConnection.self]
    package static let readiness: WorkReadiness = .announced

    package init() {}

    package func setUp(_ context: SetupContext) async throws {
        let options: Options = try context.options()
        try options.check()
        let connection = try CatalogConnection(host: options.host, port: options.port, deadline: options.deadline)
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

extension CatalogModule.Options {
    /// Throws for what no type can refuse; with this code it counts as a wrong configuration, exit code 78.
    func check() throws {
        func refuse(_ option: String, because reason: String) -> HiveError {
            HiveError(.invalidValue, "Option \(option) of CatalogModule cannot be used: \(reason).")
        }
        guard !host.isEmpty else { throw refuse("host", because: "it is empty") }
        guard port > 0 else { throw refuse("port", because: "nobody listens on port 0") }
        guard deadline > .zero else { throw refuse("deadline", because: "it is not above 0") }
        guard checkEvery > .zero else { throw refuse("checkEvery", because: "it is not above 0") }
    }
}
