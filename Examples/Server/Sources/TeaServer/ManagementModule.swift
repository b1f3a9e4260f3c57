// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveReports
import HiveServiceLifecycle
import Hummingbird
import TeaShop

/// Answers probes on a port of its own: first of all modules, and to the end, because its level is basic.
final class ManagementModule: WorkingModule {
    struct Options: ModuleOptions {
        var host = "127.0.0.1"
        var port: UInt16 = 8081
    }
    static let manifest = ModuleManifest(level: .basic, work: .announced)

    func run(_ context: WorkContext) async throws {
        let options: Options = try context.options()
        let routes = Router(context: ShopContext.self)
        routes.get("readyz") { _, _ in
            let readiness = context.readiness
            return EditedResponse(status: readiness.isReady ? .ok : .serviceUnavailable, response: "\(readiness)\n")
        }
        routes.get("healthz") { _, _ in
            let health = try await context.health()
            return EditedResponse(status: health.isWell ? .ok : .serviceUnavailable, response: "\(health)\n")
        }
        routes.get("page") { _, _ in HTML(try await context.page()) }
        routes.get("metrics") { _, _ in TextMetrics.shared.text }
        let server = WebServer("management", routes, options.host, options.port) { await context.announceReady() }
        try await context.run(server)
    }
}
