// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// What the guide for people who come from BeeHive, CTMediator, Bifrost and others shows.

import Hive
import HiveRouting

struct Quote: Sendable { let total: Int }

protocol TradeService: Sendable {
    func quote(_ sku: String, quantity: Int) async throws -> Quote
    func titled(_ title: String) -> any TradeService
    var title: String { get }
}

struct FixedPrices: TradeService {
    var title = "Trade"
    func quote(_ sku: String, quantity: Int) async throws -> Quote { Quote(total: sku.count * quantity) }
    func titled(_ title: String) -> any TradeService { FixedPrices(title: title) }
}

struct OrderPlaced: HiveEvent { let sku: String }

struct CanStop: HiveEvent {
    typealias Reply = Bool
}

protocol LoginService: Sendable { var user: String { get } }
final class LoginServiceSI: LoginService, ServiceImplementation {
    let user = "Ada"
    init(_ services: ServiceResolver) throws {}
}

// In the interface target, which the caller imports, stands what a category on the mediator was.
extension Actions {
    func quote(_ sku: String, quantity: Int) async throws -> Quote {
        try await perform("Trade", "quote", ["sku": sku, "quantity": quantity])
    }
}

final class TradeModule: HiveModule {
    static let manifest = ModuleManifest()
    init() {}

    func setUp(_ context: SetupContext) async throws {
        try context.services.register((any TradeService).self, scope: .transient) { _ in FixedPrices() }
        try context.events.subscribe(CanStop.self) { _, _ in true }
        try context.events.subscribe(OrderPlaced.self) { event, _ in print("\(event.sku) was ordered") }

        try context.routes.accept("shop", forms: [.beeHive, .moduleProtocolMediator])
        try context.actions.target("Trade") { target in
            target.action("quote", "sku", "quantity", access: .remote) {
                (service: any TradeService, sku: String, quantity: Int) in
                try await service.quote(sku, quantity: quantity)
            }
            target.fallback { call in call.action == "offer" ? Quote(total: 0) : nil }
        }
        try context.routes.bind("shop://orders/:id", "id", "done", access: .remote) {
            (id: Int, done: (@Sendable (String) -> Void)?) in
            done?("order \(id)")
            return "order \(id)"
        }
        try context.actions.export((any TradeService).self) { service in
            service.method("quote", "sku", "quantity", access: .remote) { service, sku, quantity in
                try await service.quote(sku, quantity: quantity)
            }
            service.parameters("title", access: .remote) { (service: any TradeService, title: String) in
                service.titled(title)
            }
        }
        try context.actions.intercept { call, next in
            do {
                return try await next()
            } catch {
                print("\(call) failed: \(error)")
                throw error
            }
        }
    }
}

final class PageModule: HiveModule {
    static let manifest = ModuleManifest()
    let trade = Autowired<any TradeService>()
    init() {}
}

let hive = Hive()
try hive.services.setFallback(NamingConvention(services: [(any LoginService).self]))
try hive.modules.register(TradeModule.self)
try hive.modules.register(PageModule.self)
for problem in hive.verify() { print(problem) }
try await hive.start()

// BeeHive
let trade = try hive.services.service((any TradeService).self)
try await hive.events.trigger(OrderPlaced(sku: "tea")).throwFirstFailure()
let call =
    "shop://call.service.beehive/K.TradeService.quote?params=%7B%22K%22:%7B%22sku%22:%22tea%22,%22quantity%22:3%7D%7D"
let answer: Quote = try await hive.remote.open(call)
print(answer.total, trade.title)

// CTMediator
print(try await hive.actions.quote("tea", quantity: 3).total)
print(try await hive.remote.open("shop://Trade/quote?sku=tea&quantity=3", as: Quote.self).total)
print(try hive.actions.canPerform("Trade", "quote"), try hive.actions.release("Trade"))

// Bifrost
let page: String = try await hive.routes.open(
    "shop://orders/42",
    with: ["done": { @Sendable (text: String) in print("told of", text) }]
)
print(page, hive.routes.canOpen("shop://orders/42"), hive.routes.canOpen("shop://nowhere"))
let mayStop = try await hive.events.trigger(CanStop()).replies.allSatisfy { $0 }
print(mayStop)

// ProtocolRouter
print(try hive.services.service((any LoginService).self).user)
let titled: any TradeService = try await hive.routes.open("TradeService://?title=Tea")
print(titled.title)

// ModuleProtocolMediator
let quote: Quote = try await hive.remote.open("shop://TradeService:/quote:quantity:?sku=tea&quantity=2")
print(quote.total)
try await hive.stop()
