// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// What the guide "Finding races in your modules" ends with; the tests of explorations run it.

#if canImport(Testing)
import Hive
import HiveTestKit
import Testing

actor Stock {
    private var boxes = 1

    func sell() async -> Bool {
        guard boxes > 0 else { return false }
        boxes -= 1
        await writeReceipt()
        return true
    }

    private func writeReceipt() async { await Task.yield() }
}

final class StockModule: HiveModule {
    static let manifest = ModuleManifest(provides: [Stock.self])
    init() {}
    func setUp(_ context: SetupContext) async throws {
        try context.services.register(Stock.self, instance: Stock())
    }
}

@Test(.enabled(if: Exploration.isSupported)) func theLastBoxIsSoldOnce() async throws {
    try await explore(seeds: 1...2_000) {
        let hive = Hive()
        try hive.modules.register(StockModule.self)
        try await hive.start()
        let stock = try hive.services.service(Stock.self)
        async let first = stock.sell()
        async let second = {
            for _ in 1...5 { await Task.yield() }  // Reads what is wanted.
            return await stock.sell()
        }()
        #expect(await [first, second].count { $0 } == 1)
        try await hive.stop()
    }
}

@Test(.enabled(if: Exploration.isSupported)) func aStopEndsTheStart() async throws {
    try await explore(seeds: 1...2_000) {
        let hive = Hive()
        try hive.modules.register(StockModule.self)
        let start = Task { try await hive.start() }
        try? await hive.stop()
        _ = await start.result
        #expect(hive.state == .stopped)
    }
}

func explorePrices() async throws {
    for currency in ["EUR", "USD"] {
        try await explore(seeds: 1...200, named: currency) {
            Exploration.note("prices in \(currency)")
        }
    }
}
#endif
