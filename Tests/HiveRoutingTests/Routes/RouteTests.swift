// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RouteTests {
    private static let orders: @Sendable (SetupContext) throws -> Void = { context in
        try context.routes.accept("shop")
        try context.routes.bind("shop://orders/:id", "id", "verbose") { (id: Int, verbose: Bool?) in
            "order \(id) \(verbose ?? false)"
        }
        try context.routes.bind("shop://orders/new") { "new" }
        try context.routes.bind("shop://orders/*rest", "rest") { (rest: String) in "rest \(rest)" }
        try context.routes.bind("shop://orders/:id/items/:item", "item", "id") { (item: String, id: Int) in
            "\(id): \(item)"
        }
        try context.routes.bind("shop://orders") { "all" }
    }

    // MARK: Failures

    // F1: a second binding of the same URLs names both sites, whatever its parameters are called.
    @Test(arguments: [
        ("shop://orders/:id", "shop://orders/:number"), ("shop://Orders/new", "SHOP://orders/new"),
        ("shop://a/*rest", "shop://a/*tail"), ("shop://a/:x/b", "shop://a/:y/b"),
    ])
    func twoPatternsThatMatchTheSameURLsAreAnError(_ first: String, _ second: String) async throws {
        @Sendable func name(_ pattern: String) -> String? {
            pattern.split(separator: "/").first { $0.hasPrefix(":") || $0.hasPrefix("*") }.map {
                String($0.dropFirst())
            }
        }
        @Sendable func bind(_ pattern: String, _ context: SetupContext, _ file: String) throws {
            if let name = name(pattern) {
                try context.routes.bind(pattern, Parameter(name), fileID: file, line: 1) { (value: String) in value }
            } else {
                try context.routes.bind(pattern, fileID: file, line: 1) { 1 }
            }
        }
        let error = try await startFailure { context in
            try bind(first, context, "First.swift")
            try bind(second, context, "Second.swift")
        }
        #expect(error.code == .duplicateEntry)
        #expect(error.message.contains("First.swift:1 by Shop and at Second.swift:1 by Shop"), "\(error.message)")
    }

    @Test(arguments: [
        "orders/:id", "shop:orders", "shop:/orders", "shop://", "://orders", "1shop://orders", "shop://or ders",
        "shop://orders//x", "shop://orders/", "shop://orders/..", "shop://orders/:", "shop://orders/*",
        "shop://orders/*rest/more", "shop://orders/:id/:id", "shop://orders/a?b=c", "shop://orders#x", "shop://a..b/c",
    ])
    func patternThatMeansNothingIsRefused(_ pattern: String) async throws {
        let error = try await startFailure { context in
            try context.routes.bind(pattern, "id", "rest") { (id: String?, rest: String?) in (id ?? rest)?.count ?? 0 }
        }
        #expect(error.code == .invalidRoute)
    }

    @Test func parameterOfThePathThatTheClosureDoesNotTakeIsRefused() async throws {
        let error = try await startFailure { context in
            try context.routes.bind("shop://orders/:id", "number") { (number: Int) in number }
        }
        #expect(error.message.contains("no parameter of the closure is called \"id\""))
    }

    // F1: only schemes that are listed are accepted.
    @Test func schemeThatNobodyAcceptedIsRefused() async throws {
        try await withRouting(Self.orders) { (hive: Hive) async throws in
            let error = try await failure(.unknownScheme) { try await hive.routes.open("shopp://orders/1") }
            #expect(error.message.contains("Did you mean \"shop\"?"))
            #expect(!hive.routes.canOpen("shopp://orders/1"))
            let far = try await failure(.unknownScheme) { try await hive.routes.open("banana://orders/1") }
            let text =
                "Nobody has accepted the scheme \"banana\". Accept it in a module's setUp, by context.routes.accept."
            #expect(far.message == text)
        }
        let twice = try await startFailure { context in
            try context.routes.accept("shop")
            try context.routes.accept("Shop")
        }
        #expect(twice.code == .duplicateEntry)
        let invalid = try await startFailure { try $0.routes.accept("sh op") }
        #expect(invalid.code == .invalidRoute)
    }

    @Test func parametersThatDoNotFitAreNamed() async throws {
        try await withRouting(Self.orders) { (hive: Hive) async throws in
            let mistyped = try await failure(.parameterMismatch) {
                try await hive.routes.open("shop://orders/1?verbose=yes")
            }
            #expect(mistyped.message.contains("\"verbose\" has to be Bool? (true or false)"), "\(mistyped)")
            let superfluous = try await failure(.parameterMismatch) {
                try await hive.routes.open("shop://orders/1?x=y")
            }
            #expect(superfluous.message.contains("it takes id, verbose, and not \"x\""))
            // The path has the parameter already; an item of the same name would have to win or lose.
            let doubled = try await failure(.parameterMismatch) { try await hive.routes.open("shop://orders/1?id=2") }
            #expect(doubled.message.contains("\"id\" is in the URL's path, and in its query as well"))
        }
    }

    // MARK: What works

    // F1: the most specific route wins, in whichever order they were bound.
    @Test(arguments: [
        ("shop://orders/42", "order 42 false"), ("shop://orders/42?verbose=true", "order 42 true"),
        ("SHOP://Orders/42/", "order 42 false"), ("shop://orders/new", "new"), ("shop://orders", "all"),
        ("shop://orders/42/items/caf%C3%A9", "42: café"), ("shop://orders/42/other/x", "rest 42/other/x"),
        ("shop://orders/a/b/c/d", "rest a/b/c/d"), ("shop://orders/new/x", "rest new/x"),
    ])
    func mostSpecificRouteWins(_ url: String, _ expected: String) async throws {
        try await withRouting(Self.orders) { (hive: Hive) async throws in
            #expect(hive.routes.canOpen(url))
            #expect(try await hive.routes.open(url, as: String.self) == expected)
        }
    }

    // F1: unbinding by the token; with the module everything goes.
    @Test func routesAreUnbound() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let token = try hive.routeRegistrar.bind("shop://own/page") { "own" }
        try hive.modules.register(Scripted<Shop>.self) { Scripted(Self.orders) }
        try await hive.start()
        #expect(hive.routes.canOpen("shop://own/page"))
        token.cancel()
        #expect(!hive.routes.canOpen("shop://own/page"))
        _ = try await failure(.unknownTarget) { try await hive.routes.open("shop://own/page") }
        try await hive.remove(Scripted<Shop>.self)
        #expect(!hive.routes.canOpen("shop://orders/42"))
        try await hive.stop()
    }

    // F2: local callers pass anything beside the query, and never twice what the query has.
    @Test func localCallersPassObjectsBesideTheQuery() async throws {
        try await withRouting { context in
            try context.routes.accept("shop")
            try context.routes.bind("shop://pay/:id", "id", "then", access: .remote) {
                (id: Int, then: (@Sendable (Int) -> String)?) in
                then?(id) ?? "nobody asked"
            }
        } body: { hive in
            let then: @Sendable (Int) -> String = { "paid \($0)" }
            #expect(try await hive.routes.open("shop://pay/7", with: ["then": then], as: String.self) == "paid 7")
            #expect(try await hive.remote.open("shop://pay/7", as: String.self) == "nobody asked")
            let twice = try await failure(.parameterMismatch) {
                try await hive.routes.open("shop://pay/7", with: ["id": 8])
            }
            #expect(twice.message.contains("\"id\" is given in the URL and beside it"))
            let error = await #expect(throws: RemoteError.self) { try await hive.remote.open("shop://pay/7?then=x") }
            #expect(error?.kind == .badParameters)
        }
    }

    // F2: what outsiders cannot give cannot be asked of them.
    @Test func remoteRouteMustNotNeedAnObject() async throws {
        final class Basket: Sendable {}
        let error = try await startFailure { context in
            try context.routes.bind("shop://pay", "basket", access: .remote) { (basket: Basket) in basket }
        }
        #expect(error.code == .invalidRoute)
        #expect(error.message.contains("Basket, which is not read from text"))
    }

    // A route hides the action of its URL in every form in which the URL can be written.
    @Test(arguments: [
        "shop://trade/quote", "shop://trade:/quote", "shop://Trade:/quote:", "shop://trade/quote:sku:",
        "shop://trade:/quote%3A", "shop://call.service.beehive/K.Trade.quote",
        "shop://call.service.beehive/K.trade.quote:",
    ])
    func routeHidesAnActionInEveryForm(_ url: String) async throws {
        try await withRouting { context in
            try context.routes.accept("shop", forms: [.beeHive, .moduleProtocolMediator])
            try context.actions.target("Trade") { target in
                target.action("quote", access: .remote) { "action" }
                target.action("price", access: .remote) { "price" }
            }
            try context.routes.bind("shop://trade/quote", access: .remote) { "route" }
        } body: { (hive: Hive) async throws in
            #expect(try await hive.routes.open(url, as: String.self) == "route")
            #expect(try await hive.remote.open(url, as: String.self) == "route")
            // The target's other actions are reached as before.
            #expect(try await hive.remote.open("shop://trade:/price:", as: String.self) == "price")
        }
        // A parameter of the path hides every action of the target.
        try await withRouting { context in
            try context.routes.accept("shop", forms: [.beeHive, .moduleProtocolMediator])
            try context.actions.target("Trade") { $0.action("quote", access: .remote) { "action" } }
            try context.routes.bind("shop://trade/:name", "name", access: .remote) { (name: String) in name }
        } body: { (hive: Hive) async throws in
            let name = try await hive.remote.open(url, as: String.self)
            #expect(name.hasPrefix("quote"))
        }
    }

    // B10: every module hears of a URL, with options; the event opens nothing.
    @Test func everyModuleIsToldOfAURL() async throws {
        let told = Box<[String]>([])
        try await withRouting { context in
            try context.routes.accept("shop")
            try context.events.subscribe(OpenURL.self) { event, _ in
                let source = event.options["source"] as? String ?? "nobody"
                told.add("\(event.url.host) \(event.url["a"] ?? "-") \(source) \(event.isRemote)")
            }
        } body: { hive in
            let outcome = try await hive.routes.broadcast("shop://page?a=b", options: ["source": "mail"])
            #expect(outcome.handlerCount == 1)
            _ = try await hive.remote.broadcast("shop://page")
            #expect(told.value == ["page b mail false", "page - nobody true"])
            _ = try await failure(.unknownScheme) { _ = try await hive.routes.broadcast("other://page") }
            let error = await #expect(throws: RemoteError.self) { _ = try await hive.remote.broadcast("shop://p a") }
            #expect(error?.kind == .malformed)
        }
    }

    // P4: a test asserts that URLs would be answered, and calls nobody.
    @Test func urlsAreCheckedWithoutCallingAnybody() async throws {
        let called = Box(0)
        try await withRouting { context in
            try context.routes.accept("shop")
            try context.routes.bind("shop://count/:n", "n") { (n: Int) in called.increment() + n }
            try context.routes.bind("shop://open/:n", "n", access: .remote) { (n: Int) in called.increment() + n }
        } body: { hive in
            try hive.routes.check("shop://count/1")
            try hive.routes.check("shop://open/1", asOutsider: true)
            _ = try await failure(.parameterMismatch) { try hive.routes.check("shop://count/one") }
            _ = try await failure(.notRemote) { try hive.routes.check("shop://count/1", asOutsider: true) }
            _ = try await failure(.unknownTarget) { try hive.routes.check("shop://nothing/1") }
            _ = try await failure(.unknownRoute) { try hive.routes.check("shop://nothing/1/2") }
            #expect(called.value == 0)
        }
    }
}
