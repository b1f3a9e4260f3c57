// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct InterceptorTests {
    // S1, F6: around every routed call, in a stated order: the last registered is outermost, the hive's outside all.
    @Test func interceptorsStandAroundEveryCallTheLastOneOutermost() async throws {
        let log = Box<[String]>([])
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.actionRegistrar.intercept { call, next in
            log.add("hive begins \(call)")
            defer { log.add("hive ends") }
            return try await next()
        }
        try hive.modules.register(Scripted<Shop>.self) {
            Scripted { context in
                try context.addTrade()
                try context.routes.accept("shop")
                try context.routes.bind("shop://orders/:id", "id") { (id: Int) in id }
                for name in ["first", "second"] {
                    try context.actions.intercept { _, next in
                        log.add("\(name) begins")
                        let result = try await next()
                        log.add("\(name) ends")
                        return result
                    }
                }
            }
        }
        try await hive.start()
        try await hive.actions.perform("Trade", "quote", ["sku": "tea", "quantity": 1])
        let around = ["second begins", "first begins", "first ends", "second ends", "hive ends"]
        #expect(log.value == ["hive begins Trade.quote"] + around)
        log.set([])
        #expect(try await hive.routes.open("shop://orders/42", as: Int.self) == 42)
        #expect(log.value == ["hive begins shop://orders/:id"] + around)
        try await hive.stop()
    }

    // S1: authorise.
    @Test func interceptorRefusesCalls() async throws {
        let called = Box(0)
        try await withRouting { context in
            try context.routes.accept("shop")
            try context.actions.target("Vault") { target in
                target.action("open", access: .remote) { called.increment() }
            }
            try context.actions.intercept { call, next in
                if call.isRemote { throw HiveError(.denied, "Outsiders do not open the vault.") }
                return try await next()
            }
        } body: { hive in
            let error = await #expect(throws: RemoteError.self) { try await hive.remote.open("shop://vault/open") }
            #expect(error?.kind == .denied)
            #expect(called.value == 0)
            try await hive.actions.perform("Vault", "open")
            #expect(called.value == 1)
        }
    }

    // C63: what a module guards is not open while that is down, however often it fails on its way up.
    @Test func interceptorOfAModuleThatIsDownRefusesCalls() async throws {
        let (intercepted, fails, attempts) = (Box(0), Box(false), Box(0))
        let test = TestHive()
        let hive = test.hive
        try hive.actionRegistrar.target("Vault") { $0.action("open") { "open" } }
        try hive.modules.register(Guard.self) {
            Guard(
                intercept: { _ = intercepted.increment() },
                initialize: {
                    _ = attempts.increment()
                    if fails.value { throw HiveError(.denied, "no key") }
                }
            )
        }
        try await hive.start()
        #expect(try await hive.actions.perform("Vault", "open", as: String.self) == "open")
        fails.set(true)
        await #expect(throws: HiveError.self) { try await hive.restart(Guard.self) }
        for _ in 0..<20 {
            let error = await #expect(throws: HiveError.self) { try await hive.actions.perform("Vault", "open") }
            #expect(error?.code == .unavailable)
            #expect(error?.message.hasPrefix("Guard is unavailable: it is restarting") == true)
            let count = attempts.value
            let isTriedAgain = await becomesTrue {
                test.clock.advance(by: .seconds(1))
                return attempts.value > count
            }
            #expect(isTriedAgain)
        }
        // All that was begun has ended, and what stands for the module is there once.
        await #expect(throws: HiveError.self) { try await hive.remove(Scripted<Shop>.self) }
        #expect(hive.remains(of: "Guard").count == 1)
        fails.set(false)
        try await hive.restart(Guard.self)
        #expect(hive.remains(of: "Guard").count == 1)
        intercepted.set(0)
        #expect(try await hive.actions.perform("Vault", "open", as: String.self) == "open")
        #expect(intercepted.value == 1)
        try await hive.stop()
    }

    // F6: translate errors, also of calls that nobody answers, and answer in the call's place.
    @Test func interceptorTranslatesErrorsAndAnswersInTheCallsPlace() async throws {
        struct Translated: Error {}
        try await withRouting { context in
            try context.addTrade()
            try context.actions.intercept { call, next in
                if call.action == "cached" { return "from the interceptor" }
                do {
                    return try await next()
                } catch is SoldOut {
                    throw Translated()
                } catch let error as HiveError where error.code == .unknownAction {
                    return "nobody"
                }
            }
        } body: { hive in
            await #expect(throws: Translated.self) {
                try await hive.actions.perform("Trade", "quote", ["sku": "gone", "quantity": 1])
            }
            #expect(try await hive.actions.perform("Trade", "cached", as: String.self) == "from the interceptor")
            #expect(try await hive.actions.perform("Trade", "missing", as: String.self) == "nobody")
            // What does not fit is seen by interceptors too.
            _ = try await failure(.parameterMismatch) { try await hive.actions.perform("Trade", "quote") }
        }
    }

    // C60: an interceptor sees what the action will get, whichever way it is called, so that one guard serves for all.
    @Test func interceptorSeesWhatTheActionWillGet() async throws {
        let seen = Box<[String]>([])
        let json = "%7B%22K%22:%7B%22sku%22:%22tea%22,%22quantity%22:30%7D%7D"
        try await withRouting { context in
            try context.routes.accept("shop", forms: [.beeHive, .moduleProtocolMediator])
            try context.addTrade(.remote)
            try context.actions.export((any TradeService).self) { service in
                service.method("quote", "sku", "quantity", Parameter("rate", default: 2), "note", access: .remote) {
                    (service: any TradeService, sku: String, quantity: Int, _: Int, _: String?) in
                    try await service.quote(sku, quantity: quantity)
                }
            }
            try context.routes.bind("shop://quotes/:sku/:quantity", "sku", "quantity", access: .remote) {
                (sku: String, quantity: Int) in
                quantity
            }
            try context.routes.chain("shop://steps") { chain in
                chain.component("quote", "sku", "quantity", access: .remote) { (_: String, quantity: Int) in quantity }
            }
            try context.actions.intercept { call, next in
                let parameters = call.parameters.map { "\($0)=\($1) \(type(of: $1))" }.sorted()
                seen.add(parameters.joined(separator: ", "))
                if let quantity = call.parameters["quantity"] as? Int, quantity > 20 {
                    throw HiveError(.denied, "\(quantity) are too many.")
                }
                return try await next()
            }
        } body: { (hive: Hive) async throws in
            for url in [
                "shop://trade/quote?sku=tea&quantity=30", "shop://trade:/quote:?sku=tea&quantity=30",
                "shop://call.service.beehive/K.Trade.quote?params=\(json)", "shop://quotes/tea/30",
                "shop://steps/quote?params=" + json.replacingK("quote"),
            ] {
                let error = await #expect(throws: RemoteError.self) { try await hive.remote.open(url) }
                #expect(error?.kind == .denied, "\(url)")
                _ = try await failure(.denied) { try await hive.routes.open(url) }
            }
            _ = try await failure(.denied) {
                try await hive.actions.perform("Trade", "quote", ["sku": "tea", "quantity": 30])
            }
            _ = try await failure(.denied) {
                _ = try await hive.actions.perform(
                    "Trade",
                    "quote",
                    json: #"{"sku":"tea","quantity":30}"#,
                    as: Quote.self
                )
            }
            #expect(Set(seen.value) == ["quantity=30 Int, sku=tea String"])
            // Defaults count as given; what is nil is not there.
            seen.set([])
            try await hive.remote.open("shop://tradeservice/quote?sku=tea&quantity=3")
            #expect(seen.value == ["quantity=3 Int, rate=2 Int, sku=tea String"])
            // What does not fit cannot be shown, and goes no further than the interceptors.
            seen.set([])
            let error = await #expect(throws: RemoteError.self) {
                try await hive.remote.open("shop://trade/quote?sku=tea&quantity=x")
            }
            #expect(error?.kind == .badParameters)
            #expect(seen.value == [""])
        }
    }

    // C60: a single decodable value stands under the empty name, however it was given.
    @Test func interceptorSeesADecodableValueAsSuch() async throws {
        let seen = Box<[String]>([])
        let json = #"{"sku":"tea","total":3}"#
        try await withRouting { context in
            try context.routes.accept("shop", forms: [.beeHive])
            try context.actions.target("Trade") { target in
                target.action("pay", as: Quote.self, access: .remote) { (quote: Quote) in quote.total }
            }
            try context.actions.intercept { call, next in
                seen.add("\(call.parameters.count) \((call.parameters[""] as? Quote)?.total ?? -1)")
                return try await next()
            }
        } body: { (hive: Hive) async throws in
            try await hive.remote.open("shop://trade/pay?params=%7B%22sku%22:%22tea%22,%22total%22:3%7D")
            try await hive.remote.open(
                "shop://call.service.beehive/K.Trade.pay?params=%7B%22K%22:%7B%22sku%22:%22tea%22,%22total%22:3%7D%7D"
            )
            try await hive.actions.perform("Trade", "pay", ["sku": "tea", "total": 3])
            _ = try await hive.actions.perform("Trade", "pay", with: Quote(sku: "tea", total: 3), as: Int.self)
            _ = try await hive.actions.perform("Trade", "pay", json: json, as: Int.self)
            #expect(seen.value == Array(repeating: "1 3", count: 5))
        }
    }

    // C60, B10, B19: events that a URL makes go through the interceptors as well.
    @Test func interceptorsStandAroundJumpsAndBroadcasts() async throws {
        let log = Box<[String]>([])
        let told = Box<[String]>([])
        try await withRouting { context in
            try context.routes.accept("shop", forms: [.beeHive], jumps: .remote)
            try context.events.subscribe(Jump.self) { jump, _ in told.add("jump \(jump.pages[0].key)") }
            try context.events.subscribe(OpenURL.self) { event, _ in told.add("opened \(event.url)") }
            try context.actions.intercept { call, next in
                log.add("\(call) \(call.url?.description ?? "-") \(call.isRemote)")
                if call.isRemote { throw HiveError(.denied, "Not for outsiders.") }
                return try await next()
            }
        } body: { (hive: Hive) async throws in
            let jump = "shop://jump.vc.beehive/Home"
            let denied = await #expect(throws: RemoteError.self) { try await hive.remote.open(jump) }
            #expect(denied?.kind == .denied)
            let unheard = await #expect(throws: RemoteError.self) {
                _ = try await hive.remote.broadcast("shop://page")
            }
            #expect(unheard?.kind == .denied)
            #expect(told.value.isEmpty)
            #expect(log.value == ["Jump \(jump) true", "OpenURL shop://page true"])
            #expect(try await hive.routes.open(jump, as: Int.self) == 1)
            #expect(try await hive.routes.broadcast("shop://page").handlerCount == 1)
            #expect(told.value == ["jump Home", "opened shop://page"])
        }
    }

    // C16
    @Test func interceptorGoesWithItsModule() async throws {
        let count = Box(0)
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(Scripted<Shop>.self) {
            Scripted { context in
                try context.actions.intercept { _, next in
                    _ = count.increment()
                    return try await next()
                }
            }
        }
        try hive.modules.register(Scripted<Store>.self) { Scripted { try $0.addTrade() } }
        try await hive.start()
        try await hive.actions.perform("Trade", "quote", ["sku": "tea", "quantity": 1])
        try await hive.remove(Scripted<Shop>.self)
        try await hive.actions.perform("Trade", "quote", ["sku": "tea", "quantity": 1])
        #expect(count.value == 1)
        try await hive.stop()
    }
}

extension String {
    /// The JSON of one component, escaped, under another key than `K`.
    fileprivate func replacingK(_ key: String) -> String {
        split(separator: "K", maxSplits: 1).joined(separator: key)
    }
}

/// Guards every call.
private final class Guard: FactoryModule {
    static let manifest = ModuleManifest(name: "Guard", onFailure: .restart)

    private let intercept: @Sendable () -> Void
    private let begin: @Sendable () throws -> Void

    init(intercept: @escaping @Sendable () -> Void, initialize: @escaping @Sendable () throws -> Void) {
        (self.intercept, begin) = (intercept, initialize)
    }

    func setUp(_ context: SetupContext) async throws {
        try context.actions.intercept { [intercept] _, next in
            intercept()
            return try await next()
        }
    }

    func initialize(_ context: ModuleContext) async throws { try begin() }
}
