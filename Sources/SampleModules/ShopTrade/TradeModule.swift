// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import CartInterface
internal import CatalogInterface
public import Hive
internal import HiveRouting
public import TradeInterface

/// Sells; the module itself is the service.
public actor TradeModule: HiveModule, TradeService {
    /// Catalogue and cart come up first, whoever provides them.
    public static let dependencies: [ModuleDependency] = [
        .service((any CatalogService).self), .service((any CartService).self),
    ]
    /// The trade.
    public static let provides: [any Any.Type] = [(any TradeService).self]

    @Autowired private var catalog: any CatalogService
    @Autowired private var cart: any CartService
    private var context: InitContext?
    private var accepted: Set<String> = []

    /// Creates the module.
    public init() {}

    /// Registers the module as the trade, and what can be asked of it by name.
    public func setUp(_ context: SetupContext) async throws {
        try context.services.register((any TradeService).self, instance: self)
        try context.actions.target("Trade") { target in
            // Anybody may know prices.
            target.action("quote", "sku", "quantity", access: .remote) {
                (trade: any TradeService, sku: String, quantity: Int) in
                try await trade.quote(sku, quantity: quantity)
            }
        }
    }

    /// Keeps the context, which triggers events and finds shipping services by name.
    public func initialize(_ context: InitContext) async throws {
        self.context = context
    }

    /// Lets go of what it knows.
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

    private func sell(_ order: Order, _ context: InitContext) async throws -> Receipt {
        guard order.id.isName(limit: 40) else { throw Rejection.invalidID }
        guard order.customer.isName(limit: 60) else { throw Rejection.invalidCustomer }
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
