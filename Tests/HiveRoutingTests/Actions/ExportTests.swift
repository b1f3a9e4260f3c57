// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import HiveTestKit
import Testing

protocol A_Protocol: Sendable {}
private struct AnyA: A_Protocol {}

@Suite(.timeLimit(.minutes(5)))
struct ExportTests {
    private static let export: @Sendable (SetupContext) throws -> Void = { context in
        try context.routes.accept("shop", forms: [.moduleProtocolMediator])
        try context.services.register((any TradeService).self) { _ in Trade() }
        try context.actions.export((any TradeService).self) { service in
            service.method("quote", "sku", "quantity", access: .remote) { service, sku, quantity in
                try await service.quote(sku, quantity: quantity)
            }
            service.method("title") { $0.title }
            service.parameters("title", access: .remote) { (service: any TradeService, title: String) in
                service.titled(title)
            }
        }
    }

    // P2: a name that is no legal scheme needs an alias, and says so where it is exported.
    @Test func protocolWhoseNameIsNoSchemeNeedsAnAlias() async throws {
        let error = try await startFailure { context in
            try context.actions.export((any A_Protocol).self) { _ in }
        }
        #expect(error.code == .invalidRoute)
        #expect(error.message.contains("\"A_Protocol\" is no URL scheme. Pass another one as scheme:"))
        try await withRouting { context in
            try context.services.register((any A_Protocol).self) { _ in AnyA() }
            try context.actions.export((any A_Protocol).self, scheme: "a-protocol") { _ in }
        } body: { hive in
            let service = try await hive.routes.open("A-Protocol://", as: (any A_Protocol).self)
            #expect(service is AnyA)
        }
    }

    // P2: schemes are compared without case, and a clash is an error, whoever accepts the other.
    @Test func schemeOfAServiceAndAnAcceptedSchemeClash() async throws {
        let code = try await startFailure { context in
            try context.routes.accept("TRADESERVICE")
            try context.actions.export((any TradeService).self) { _ in }
        }
        #expect(code.code == .duplicateEntry)
        #expect(code.message.contains("the URL scheme tradeservice is registered twice"))
        let hive = Hive(
            HiveOptions(
                context: HiveContext(
                    values: ConfigurationValues(
                        .tree(["routing": ["schemes": ["TradeService"]]], origin: "test")
                    )
                ),
                clock: ManualClock()
            )
        )
        try hive.modules.register(Scripted<Shop>.self) { Scripted(Self.export) }
        let error = await #expect(throws: HiveError.self) { try await hive.start() }
        let cause = try #require(error?.failures.first?.error as? HiveError)
        #expect(cause.code == .duplicateEntry)
        #expect(cause.message.contains("listed in the configuration"))
    }

    // P2: the service with its declared parameters set, typed; what is unknown or malformed is an error.
    @Test func schemeOfAServiceReturnsItWithItsParametersSet() async throws {
        try await withRouting(Self.export) { hive in
            let service: any TradeService = try await hive.routes.open("TradeService://?title=Tea%20Trade")
            #expect(service.title == "Tea Trade")
            let outside: any TradeService = try await hive.remote.open("tradeservice://?title=x")
            #expect(outside.title == "x")
            _ = try await failure(.parameterMismatch) { try await hive.routes.open("TradeService://") }
            _ = try await failure(.parameterMismatch) { try await hive.routes.open("TradeService://?title=x&name=y") }
            _ = try await failure(.unknownRoute) { try await hive.routes.open("TradeService://host?title=x") }
            _ = try await failure(.unknownRoute) { try await hive.routes.open("TradeService:///path?title=x") }
        }
    }

    // P2, M2: methods by name, with named and typed parameters, from a URL and locally.
    @Test func exportedMethodsAreCalledByNameAndByURL() async throws {
        try await withRouting(Self.export) { (hive: Hive) async throws in
            let expected = Quote(sku: "tea", total: 30)
            #expect(
                try await hive.actions.perform(
                    "TradeService",
                    "quote",
                    ["sku": "tea", "quantity": 3],
                    as: Quote.self
                ) == expected
            )
            let url = "shop://TradeService/quote?quantity=3&sku=tea"
            #expect(try await hive.routes.open(url, as: Quote.self) == expected)
            #expect(try await hive.remote.open(url, as: Quote.self) == expected)
            // Not marked .remote.
            #expect(try await hive.routes.open("shop://TradeService/title", as: String.self) == "Trade")
            await #expect(throws: RemoteError.self) { try await hive.remote.open("shop://TradeService/title") }
        }
    }

    // M2: the seed's own form, empty port and colons, escaped or not, parses where it is accepted.
    @Test(arguments: [
        "shop://TradeService:/quote:quantity:?sku=tea&quantity=3",
        "shop://TradeService:/quote%3Aquantity%3A?sku=tea&quantity=3",
        "shop://TradeService:/quote%3aquantity%3a?quantity=3&sku=tea",
        "shop://TradeService:/quote?sku=tea&quantity=3",
    ])
    func formOfModuleProtocolMediatorIsUnderstood(_ url: String) async throws {
        try await withRouting(Self.export) { hive in
            let quote = try await hive.remote.open(url, as: Quote.self)
            #expect(quote == Quote(sku: "tea", total: 30))
        }
        try await withRouting { context in
            try context.routes.accept("shop")
            try context.addTrade(.remote)
        } body: { hive in
            let error = await #expect(throws: RemoteError.self) { try await hive.remote.open(url) }
            #expect(error?.kind == .malformed)
        }
    }

    // M1, A1: a transient service is a new instance for each call, a shared one is not.
    @Test(arguments: [ServiceScope.transient, .shared])
    func scopeOfTheServiceDecidesWhoseInstanceACallGets(_ scope: ServiceScope) async throws {
        let made = Box(0)
        try await withRouting { context in
            try context.services.register((any TradeService).self, scope: scope) { _ in
                Trade(title: "\(made.increment())")
            }
            try context.actions.export((any TradeService).self) { $0.method("title") { $0.title } }
        } body: { hive in
            var titles: [String] = []
            for _ in 0..<3 { titles.append(try await hive.actions.perform("TradeService", "title")) }
            #expect(titles == (scope == .shared ? ["1", "1", "1"] : ["1", "2", "3"]))
        }
    }

    // P5: a service lives and dies with its module, and what calls it says so.
    @Test func exportedServiceEndsWithItsModule() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(Scripted<Shop>.self) {
            Scripted { try $0.services.register((any TradeService).self) { _ in Trade() } }
        }
        try hive.modules.register(Scripted<Store>.self) {
            Scripted { try $0.actions.export((any TradeService).self) { $0.method("title") { $0.title } } }
        }
        try await hive.start()
        #expect(try await hive.actions.perform("TradeService", "title", as: String.self) == "Trade")
        try await hive.remove(Scripted<Shop>.self)
        _ = try await failure(.stopped) { try await hive.actions.perform("TradeService", "title") }
        try await hive.stop()
    }
}
