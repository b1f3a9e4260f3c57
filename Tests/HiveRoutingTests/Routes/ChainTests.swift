// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A JSON text as the value of a query item.
private func encoded(_ json: String) -> String {
    json.utf8.map { byte in
        let character = Character(Unicode.Scalar(byte))
        if character.isASCII, character.isLetter || character.isNumber { return String(character) }
        let digits = String(byte, radix: 16, uppercase: true)
        return "%" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
}

@Suite(.timeLimit(.minutes(5)))
struct ChainTests {
    private static func beeHive(_ log: Box<[String]>, jumps: Access = .local) -> @Sendable (SetupContext) throws -> Void
    {
        { context in
            try context.routes.accept("shop", forms: [.beeHive], jumps: jumps)
            try context.services.register((any TradeService).self) { _ in Trade() }
            try context.actions.export((any TradeService).self) { service in
                service.method("quote", "sku", "quantity", access: .remote) {
                    (service: any TradeService, sku: String, quantity: Int) in
                    log.add("quote \(sku)")
                    return try await service.quote(sku, quantity: quantity)
                }
                service.method("title") { $0.title }
            }
            for address in ["shop://steps", "shop://call.service.beehive"] {
                try context.routes.chain(address) { chain in
                    chain.component("login", "user", access: .remote) { (user: String) in
                        log.add("login \(user)")
                        return "hello \(user)"
                    }
                    chain.component("cart", access: .remote) {
                        log.add("cart")
                        return 3
                    }
                    chain.component("secret") { log.add("secret") }
                }
            }
        }
    }

    // B19: nothing is called unless every component is known, may be reached, and its parameters fit.
    @Test func chainThatCannotBeFollowedWholeIsNotBegun() async throws {
        let log = Box<[String]>([])
        try await withRouting(Self.beeHive(log)) { (hive: Hive) async throws in
            _ = try await failure(.unknownRoute) { try await hive.routes.open("shop://steps/cart/unknown") }
            _ = try await failure(.unknownRoute) { try await hive.routes.open("shop://steps") }
            _ = try await failure(.parameterMismatch) { try await hive.routes.open("shop://steps/cart/login") }
            let stranger = "shop://steps/cart?params=" + encoded(#"{"login":{}}"#)
            _ = try await failure(.parameterMismatch) { try await hive.routes.open(stranger) }
            let scalar = "shop://steps/login?params=" + encoded(#"{"login":"Ada"}"#)
            _ = try await failure(.parameterMismatch) { try await hive.routes.open(scalar) }
            _ = try await failure(.parameterMismatch) { try await hive.routes.open("shop://steps/cart?other=1") }
            let outside = await #expect(throws: RemoteError.self) {
                try await hive.remote.open("shop://steps/cart/secret")
            }
            #expect(outside?.kind == .notFound)
            #expect(log.value == [])
        }
    }

    // B19: a chain of path components, each with its handler and its parameters, the results told one by one.
    @Test func componentsAreCalledOneAfterTheOther() async throws {
        let log = Box<[String]>([])
        try await withRouting(Self.beeHive(log)) { (hive: Hive) async throws in
            let url = "shop://steps/login/cart?params=" + encoded(#"{"login":{"user":"Ada"}}"#)
            let steps = Box<[String]>([])
            let last: Int = try await hive.routes.open(url) { name, result in steps.add("\(name): \(result)") }
            #expect(last == 3)
            #expect(steps.value == ["login: hello Ada", "cart: 3"])
            #expect(log.value == ["login Ada", "cart"])
            #expect(try await hive.remote.open(url, as: Int.self) == 3)
            // Local callers may give a component's parameters as they are.
            let local: String = try await hive.routes.open("shop://steps/login", with: ["login": ["user": "Bob"]])
            #expect(local == "hello Bob")
        }
    }

    // B19: BeeHive's own URLs: a service's method, several of them, and components with handlers.
    @Test func formOfBeeHiveCallsServicesAndComponents() async throws {
        let log = Box<[String]>([])
        try await withRouting(Self.beeHive(log)) { (hive: Hive) async throws in
            let one =
                "shop://call.service.beehive/Trade.TradeService.quote?params="
                + encoded(#"{"Trade":{"sku":"tea","quantity":2}}"#)
            #expect(try await hive.remote.open(one, as: Quote.self) == Quote(sku: "tea", total: 20))
            let two =
                "shop://call.service.beehive/login/Trade.TradeService.quote:?params="
                + encoded(#"{"login":{"user":"Ada"},"Trade":{"sku":"tea","quantity":1}}"#)
            #expect(try await hive.remote.open(two, as: Quote.self) == Quote(sku: "tea", total: 10))
            #expect(log.value == ["quote tea", "login Ada", "quote tea"])
            let local = "shop://call.service.beehive/Trade.TradeService.title"
            #expect(try await hive.routes.open(local, as: String.self) == "Trade")
            let error = await #expect(throws: RemoteError.self) { try await hive.remote.open(local) }
            #expect(error?.kind == .notFound)
        }
    }

    // B19: no URL registers anything, and BeeHive's hosts mean nothing where its form was not asked for.
    @Test func urlRegistersNothing() async throws {
        let log = Box<[String]>([])
        try await withRouting(Self.beeHive(log)) { (hive: Hive) async throws in
            let url = "shop://register.beehive/Trade.TradeService"
            _ = try await failure(.notRemote) { try await hive.routes.open(url) }
            let error = await #expect(throws: RemoteError.self) { try await hive.remote.open(url) }
            #expect(error?.kind == .notFound)
        }
        try await withRouting {
            try $0.routes.accept("shop")
        } body: { (hive: Hive) async throws in
            _ = try await failure(.unknownTarget) {
                try await hive.routes.open("shop://call.service.beehive/Trade.TradeService.title")
            }
        }
    }

    // B19: a jump becomes an event for modules that show pages; outsiders make one only where that was said.
    @Test func jumpBecomesAnEvent() async throws {
        let pages = Box<[String]>([])
        let url =
            "shop://jump.vc.beehive/Home.HomeService.modal/Cart?params="
            + encoded(#"{"Home":{"tab":1}}"#) + "#push"
        for access in [Access.local, .remote] {
            let log = Box<[String]>([])
            try await withRouting { context in
                try Self.beeHive(log, jumps: access)(context)
                try context.events.subscribe(Jump.self) { jump, _ in
                    for page in jump.pages {
                        pages.add("\(page.key) \(page.service ?? "-") \(page.style ?? "-") \(page.parameters)")
                    }
                }
            } body: { (hive: Hive) async throws in
                #expect(try await hive.routes.open(url, as: Int.self) == 1)
                if access == .remote {
                    #expect(try await hive.remote.open(url, as: Int.self) == 1)
                } else {
                    let error = await #expect(throws: RemoteError.self) { try await hive.remote.open(url) }
                    #expect(error?.kind == .notFound)
                }
            }
        }
        #expect(pages.value.prefix(2) == [#"Home HomeService modal ["tab": 1]"#, "Cart - push [:]"])
        #expect(pages.value.count == 6)
        let nobody = Box<[String]>([])
        try await withRouting(Self.beeHive(nobody)) { (hive: Hive) async throws in
            let error = try await failure(.unknownRoute) { try await hive.routes.open(url) }
            #expect(error.message.contains("no module subscribes to Jump"))
        }
    }

    @Test func chainsAndComponentsAreDeclaredOnce() async throws {
        let chain = try await startFailure { context in
            try context.routes.chain("shop://a") { _ in }
            try context.routes.chain("SHOP://A") { _ in }
        }
        #expect(chain.code == .duplicateEntry)
        let component = try await startFailure { context in
            try context.routes.chain("shop://a") { chain in
                chain.component("x") { 1 }
                chain.component("x") { 2 }
            }
        }
        #expect(component.message.contains("the component shop://a/x is registered twice"))
        for name in ["", "a/b", "a.b"] {
            let error = try await startFailure { context in
                try context.routes.chain("shop://a") { $0.component(name) { 1 } }
            }
            #expect(error.code == .invalidRoute)
        }
        let path = try await startFailure { try $0.routes.chain("shop://a/b") { _ in } }
        #expect(path.code == .invalidRoute)
    }
}
