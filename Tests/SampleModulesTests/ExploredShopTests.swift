// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveSampleCartInterface
import HiveSampleCatalogInterface
import HiveSampleHomeInterface
import HiveSampleTradeInterface
import HiveTestKit
import Testing

/// The shop under schedules that seeds decide (C68); what reads its file is a thread of its own, and no part of them.
@Suite(.enabled(if: Exploration.isSupported), .timeLimit(.minutes(5)))
struct ExploredShopTests {
    private static func order(_ number: Int, _ sku: String = "MUG", quantity: Int = 1) -> Order {
        Order(id: "\(number)", customer: "Ada", lines: [CartLine(sku: sku, quantity: quantity)])
    }

    // Of orders with the same number one is taken, whichever comes first.
    @Test func acceptsOneOfManyEqualOrders() async throws {
        try await explore(seeds: 1...100) {
            try await withShop { hive, trade in
                await withTaskGroup { group in
                    for _ in 1...5 { group.addTask { _ = try? await trade.place(Self.order(1)) } }
                }
                let overview = try await hive.services.service((any HomeService).self).overview
                #expect(overview.accepted.count == 1)
                #expect(overview.rejected == 4)
            }
        }
    }

    // There are 12 of them.
    @Test func sellsNoMoreThanThereIs() async throws {
        try await explore(seeds: 1...100) {
            try await withShop { hive, trade in
                await withTaskGroup { group in
                    for number in 1...6 {
                        group.addTask { _ = try? await trade.place(Self.order(number, "SAMPLER", quantity: 5)) }
                    }
                }
                let overview = try await hive.services.service((any HomeService).self).overview
                #expect(overview.accepted.count == 2)
                #expect(overview.rejected == 4)
            }
        }
    }

    // C26, C31: orders that come while the shop closes are taken or refused, and the front page knows what it was told.
    @Test func ordersEndWhenItCloses() async throws {
        try await explore(seeds: 1...100) {
            try await withShop { hive, trade in
                let home = try hive.services.service((any HomeService).self)
                let stop = Task { try await hive.stop() }
                let taken = try await withThrowingTaskGroup(of: Int.self) { group in
                    for number in 1...4 {
                        group.addTask {
                            do {
                                _ = try await trade.place(Self.order(number))
                                return 1
                            } catch let error as HiveError where [.stopping, .stopped].contains(error.code) {
                                return 0
                            }
                        }
                    }
                    return try await group.reduce(0, +)
                }
                try await stop.value
                #expect(await home.overview.accepted.count <= taken)
            }
        }
    }
}
