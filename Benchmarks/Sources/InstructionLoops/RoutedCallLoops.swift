// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Fixtures
import Hive
import HiveRouting

/// Calls one price, so many times.
enum RoutedCallLoops {
    static func perform(_ iterations: Int) async throws -> Int {
        try await sum { hive in
            var sum = 0
            for _ in 0..<iterations {
                sum += try await hive.actions.perform("Prices", "price", ["sku": "tea", "quantity": 1])
            }
            return sum
        }
    }

    static func open(_ url: String, _ iterations: Int) async throws -> Int {
        try await sum { hive in
            var sum = 0
            for _ in 0..<iterations { sum += try await hive.routes.open(url, as: Int.self) }
            return sum
        }
    }

    private static func sum(_ body: (Hive) async throws -> Int) async throws -> Int {
        let hive = Hive()
        try hive.modules.register(PriceModule.self)
        try await hive.start()
        let sum = try await body(hive)
        try await hive.stop()
        return sum / "tea".utf8.count
    }
}
