// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
internal import HiveRouting
internal import HiveSampleCartInterface
internal import HiveSampleCatalogInterface
public import HiveSampleTradeInterface

/// Sells; the module itself is the service.
public actor TradeModule: HiveModule, TradeService {
    /// What the module is.
    public static let manifest = ModuleManifest(
        // Catalogue and cart come up first, whoever provides them.
        needs: [
            .service((any CatalogService).self), .service((any CartService).self),
        ],
        // The trade.
        provides: [(any TradeService).self]
    )

    @Autowired private var catalog: any CatalogService
    @Autowired private var cart: any CartService
    private let scarce = ScarceProducts()
    private var context: ModuleContext?
    private var accepted: Set<String> = []

    /// Creates the module.
    public init() {}

    /// Registers the module as the trade, and what can be asked of it by name.
    public func setUp(_ context: SetupContext) async throws {
        try context.services.register((any TradeService).self, instance: self)
        try context.actions.target("Trade") { target in
            // Outsiders may ask for prices.
            target.action("quote", "sku", "quantity", access: .remote) {
                (trade: any TradeService, sku: String, quantity: Int) in
                try await trade.quote(sku, quantity: quantity)
            }
            target.action("scarce") { [scarce] in scarce.texts }
        }
        try context.actions.target("Labels", make: LabelRoll.init) { target in
            target.action("print", "customer", "sender") { (roll: LabelRoll, customer: String, sender: String?) in
                try await self.label(roll.next(), customer, sender)
            }
        }
        try context.actions.export((any LabelService).self) { service in
            service.parameters("sender") { $0.sent(by: $1) }
        }
        try context.actions.intercept(keepWholesalePrices)
    }

    /// Outsiders learn the prices of what fits into a basket.
    private nonisolated func keepWholesalePrices(
        _ call: RoutedCall,
        _ next: RoutedCall.Next
    ) async throws -> any Sendable {
        if call.isRemote, call.description == "Trade.quote", let quantity = call.parameters["quantity"] as? Int,
            quantity > 20
        {
            throw HiveError(.denied, "\(call) tells outsiders the prices of at most 20, not of \(quantity).")
        }
        return try await next()
    }

    /// Writes a label, from the shop or on somebody else's behalf.
    private func label(_ number: Int, _ customer: String, _ sender: String?) async throws -> String {
        guard let context else { throw HiveError(.stopped, "The shop is closed.") }
        guard customer.isName(limit: 60) else { throw Rejection.invalidCustomer }
        let labels: any LabelService =
            if let sender {
                try await context.routes.open("labelservice://", with: ["sender": sender])
            } else {
                try context.service((any LabelService).self)
            }
        return labels.text(number: number, customer: customer)
    }

    /// Keeps the context, which triggers events and finds shipping services by name, and has the catalogue tell what
    /// runs low: a closure and a protocol are all that the two modules share.
    public func initialize(_ context: ModuleContext) async throws {
        self.context = context
        catalog.watchStock(below: 10) { [scarce] item in scarce.add(item) }
    }

    /// Removes what was kept.
    public func tearDown(_ context: StopContext) async throws {
        self.context = nil
        accepted = []
    }

    // MARK: TradeService

    /// Runs an order through the shop.
    public func place(_ order: Order) async throws -> Receipt {
        guard let context else { throw HiveError(.stopped, "The shop is closed.") }
        do {
            let receipt = try await sell(order, context)
            _ = try await context.trigger(OrderPlaced(receipt: receipt))
            return receipt
        } catch {
            guard let reason = Rejection(reason: error) else { throw error }
            _ = try await context.trigger(OrderRejected(order: order, reason: reason))
            throw reason
        }
    }

    /// Prices one product as the check-out does.
    public func quote(_ sku: String, quantity: Int) async throws -> Quote {
        guard let context else { throw HiveError(.stopped, "The shop is closed.") }
        do {
            let shipping = try context.service((any ShippingService).self)
            let cart = try cart.checkOut([CartLine(sku: sku, quantity: quantity)])
            // One line makes one item.
            return Quote(cart.items[0], shipping: shipping.price(of: cart))
        } catch {
            throw Rejection(reason: error) ?? error
        }
    }

    private func sell(_ order: Order, _ context: ModuleContext) async throws -> Receipt {
        guard order.id.isName(limit: 40) else { throw Rejection.invalidID }
        guard order.customer.isName(limit: 60) else { throw Rejection.invalidCustomer }
        // Held before the first suspension: the shop may close meanwhile, and the field then leads nowhere.
        let catalog = catalog
        // Taken before the first suspension: the same order may come twice at the same time.
        guard accepted.insert(order.id).inserted else { throw Rejection.duplicate }
        do {
            guard let shipping = try context.optionalService((any ShippingService).self, name: order.shipping) else {
                throw Rejection.unknownShipping(order.shipping ?? "standard")
            }
            let cart = try cart.checkOut(order.lines)
            let asked = try await context.trigger(DiscountAsked(customer: order.customer, cart: cart))
            try catalog.take(Dictionary(uniqueKeysWithValues: cart.items.map { ($0.product.sku, $0.quantity) }))
            let discount = min(asked.replies.max() ?? .zero, cart.total)
            return Receipt(order: order, cart: cart, discount: discount, shipping: shipping.price(of: cart))
        } catch {
            accepted.remove(order.id)
            throw error
        }
    }
}
