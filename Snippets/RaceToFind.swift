// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// The race of the guide "Finding races in your modules"; the tests of explorations run it.

import Hive

/// As it was before the race was found.
enum Before {
    actor Stock {
        private var boxes = 1

        func sell() async -> Bool {
            guard boxes > 0 else { return false }
            await writeReceipt()
            boxes -= 1
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
}
