// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import Testing

private protocol SafeService: Sendable {
    var size: Int { get }
}
private struct Safe: SafeService { let size = 3 }
private protocol HiddenService: Sendable {}
private struct HiddenSafe: HiddenService {}

/// C60: nobody outside can tell what is local from what does not exist, nor change anything by asking for it.
@Suite("C60 Outsiders", .timeLimit(.minutes(5)))
struct OutsiderTests {
    /// What else a hive has that may answer in the place of what is not there.
    enum Surroundings: CaseIterable, Sendable {
        case nothing, hivesFallback, targetsFallback, guardian, answeringInterceptor
    }

    /// What an outsider learns.
    private enum Answer: Equatable {
        case answered(String)
        case refused(RemoteError.Kind)
    }

    /// One hive for outsiders; with local entries beside what is marked for them, or without.
    private static func setUp(
        _ surroundings: Surroundings,
        hasLocals: Bool
    ) -> @Sendable (SetupContext) throws -> Void {
        { context in
            try context.routes.accept("shop", forms: [.beeHive, .moduleProtocolMediator])
            try context.services.register((any SafeService).self) { _ in Safe() }
            try context.services.register((any HiddenService).self) { _ in HiddenSafe() }
            try context.actions.target("Trade") { target in
                target.action("quote", "sku", access: .remote) { (sku: String) in sku }
                if hasLocals { target.action("secret", "sku") { (sku: Int) in sku } }
                if surroundings == .targetsFallback { target.fallback(access: .remote) { "target: \($0)" } }
            }
            try context.routes.bind("shop://orders/:id", "id", access: .remote) { (id: Int) in id }
            try context.routes.bind("shop://files/*path", "path", access: .remote) { (path: String) in path }
            try context.actions.export((any SafeService).self) { service in
                service.method("size", access: .remote) { $0.size }
                if hasLocals { service.method("secret", "n") { (_: any SafeService, number: Int) in number } }
            }
            try context.routes.chain("shop://steps") { chain in
                chain.component("open", "user", access: .remote) { (user: String) in user }
                if hasLocals { chain.component("secret") { 1 } }
            }
            switch surroundings {
            case .nothing, .targetsFallback: break
            case .hivesFallback: try context.actions.fallback(access: .remote) { "hive: \($0)" }
            case .guardian:
                try context.actions.intercept { call, _ in throw HiveError(.denied, "\(call) is not for you.") }
            case .answeringInterceptor:
                try context.actions.intercept { call, _ in "\(call) \(call.parameters.count)" }
            }
            if hasLocals { try addLocals(context) }
        }
    }

    private static func addLocals(_ context: SetupContext) throws {
        try context.actions.target("Vault") { target in
            target.action("secret") { 1 }
            target.fallback { _ in "the vault's fallback" }
        }
        // Only insiders may write its short name.
        try context.actions.target("Bank.Vaults") { $0.action("secret") { 1 } }
        // What it hides from insiders, it does not hide from outsiders: they would learn that it is there.
        try context.routes.bind("shop://trade/quote") { 1 }
        try context.routes.bind("shop://orders/secret") { 1 }
        try context.routes.bind("shop://files/secret") { 1 }
        try context.routes.bind("shop://private/:id", "id") { (id: Int) in id }
        try context.actions.export((any HiddenService).self, as: "Hidden") { $0.method("secret") { _ in 1 } }
        try context.routes.chain("shop://stairs") { chain in
            chain.component("secret", "n") { (number: Int) in number }
        }
        try context.routes.chain("shop://call.service.beehive") { $0.component("secret") { 1 } }
    }

    /// Names that lead to something local, in every form that a URL has, with parameters that fit and that do not.
    static let urls = [
        "shop://trade/secret", "shop://trade/secret?sku=x", "shop://trade/secret?sku=1", "shop://trade/secret?%20=1",
        "shop://trade/secret#x", "shop://trade:/secret", "shop://trade:/secret:", "shop://trade/secret%3Asku%3A?sku=1",
        "shop://trade/quote?sku=x", "shop://trade/quote", "shop://trade:/quote?sku=x", "shop://trade/nativeSecret",
        "shop://vault/secret", "shop://vault/other", "shop://vault:/secret", "shop://VAULT/secret", "shop://vault",
        "shop://vaults/secret", "shop://bank.vaults/secret", "shop://vault/secret/more", "shop://vault/secret#x",
        "shop://private/1", "shop://private/x", "shop://private/1/2", "shop://private", "shop://private:/1",
        "shop://orders/secret", "shop://orders/1", "shop://files/secret", "shop://files/secret/more",
        "shop://safeservice/secret", "shop://SafeService:/secret:?n=1", "shop://safeservice/secret?n=x",
        "hidden://", "hidden://?n=1", "hidden://x", "hidden:///x", "hidden://#x", "shop://hidden/secret",
        "shop://steps/secret", "shop://steps/secret?params=x", "shop://steps/secret?params=%7B%22secret%22:%7B%7D%7D",
        "shop://steps/open/secret?params=%7B%22open%22:%7B%22user%22:%22a%22%7D%7D", "shop://steps/secret/open",
        "shop://steps/open?params=%7B%22secret%22:%7B%7D%7D", "shop://steps/secret?other=1",
        "shop://stairs/secret", "shop://stairs", "shop://stairs/secret/secret", "shop://stairs/secret?params=x",
        "shop://stairs/secret?params=%7B%22secret%22:%7B%22n%22:1%7D%7D", "shop://stairs:/secret",
        "shop://call.service.beehive/secret", "shop://call.service.beehive/secret?params=x",
        "shop://call.service.beehive/K.SafeService.secret", "shop://call.service.beehive/K.Trade.secret",
        "shop://call.service.beehive/K.Trade.secret?params=%7B%22K%22:%7B%22sku%22:1%7D%7D",
        "shop://call.service.beehive/K.Trade.secret?params=%5B%5D", "shop://call.service.beehive/K.Vault.secret",
        "shop://call.service.beehive/secret/K.SafeService.size", "shop://call.service.beehive/K.SafeService.size",
        "shop://call.service.beehive/K.Trade.quote?params=%7B%22K%22:%7B%22sku%22:%22x%22%7D%7D",
        "shop://jump.vc.beehive/Home", "shop://register.beehive/K.Vault",
    ]

    /// The same for the hives of ``RemoteURLInvariants``.
    static let secrets = [
        "shop://secret/1", "shop://secret/x", "shop://secret:/1", "shop://secrets/secret", "shop://vault/secret",
        "shop://vault/x", "shop://vault:/secret:", "shop://call.service.beehive/x.Vault.secret", "shop://orders/secret",
        "shop://store/secret", "shop://Store:/secret:", "shop://steps/secret?params=x", "shop://trade/nativeSecret",
    ]

    // C60: for every way to ask, a hive with local entries answers what one without them answers.
    @Test(arguments: Surroundings.allCases)
    func localEntriesMakeNoDifferenceToOutsiders(_ surroundings: Surroundings) async throws {
        try await withRouting(Self.setUp(surroundings, hasLocals: true)) { (full: Hive) async throws in
            try await withRouting(Self.setUp(surroundings, hasLocals: false)) { (bare: Hive) async throws in
                for url in Self.urls {
                    let (inFull, inBare) = (await Self.answer(url, full), await Self.answer(url, bare))
                    #expect(inFull == inBare, "\(url)")
                    #expect(full.remote.canOpen(url) == bare.remote.canOpen(url), "\(url)")
                    let (told, toldInBare) = (await Self.broadcast(url, full), await Self.broadcast(url, bare))
                    #expect(told == toldInBare, "broadcast of \(url)")
                }
            }
        }
    }

    private static func answer(_ url: String, _ hive: Hive) async -> Answer {
        do {
            return .answered("\(try await hive.remote.open(url))")
        } catch {
            return .refused((error as? RemoteError)?.kind ?? .failed)
        }
    }

    private static func broadcast(_ url: String, _ hive: Hive) async -> Answer {
        do {
            return .answered("\(try await hive.remote.broadcast(url).handlerCount)")
        } catch {
            return .refused((error as? RemoteError)?.kind ?? .failed)
        }
    }

    // C60: the comparison above would prove nothing if the local entries were not there.
    @Test func insidersReachTheLocalEntries() async throws {
        try await withRouting(Self.setUp(.nothing, hasLocals: true)) { (hive: Hive) async throws in
            for url in [
                "shop://trade/secret", "shop://vault/secret", "shop://vaults/secret", "shop://private/1", "hidden://",
                "shop://orders/secret", "shop://files/secret", "shop://safeservice/secret", "shop://steps/secret",
                "shop://stairs/secret", "shop://call.service.beehive/secret", "shop://trade/quote",
                "shop://call.service.beehive/K.SafeService.secret",
            ] {
                #expect(hive.routes.canOpen(url), "\(url)")
            }
            #expect(try await hive.routes.open("shop://trade/quote", as: Int.self) == 1)
        }
    }

    // C60: what insiders are told of a refused URL, and of a checked one, still says why.
    @Test func insidersAreToldWhatIsNotMarked() async throws {
        let watcher = Watcher()
        let hidden = [
            "shop://trade/secret", "shop://vault/secret", "shop://private/1", "hidden://", "shop://steps/secret",
            "shop://stairs/secret", "shop://call.service.beehive/K.SafeService.secret", "shop://jump.vc.beehive/Home",
        ]
        let setUp = Self.setUp(.nothing, hasLocals: true)
        try await withRouting(observers: [watcher.observe], setUp) { (hive: Hive) async throws in
            for url in hidden {
                _ = try await failure(.notRemote) { try hive.routes.check(url, asOutsider: true) }
                await #expect(throws: RemoteError.self) { try await hive.remote.open(url) }
            }
        }
        #expect(watcher.refusals == hidden.map { _ in .notRemote })
    }

    // C60, C61: nothing is looked for on behalf of outsiders, not even for those inside who are told of the refusal.
    @Test func noAdviceIsLookedForOnBehalfOfOutsiders() async throws {
        try await withRouting(Self.setUp(.nothing, hasLocals: true)) { (hive: Hive) async throws in
            for (url, code) in [
                ("shop://trad/quote", HiveErrorCode.unknownTarget), ("shop://trade/qoute", .unknownAction),
                ("shopp://trade/quote", .unknownScheme), ("shop://steps/opne", .unknownRoute),
                ("shop://call.service.beehive/K.Trade.qoute", .unknownAction),
            ] {
                let outside = try await failure(code) { try hive.routes.check(url, asOutsider: true) }
                #expect(!outside.message.contains("Did you mean"), "\(outside.message)")
                let inside = try await failure(code) { try hive.routes.check(url) }
                #expect(inside.message.contains("Did you mean"), "\(inside.message)")
            }
        }
    }

    // C61: however many targets there are, an insider is told the near one, and no more than there is to say.
    @Test func insidersAreAdvisedAmongManyTargets() async throws {
        try await withRouting { context in
            for number in 0..<5_000 { try context.actions.target("Target\(number).Same") { $0.action("go") { 1 } } }
        } body: { (hive: Hive) async throws in
            let near = try await failure(.unknownTarget) { try await hive.actions.perform("Target4321.Smae", "go") }
            #expect(near.message.contains("Did you mean \"Target4321.Same\"?"), "\(near.message)")
            let many = try await failure(.ambiguousTarget) { try await hive.actions.perform("Same", "go") }
            #expect(many.message.contains("or 4995 more"))
            #expect(many.message.utf8.count < 1_000)
        }
    }

    // C60, T2: an outsider evicts nothing, be it local or marked for them; an insider does.
    @Test(arguments: [Access.local, .remote])
    func outsidersEvictNoInstance(_ access: Access) async throws {
        let made = Box(0)
        try await withRouting { context in
            try context.routes.accept("shop", forms: [.beeHive, .moduleProtocolMediator])
            try context.actions.target("Vault") { _ in
                Counter(made)
            } _: { target in
                target.action("number", access: access) { (counter: Counter) in counter.number }
            }
        } body: { (hive: Hive) async throws in
            for url in ["shop://vault/x", "shop://vault:/x:", "shop://call.service.beehive/K.Vault.x"] {
                await #expect(throws: RemoteError.self) { try await hive.remote.open(url) }
            }
            #expect(made.value == 0)
            try await hive.actions.perform("Vault", "number")
            for url in ["shop://vault/x", "shop://vault:/x:", "shop://call.service.beehive/K.Vault.x"] {
                await #expect(throws: RemoteError.self) { try await hive.remote.open(url) }
            }
            #expect(try await hive.actions.perform("Vault", "number", as: Int.self) == 1)
            _ = try await failure(.unknownAction) { try await hive.actions.perform("Vault", "x") }
            #expect(try await hive.actions.perform("Vault", "number", as: Int.self) == 2)
        }
    }

    // C60: what a fallback that is marked for outsiders throws is its own business, also when it looks like a miss.
    @Test func whatAFallbackThrowsIsNoMiss() async throws {
        try await withRouting { context in
            try context.routes.accept("shop")
            try context.actions.fallback(access: .remote) { _ in throw HiveError(.unknownAction, "secret") }
        } body: { (hive: Hive) async throws in
            let error = await #expect(throws: RemoteError.self) { try await hive.remote.open("shop://a/b") }
            #expect(error?.kind == .failed)
        }
    }
}
