// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveServiceLifecycle
import TeaShop

/// Sells tea by HTTP.
final class WebModule: WorkingModule {
    struct Options: ModuleOptions {
        var host = "127.0.0.1"
        var port: UInt16 = 8080
        var reportTakes = Duration.seconds(3)
    }
    static let manifest = ModuleManifest(needs: [.service(Store.self), .service(RateLimiter.self)], work: .announced)

    func run(_ context: WorkContext) async throws {
        let options: Options = try context.options()
        let store = try context.service(Store.self)
        let routes = shopRoutes(store, try context.service(RateLimiter.self), reportTakes: options.reportTakes)
        let server = WebServer("web", routes, options.host, options.port) { await context.announceReady() }
        try await context.run(server)
    }
}
