// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import Testing

/// Names are equal when their scalars are: Swift's `==` takes `K` and the Kelvin sign for one.
@Suite(.timeLimit(.minutes(5)))
struct SpellingTests {
    private enum Unit: String, RemoteParameter { case kelvin = "K" }
    private struct Payload: Decodable, Sendable {
        var number: Int?

        enum CodingKeys: String, CodingKey { case number = "K" }
    }

    private static let setUp: @Sendable (SetupContext) throws -> Void = { context in
        try context.routes.accept("shop", forms: [.beeHive, .moduleProtocolMediator])
        try context.actions.target("Trade") { target in
            target.action("Kill", "K", access: .remote) { (number: Int?) in number ?? 0 }
            target.action("all", as: Payload.self, access: .remote) { (payload: Payload) in payload.number ?? 0 }
            target.action("unit", "unit", access: .remote) { (unit: Unit) in unit.rawValue }
        }
        try context.routes.bind("shop://orders/Kill", access: .remote) { 1 }
        try context.routes.chain("shop://steps") { chain in
            chain.component("Kill", "K", access: .remote) { (number: Int?) in number ?? 0 }
        }
    }

    // C60: each of these is another name.
    @Test(arguments: [
        ("shop://trade/%E2%84%AAill", RemoteError.Kind.notFound), ("shop://trade:/%E2%84%AAill:", .notFound),
        ("shop://orders/%E2%84%AAill", .notFound), ("shop://steps/%E2%84%AAill", .notFound),
        ("shop://call.service.beehive/x.Trade.%E2%84%AAill", .notFound),
        ("shop://call.service.beehive/x.Trade.Kill%CC%81", .notFound),
        ("shop://trade/Kill%CC%81", .notFound), ("shop://trade:/Kill%CC%81:", .notFound),
        ("shop://trade/Kill?%E2%84%AA=1", .badParameters),
        ("shop://trade/Kill?K=1&%E2%84%AA=1", .badParameters),
        ("shop://steps/Kill?params=%7B%22%E2%84%AAill%22:%7B%7D%7D", .badParameters),
        ("shop://steps/Kill?params=%7B%22Kill%22:%7B%22%E2%84%AA%22:1%7D%7D", .badParameters),
        ("shop://trade/all?params=%7B%22%E2%84%AA%22:1%7D", .badParameters),
        ("shop://trade/all?params=%7B%22%5Cu212A%22:1%7D", .badParameters),
        ("shop://trade/unit?unit=%E2%84%AA", .badParameters),
    ])
    func equivalentSpellingIsAnotherName(_ url: String, _ kind: RemoteError.Kind) async throws {
        try await withRouting(Self.setUp) { (hive: Hive) async throws in
            let error = await #expect(throws: RemoteError.self) { try await hive.remote.open(url) }
            #expect(error?.kind == kind)
            await #expect(throws: HiveError.self) { try await hive.routes.open(url) }
        }
    }

    @Test(arguments: [
        "shop://trade/Kill?K=1", "shop://trade:/Kill:?K=1", "shop://orders/Kill", "shop://trade/unit?unit=K",
        "shop://steps/Kill?params=%7B%22Kill%22:%7B%22K%22:1%7D%7D", "shop://trade/all?params=%7B%22K%22:1%7D",
        "shop://call.service.beehive/x.Trade.Kill:",
    ])
    func exactSpellingIsFound(_ url: String) async throws {
        try await withRouting(Self.setUp) { hive in try await hive.remote.open(url) }
    }

    // 49: by name too; and what only looks like a host or a scheme is none.
    @Test func insidersSpellNamesExactlyToo() async throws {
        try await withRouting(Self.setUp) { (hive: Hive) async throws in
            _ = try await failure(.unknownAction) { try await hive.actions.perform("Trade", "\u{212A}ill") }
            #expect(try !hive.actions.canPerform("Trade", "\u{212A}ill"))
            _ = try await failure(.parameterMismatch) {
                try await hive.actions.perform("Trade", "Kill", ["\u{212A}": 1])
            }
            _ = try await failure(.parameterMismatch) {
                try await hive.routes.open("shop://trade/Kill", with: ["\u{212A}": 1])
            }
        }
        for pattern in ["\u{212A}://orders", "shop://\u{212A}ills/x"] {
            let error = try await startFailure { try $0.routes.bind(pattern) { 1 } }
            #expect(error.code == .invalidRoute)
        }
    }

    // 49: two spellings are two names, and each leads to its own.
    @Test func bothSpellingsMayBeBoundBesideEachOther() async throws {
        try await withRouting { context in
            try context.routes.accept("shop")
            try context.routes.bind("shop://menu/\u{E9}/one") { 1 }
            try context.routes.bind("shop://menu/e\u{301}/two") { 2 }
            try context.actions.target("Shop.\u{E9}") { $0.action("which") { 1 } }
            try context.actions.target("Store.e\u{301}") { $0.action("which") { 2 } }
        } body: { (hive: Hive) async throws in
            #expect(try await hive.routes.open("shop://menu/%C3%A9/one", as: Int.self) == 1)
            #expect(try await hive.routes.open("shop://menu/e%CC%81/two", as: Int.self) == 2)
            #expect(!hive.routes.canOpen("shop://menu/e%CC%81/one"))
            #expect(try await hive.actions.perform("\u{E9}", "which", as: Int.self) == 1)
            #expect(try await hive.actions.perform("e\u{301}", "which", as: Int.self) == 2)
        }
    }
}
