// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ActionTests {
    // T1: what does not fit is named, with target, action, types and caller.
    @Test func missingSuperfluousAndMistypedParametersAreNamed() async throws {
        try await withRouting {
            try $0.addTrade()
        } body: { (hive: Hive) async throws in
            let missing = try await failure(.parameterMismatch) {
                try await hive.actions.perform("Trade", "quote", ["sku": "tea"], fileID: "Caller.swift", line: 7)
            }
            for part in ["Trade.quote", "RoutingTestSupport.swift", "Caller.swift:7", "\"quantity\" (Int) is missing"] {
                #expect(missing.message.contains(part), "\(missing.message)")
            }
            #expect(missing.origin == .code(fileID: "Caller.swift", line: 7))
            let superfluous = try await failure(.parameterMismatch) {
                try await hive.actions.perform("Trade", "quote", ["sku": "tea", "quantity": 1, "quantiti": 2])
            }
            #expect(superfluous.message.contains("it takes sku, quantity, and not \"quantiti\""))
            let mistyped = try await failure(.parameterMismatch) {
                try await hive.actions.perform("Trade", "quote", ["sku": "tea", "quantity": "3"])
            }
            #expect(mistyped.message.contains("\"quantity\" has to be Int, and is String"))
            let double = try await failure(.parameterMismatch) {
                try await hive.actions.perform("Trade", "quote", ["sku": "tea", "quantity": 3.0])
            }
            #expect(double.message.contains("has to be Int, and is Double"))
        }
    }

    // T7: any result, asked for by type; a mismatch says which types.
    @Test func resultOfAnotherTypeIsAnError() async throws {
        try await withRouting {
            try $0.addTrade()
        } body: { (hive: Hive) async throws in
            let error = try await failure(.resultMismatch) {
                let number: Int = try await hive.actions.perform("Trade", "quote", ["sku": "tea", "quantity": 3])
                Issue.record("\(number)")
            }
            #expect(error.message.contains("Trade.quote answers Quote, and Int was asked for at"))
        }
    }

    @Test func whatTheActionThrowsComesToTheCaller() async throws {
        try await withRouting {
            try $0.addTrade()
        } body: { (hive: Hive) async throws in
            await #expect(throws: SoldOut(sku: "gone")) {
                try await hive.actions.perform("Trade", "quote", ["sku": "gone", "quantity": 3])
            }
        }
    }

    // T1: an action whose service nobody has registered fails with the lookup's error, which names the declaration.
    @Test func actionWithoutItsServiceSaysWhichServiceIsMissing() async throws {
        try await withRouting { context in
            try context.actions.target("Trade") { target in
                target.action("title") { (service: any TradeService) in service.title }
            }
        } body: { hive in
            let error = try await failure(.serviceNotRegistered) { try await hive.actions.perform("Trade", "title") }
            #expect(error.origin?.file.hasSuffix("ActionTests.swift") == true)
        }
    }

    // T1: misspelt names say what was probably meant.
    @Test func unknownTargetsAndActionsAreNamedWithTheNearestKnown() async throws {
        try await withRouting {
            try $0.addTrade()
        } body: { (hive: Hive) async throws in
            let target = try await failure(.unknownTarget) { try await hive.actions.perform("Trad", "quote") }
            #expect(target.message.contains("Did you mean \"Trade\"?"))
            let action = try await failure(.unknownAction) { try await hive.actions.perform("Trade", "qoute") }
            #expect(action.message.contains("Did you mean \"quote\"?"))
        }
    }

    // T1: duplicates name both sites.
    @Test func oneTargetOrActionTwiceNamesBothSites() async throws {
        let target = try await startFailure { context in
            try context.actions.target("Trade", fileID: "First.swift", line: 1) { _ in }
            try context.actions.target("Trade", fileID: "Second.swift", line: 2) { _ in }
        }
        #expect(target.code == .duplicateEntry)
        #expect(target.message.contains("the target Trade is registered twice: at First.swift:1 by Shop"))
        #expect(target.message.contains("Second.swift:2 by Shop"))
        let action = try await startFailure { context in
            try context.actions.target("Trade") { target in
                target.action("ping", fileID: "First.swift", line: 3) { 1 }
                target.action("ping", fileID: "Second.swift", line: 4) { 2 }
            }
        }
        #expect(action.message.contains("the action Trade.ping is registered twice: at First.swift:3"))
    }

    // A name that is forgotten would make a service of the first parameter.
    @Test func parameterWithoutANameIsNoService() async throws {
        let action = try await startFailure { context in
            try context.actions.target("Trade") { target in
                target.action("quote", "sku") { (sku: String, count: Int) in "\(count) \(sku)" }
            }
        }
        #expect(action.code == .invalidRoute)
        let text = "its closure takes String before the 1 parameter named here; name it too."
        #expect(action.message.hasSuffix("The action Trade.quote cannot be registered: \(text)"), "\(action.message)")
        let route = try await startFailure { context in
            try context.routes.bind("shop://orders/:id", "id") { (id: Int?, isShort: Bool) in "\(id ?? 0) \(isShort)" }
        }
        #expect(route.message.contains("takes Optional<Int> before the 1 parameter named here"), "\(route.message)")
    }

    @Test func twoParametersOfOneNameAreRefused() async throws {
        let error = try await startFailure { context in
            try context.actions.target("Trade") { target in
                target.action("add", "a", "a") { (left: Int, right: Int) in left + right }
            }
        }
        #expect(error.code == .invalidRoute)
    }

    // C24, C31: as with services, nothing is called before `initialize` or after the stop.
    @Test func nothingIsPerformedOutsideTheHivesLife() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.actionRegistrar.target("Own") { $0.action("ping") { "pong" } }
        _ = try await failure(.invalidState) { try await hive.actions.perform("Own", "ping") }
        try await hive.start()
        #expect(try await hive.actions.perform("Own", "ping", as: String.self) == "pong")
        try await hive.stop()
        _ = try await failure(.stopped) { try await hive.actions.perform("Own", "ping") }
    }

    // C16: actions go with their module, and the error says so.
    @Test func actionsGoWithTheirModule() async throws {
        try await withRouting {
            try $0.addTrade()
        } body: { (hive: Hive) async throws in
            try await hive.remove(Scripted<Shop>.self)
            let error = try await failure(.unknownTarget) { try await hive.actions.perform("Trade", "quote") }
            #expect(error.message.contains("Shop, which registered it, is down"))
            try hive.actionRegistrar.target("Trade") { $0.action("sell") { 1 } }
            let action = try await failure(.unknownAction) { try await hive.actions.perform("Trade", "quote") }
            #expect(action.message.contains("Shop, which registered it, is down"))
        }
    }

    // MARK: What works

    // T1: a dictionary of anything, closures and objects too.
    @Test func parametersMayBeClosuresAndObjects() async throws {
        final class Basket: Sendable {}
        try await withRouting { context in
            try context.actions.target("Cart") { target in
                target.action("empty", "basket", "then") {
                    (basket: Basket, then: @escaping @Sendable (Basket) -> Int) in
                    then(basket)
                }
            }
        } body: { hive in
            let basket = Basket()
            let then: @Sendable (Basket) -> Int = { $0 === basket ? 1 : 0 }
            let answer: Int = try await hive.actions.perform("Cart", "empty", ["basket": basket, "then": then])
            #expect(answer == 1)
        }
    }

    // T1, T7: by dictionary, by any Encodable, by JSON; the result by type or by inference.
    @Test func oneActionIsCalledInEveryWay() async throws {
        struct Wish: Encodable, Sendable {
            let sku = "tea"
            let quantity = 3
        }
        try await withRouting {
            try $0.addTrade()
        } body: { (hive: Hive) async throws in
            let expected = Quote(sku: "tea", total: 30)
            let byName: Quote = try await hive.actions.perform("Trade", "quote", ["sku": "tea", "quantity": 3])
            #expect(byName == expected)
            #expect(try await hive.actions.perform("Trade", "quote", with: Wish(), as: Quote.self) == expected)
            let json = #"{"sku":"tea","quantity":3}"#
            #expect(try await hive.actions.perform("Trade", "quote", json: json, as: Quote.self) == expected)
            let untyped = try await hive.actions.perform("Trade", "quote", ["sku": "tea", "quantity": 3])
            #expect(untyped as? Quote == expected)
        }
    }

    // T1: one decodable value for all parameters, from each kind of caller.
    @Test func parametersMayBeOneDecodableValue() async throws {
        try await withRouting { context in
            try context.services.register((any TradeService).self) { _ in Trade() }
            try context.actions.target("Trade") { target in
                target.action("total", as: Quote.self) { (quote: Quote) in quote.total }
                target.action("title", as: Quote.self) { (service: any TradeService, quote: Quote) in
                    service.title + quote.sku
                }
            }
        } body: { hive in
            let quote = Quote(sku: "tea", total: 4)
            #expect(try await hive.actions.perform("Trade", "total", with: quote, as: Int.self) == 4)
            #expect(try await hive.actions.perform("Trade", "total", ["sku": "tea", "total": 5], as: Int.self) == 5)
            let json = #"{"sku":"tea","total":6}"#
            #expect(try await hive.actions.perform("Trade", "total", json: json, as: Int.self) == 6)
            #expect(try await hive.actions.perform("Trade", "title", with: quote, as: String.self) == "Tradetea")
            let unknown = try await failure(.parameterMismatch) {
                try await hive.actions.perform("Trade", "total", ["sku": "tea", "total": 5, "tax": 1])
            }
            #expect(unknown.message.contains("tax"), "\(unknown.message)")
        }
    }

    @Test func parametersMayBeOptionalOrHaveADefault() async throws {
        try await withRouting { context in
            try context.actions.target("Text") { target in
                target.action("join", "left", Parameter("by", default: "-"), "right") {
                    (left: String, by: String, right: String?) in
                    left + by + (right ?? "nothing")
                }
            }
        } body: { hive in
            let text: String = try await hive.actions.perform("Text", "join", ["left": "a"])
            #expect(text == "a-nothing")
            let full: String = try await hive.actions.perform("Text", "join", ["left": "a", "by": "+", "right": "b"])
            #expect(full == "a+b")
            let wrong = try await failure(.parameterMismatch) {
                try await hive.actions.perform("Text", "join", ["left": "a", "right": 3])
            }
            #expect(wrong.message.contains("has to be String?, and is Int"))
        }
    }

    // T7: nothing, numbers, truth values, optionals and objects all come back.
    @Test func anySendableResultComesBack() async throws {
        try await withRouting { context in
            try context.actions.target("Any") { target in
                target.action("nothing") {}
                target.action("number") { 4.5 }
                target.action("truth") { true }
                target.action("maybe") { Int?.none }
                target.action("some") { Int?.some(3) }
                target.action("service") { Trade() as any TradeService }
            }
        } body: { hive in
            try await hive.actions.perform("Any", "nothing", as: Void.self)
            #expect(try await hive.actions.perform("Any", "number", as: Double.self) == 4.5)
            #expect(try await hive.actions.perform("Any", "truth", as: Bool.self))
            #expect(try await hive.actions.perform("Any", "maybe", as: Int?.self) == nil)
            #expect(try await hive.actions.perform("Any", "some", as: Int.self) == 3)
            #expect(try await hive.actions.perform("Any", "service", as: (any TradeService).self).title == "Trade")
            _ = try await failure(.resultMismatch) {
                _ = try await hive.actions.perform("Any", "maybe", as: Int.self)
            }
        }
    }

    // T1: a target's name may have its Swift module in front, and be called without where that is clear.
    @Test func qualifiedTargetIsFoundByItsShortNameWhereOnlyOneHasIt() async throws {
        try await withRouting { context in
            try context.actions.target("HiveSampleTrade.Trade") { $0.action("which") { "shop" } }
            try context.actions.target("StoreTrade.Trade") { $0.action("which") { "store" } }
            try context.actions.target("HiveSampleCart.Cart") { $0.action("which") { "cart" } }
        } body: { hive in
            #expect(try await hive.actions.perform("Cart", "which", as: String.self) == "cart")
            #expect(try await hive.actions.perform("StoreTrade.Trade", "which", as: String.self) == "store")
            let error = try await failure(.ambiguousTarget) { try await hive.actions.perform("Trade", "which") }
            #expect(error.message.contains("HiveSampleTrade.Trade"))
            #expect(error.message.contains("StoreTrade.Trade"))
        }
    }

    // T6: a typed method over the call by name, as an interface target would have it.
    @Test func extensionGivesCallersATypedMethod() async throws {
        try await withRouting {
            try $0.addTrade()
        } body: { (hive: Hive) async throws in
            let quote = try await hive.actions.quote("tea", quantity: 2)
            #expect(quote == Quote(sku: "tea", total: 20))
        }
    }

    // Modules call each other from `initialize` on, with their context.
    @Test func modulesCallActionsWithTheirContext() async throws {
        final class Caller: FactoryModule {
            static let manifest = ModuleManifest()
            let total: Box<Int>
            init(_ total: Box<Int>) { self.total = total }
            func initialize(_ context: ModuleContext) async throws {
                total.set(try await context.actions.quote("tea", quantity: 4).total)
            }
        }
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let total = Box(0)
        try hive.modules.register(Scripted<Shop>.self) { Scripted { try $0.addTrade() } }
        try hive.modules.register(Caller.self) { Caller(total) }
        try await hive.start()
        #expect(total.value == 40)
        try await hive.stop()
    }

    // T5: whether something can be performed, and a list of everything.
    @Test func everythingThatCanBeCalledIsListed() async throws {
        try await withRouting { context in
            try context.addTrade(.remote)
            try context.actions.target("Any") { $0.action("nothing") {} }
            try context.routes.bind("shop://orders/:id", "id") { (id: Int) in id }
        } body: { hive in
            #expect(try hive.actions.canPerform("Trade", "quote"))
            #expect(try !hive.actions.canPerform("Trade", "sell"))
            #expect(try !hive.actions.canPerform("Nobody", "quote"))
            let targets = try hive.actions.targets()
            #expect(targets.map(\.name) == ["Any", "Trade"])
            #expect(targets[1].module == "Shop")
            let expected = ["quote(sku: String, quantity: Int) -> Quote, remote"]
            #expect(targets[1].actions.map(\.description) == expected)
            #expect(try hive.routes.routes().map(\.description) == ["shop://orders/:id(id: Int) -> Int"])
        }
    }

    // C48: observers hear of every routed call, and whose it was.
    @Test func observersHearOfEveryCall() async throws {
        let watcher = Watcher()
        try await withRouting(observers: [watcher.observe]) {
            try $0.addTrade()
        } body: { (hive: Hive) async throws in
            _ = try await hive.actions.quote("tea", quantity: 2)
        }
        #expect(watcher.performed == ["Shop: Trade.quote"])
    }
}

extension Actions {
    fileprivate func quote(_ sku: String, quantity: Int) async throws -> Quote {
        try await perform("Trade", "quote", ["sku": sku, "quantity": quantity])
    }
}
