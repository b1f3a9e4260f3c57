// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import TeaShop

// The server of `TeaServer` with a service group alone, as its documentation shows it.

@main struct PlainServer {
    static func main() async throws {
        bootstrapTelemetry()
        let logger = Logger(label: "tea")
        let variables = ProcessInfo.processInfo.environment
        JSONLogHandler.level = variables["TEA_TUNING_LOG_LEVEL"].flatMap { Logger.Level(rawValue: $0) } ?? .info
        let limiter = RateLimiter(
            requestsPerSecond: variables["TEA_TUNING_REQUESTS_PER_SECOND"].flatMap { Int($0) } ?? 1000
        )
        let store = try Store(path: variables["TEA_STORAGE_PATH"] ?? "tea.sqlite")

        let routes = Router(context: ShopContext.self)
        routes.get("readyz") { _, _ in HTTPResponse.Status.ok }
        routes.get("healthz") { _, _ -> HTTPResponse.Status in
            try await store.check()
            return .ok
        }
        routes.get("metrics") { _, _ in TextMetrics.shared.text }
        let management = WebServer(
            "management",
            routes,
            variables["TEA_MANAGEMENT_HOST"] ?? "127.0.0.1",
            variables["TEA_MANAGEMENT_PORT"].flatMap { UInt16($0) } ?? 8081
        )
        // Of any other number that a text may mean, no duration can be made; 0x10 is a slip of the hand.
        let text = variables["TEA_WEB_REPORT_TAKES"]
        let reportTakes = text.flatMap { $0.utf8.contains { $0 | 0x20 == UInt8(ascii: "x") } ? nil : Double($0) } ?? 3
        let web = WebServer(
            "web",
            shopRoutes(
                store,
                limiter,
                reportTakes: .seconds(0...86_400 ~= reportTakes ? reportTakes : 3)
            ),
            variables["TEA_WEB_HOST"] ?? "127.0.0.1",
            variables["TEA_WEB_PORT"].flatMap { UInt16($0) } ?? 8080
        )
        let group = ServiceGroup(
            services: [management, web],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger
        )
        try await group.run()
        try store.close()
    }
}
