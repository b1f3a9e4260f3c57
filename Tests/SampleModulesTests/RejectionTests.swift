// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveSampleCartInterface
import HiveSampleCatalogInterface
import HiveSampleHomeInterface
import HiveSampleTrackingInterface
import HiveSampleTradeInterface
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RejectionTests {
    private static let mug = [CartLine(sku: "MUG", quantity: 1)]

    private static func order(_ lines: [CartLine]) -> Order { Order(id: "A-1", customer: "Ada", lines: lines) }

    private static let rejected: [(order: Order, reason: Rejection)] = [
        (Order(id: "", customer: "Ada", lines: mug), .invalidID),
        (Order(id: String(repeating: "A", count: 41), customer: "Ada", lines: mug), .invalidID),
        (Order(id: "A\u{202E}", customer: "Ada", lines: mug), .invalidID),
        (Order(id: "A-1", customer: " \t", lines: mug), .invalidCustomer),
        (Order(id: "A-1", customer: "Eve\u{1B}[2J", lines: mug), .invalidCustomer),
        (Order(id: "A-1", customer: "Ada", lines: mug, shipping: "drone"), .unknownShipping("drone")),
        (order([]), .cart(.empty)),
        (order(Array(repeating: mug[0], count: 9)), .cart(.tooManyLines(limit: 8))),
        (order(mug + mug), .cart(.repeatedProduct("MUG"))),
        (order([CartLine(sku: "MUG", quantity: 0)]), .cart(.quantityNotPositive("MUG", 0))),
        (order([CartLine(sku: "MUG", quantity: .min)]), .cart(.quantityNotPositive("MUG", .min))),
        (order([CartLine(sku: "MUG", quantity: .max)]), .cart(.quantityTooLarge("MUG", limit: 50))),
        (order([CartLine(sku: "POT", quantity: 50)]), .cart(.totalTooLarge(limit: Money(cents: 50_000)))),
        (order([CartLine(sku: "HAT", quantity: 1)]), .catalog(.unknownProduct("HAT"))),
        (order(mug + [CartLine(sku: "SAMPLER", quantity: 13)]), .catalog(.outOfStock("SAMPLER", left: 12))),
    ]

    @Test(arguments: rejected)
    func rejectsAnOrder(order: Order, reason: Rejection) async throws {
        try await withShop { hive, trade in
            await #expect(throws: reason) { try await trade.place(order) }

            let overview = try await hive.services.service((any HomeService).self).overview
            #expect(overview.rejected == 1)
            #expect(overview.accepted.count == 0)
            // C29: the module that is told every event saw this one.
            let activity = try await hive.services.service((any TrackingService).self).activity()
            #expect(activity.events["OrderRejected"] == 1)
        }
    }

    @Test func rejectsADuplicateButNotASecondTry() async throws {
        try await withShop { _, trade in
            await #expect(throws: Rejection.cart(.empty)) { try await trade.place(Self.order([])) }
            _ = try await trade.place(Self.order(Self.mug))
            await #expect(throws: Rejection.duplicate) { try await trade.place(Self.order(Self.mug)) }
        }
    }

    @Test func takesNothingFromStockForARejectedOrder() async throws {
        try await withShop { hive, trade in
            let lines = [CartLine(sku: "GRINDER", quantity: 5), CartLine(sku: "SAMPLER", quantity: 5)]
            _ = try await trade.place(Order(id: "1", customer: "Ada", lines: lines))
            let tooMany = [CartLine(sku: "MUG", quantity: 5), CartLine(sku: "SAMPLER", quantity: 8)]
            let refusal = Rejection.catalog(.outOfStock("SAMPLER", left: 7))
            await #expect(throws: refusal) { try await trade.place(Order(id: "2", customer: "Ada", lines: tooMany)) }

            let catalog = try hive.services.service((any CatalogService).self)
            #expect(throws: CatalogError.outOfStock("MUG", left: 260)) { try catalog.take(["MUG": 261]) }
        }
    }

    @Test func acceptsOneOfManyEqualOrdersAtTheSameTime() async throws {
        try await withShop { hive, trade in
            await withTaskGroup { group in
                for _ in 1...50 {
                    group.addTask { _ = try? await trade.place(Self.order(Self.mug)) }
                }
            }
            let overview = try await hive.services.service((any HomeService).self).overview
            #expect(overview.accepted.count == 1)
            #expect(overview.rejected == 49)
        }
    }

    @Test func grantsTheLargestDiscountAndNamedShipping() async throws {  // C23
        try await withShop { _, trade in
            let lines = [CartLine(sku: "FILTER", quantity: 20)]
            let receipt = try await trade.place(Order(id: "1", customer: "Ada", lines: lines, shipping: "express"))
            #expect(receipt.discount == Money(cents: 640))
            #expect(receipt.shipping == Money(cents: 600 + 20 * 50))
            #expect(receipt.total == Money(cents: 6400 - 640 + 1600))
        }
    }
}
