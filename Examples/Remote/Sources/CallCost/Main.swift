// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Catalog
import CatalogClient
import Hive
import HiveConfig

/// Prints what a call of the catalogue takes: in this process, and of one that listens on port 50051.
///
/// An argument says how many calls to make; 5000 without.
@main struct CallCost {
    static func main() async throws {
        let options = HiveOptions(context: .process(name: "Shop", prefix: "SHOP"))
        let hive = Hive(options)
        try hive.modules.register(CatalogModule.self)
        try hive.services.register((any CatalogService).self, name: "local") { _ in LocalCatalog() }
        try hive.services.register((any CatalogService).self) { try RemoteCatalog(resolver: $0) }
        try await hive.start()
        let local = try hive.services.service((any CatalogService).self, name: "local")
        let remote = try hive.services.service((any CatalogService).self)
        let calls = CommandLine.arguments.dropFirst().first.map { Int($0) ?? 0 } ?? 5000
        guard 1...1_000_000 ~= calls else { fatalError("the argument is a number of calls, from 1 to 1000000") }
        try await report("in this process", local, calls: 40 * calls, callers: 1)
        try await report("in the other one", remote, calls: calls, callers: 1)
        try await report("in the other one, 32 callers", remote, calls: 4 * calls, callers: 32)
        try await hive.stop()
    }

    private static func report(
        _ title: String,
        _ catalog: any CatalogService,
        calls: Int,
        callers: Int
    ) async throws {
        let clock = ContinuousClock()
        func run(_ count: Int) async throws -> Duration {
            try await clock.measure {
                try await withThrowingTaskGroup { group in
                    for _ in 0..<callers {
                        group.addTask { for _ in 0..<count / callers { _ = try await catalog.product("tea") } }
                    }
                    try await group.waitForAll()
                }
            }
        }
        // Once before, so that everything is there.
        _ = try await run(calls / 10)
        let time = try await run(calls)
        let nanoseconds = Int(time / .nanoseconds(calls))
        print("\(title): \(Double(nanoseconds) / 1000) µs a call, \(Int(.seconds(calls) / time)) calls a second")
    }
}
