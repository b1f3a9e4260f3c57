// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
internal import HiveRouting
internal import HiveSampleCartInterface
internal import HiveSampleCatalogInterface
public import HiveSampleTrackingInterface
internal import HiveSampleTradeInterface

/// Counts what happens in the shop, of which other modules know nothing, and gives regular customers a discount.
public actor TrackingModule: HiveModule, TrackingService {
    /// What the module is.
    public static let manifest = ModuleManifest(
        // Before other modules of its level, so that it is told of an event before they are.
        priority: 100,
        // What was seen.
        provides: [(any TrackingService).self]
    )

    private let views = ViewCounter()
    private var loyalty = Options()
    private var events: [String: Int] = [:]
    private var orders: [String: Int] = [:]
    /// What was sold, in that order.
    private var receipts: [Receipt] = []

    /// Creates the module.
    public init() {}

    /// Wraps the catalogue, answers for the discount, and shows orders.
    public func setUp(_ context: SetupContext) async throws {
        loyalty = try context.options()
        try context.services.register((any TrackingService).self, instance: self)
        try context.services.decorate((any CatalogService).self) { [views] catalog, _ in
            CountingCatalog(catalog, views)
        }
        try context.events.subscribeToEvery { event, _ in await self.count(event) }
        try context.events.subscribe(DiscountAsked.self) { event, _ in await self.reward(for: event) }
        try context.routes.bind("shop://orders/:id", "id", "verbose", access: .remote) { (id: Int, verbose: Bool?) in
            try await self.page(of: id, isVerbose: verbose ?? false)
        }
        // Not marked `.remote`: outsiders must not learn how much was sold.
        try context.actions.export((any TrackingService).self) { service in
            service.method("activity") { await $0.activity() }
        }
    }

    private func count(_ event: any HiveEvent) {
        events["\(type(of: event))", default: 0] += 1
        if let placed = event as? OrderPlaced {
            orders[placed.receipt.order.customer, default: 0] += 1
            receipts.append(placed.receipt)
        }
    }

    private func reward(for event: DiscountAsked) -> Money {
        let isLoyal = orders[event.customer, default: 0] >= loyalty.orders
        return isLoyal ? event.cart.total.percent(loyalty.percent) : .zero
    }

    /// Shows the order that was accepted as the first, the second, and so on.
    private func page(of number: Int, isVerbose: Bool) throws -> String {
        guard (1...).contains(number), number <= receipts.count else { throw UnknownOrder(number: number) }
        return OrderPage(number: number, receipt: receipts[number - 1]).text(isVerbose: isVerbose)
    }

    // MARK: TrackingService

    /// What was seen so far.
    public func activity() -> Activity { Activity(events: events, views: views.counts) }
}
