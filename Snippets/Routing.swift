// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Calls by name and by URL: the samples of HiveRouting's documentation.

import Hive
import HiveRouting

struct Quote: Sendable { let total: Int }

protocol TradeService: Sendable { func quote(_ sku: String, quantity: Int) async throws -> Quote }
struct FixedPrices: TradeService {
    func quote(_ sku: String, quantity: Int) async throws -> Quote { Quote(total: sku.count * quantity) }
}

struct Orders: Sendable {
    func page(_ id: Int, verbose: Bool) async throws -> String { verbose ? "order \(id), two teas" : "order \(id)" }
}

enum Shipping: String, RemoteParameter { case flat, express }
struct Filter: RemoteJSON { let tags: [String] }

protocol LoginService: Sendable { var user: String { get } }
final class LoginServiceSI: LoginService, ServiceImplementation {
    let user = "Ada"
    init(_ services: ServiceResolver) throws {}
}

extension Actions {
    func quote(_ sku: String, quantity: Int) async throws -> Quote {
        try await perform("Trade", "quote", ["sku": sku, "quantity": quantity])
    }
}

final class TradeModule: HiveModule {
    static let manifest = ModuleManifest()
    init() {}

    func setUp(_ context: SetupContext) async throws {
        try context.services.register((any TradeService).self) { _ in FixedPrices() }
        try context.actions.target("Trade") { target in
            target.action("quote", "sku", "quantity") { (service: any TradeService, sku: String, quantity: Int) in
                try await service.quote(sku, quantity: quantity)
            }
        }
        try context.actions.target("Greeting") { target in
            target.action("greet", "name", access: .remote) { (name: String) in "Hello, \(name)!" }
        }
        try context.actions.export((any TradeService).self) { service in
            service.method("quote", "sku", access: .remote) { try await $0.quote($1, quantity: 1) }
        }
        try context.actions.intercept { call, next in
            print("\(call) begins")
            return try await next()
        }
        try context.actions.intercept { call, next in
            if call.isRemote, let quantity = call.parameters["quantity"] as? Int, quantity > 20 {
                throw HiveError(.denied, "\(call) is for at most 20.")
            }
            return try await next()
        }
    }
}

final class PageModule: HiveModule {
    static let manifest = ModuleManifest()
    init() {}

    func setUp(_ context: SetupContext) async throws {
        try context.routes.accept("shop")
        let orders = Orders()
        try context.routes.bind("shop://orders/:id", "id", "verbose", access: .remote) { (id: Int, verbose: Bool?) in
            try await orders.page(id, verbose: verbose ?? false)
        }
        try context.routes.chain("shop://steps") { chain in
            chain.component("login", "user") { (user: String) in "hello \(user)" }
            chain.component("cart") { 3 }
        }
    }
}

let hive = Hive()
try hive.services.setFallback(NamingConvention(modules: ["ShopLogin"], services: [(any LoginService).self]))
try hive.modules.register(TradeModule.self)
try hive.modules.register(PageModule.self)
try await hive.start()
print(try await hive.actions.quote("tea", quantity: 3).total)
print(try await hive.actions.perform("Greeting", "greet", ["name": "Ada"], as: String.self))
print(try await hive.routes.open("shop://orders/42?verbose=true", as: String.self))
print(try hive.services.service((any LoginService).self).user)
try await hive.stop()
