// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Synchronization
import Testing

/// What the contract says of modules whose options are others and that cannot take them.
@Suite("C58 Restarts by a reload", .timeLimit(.minutes(5)))
struct ReloadRestarts {
    private static let list = Origin.propertyList("modules.plist", nil)

    /// A module with a number among its options; `attempt` gets it in each `initialize`.
    private static func catalog(
        _ number: Int,
        _ setUp: @escaping @Sendable (SetupContext) async throws -> Void = { _ in },
        willStop: @escaping @Sendable (StopContext) async throws -> Void = { _ in },
        run: @escaping @Sendable (WorkContext) async throws -> Void = { _ in },
        attempt: @escaping @Sendable (Int) throws -> Void = { _ in }
    ) -> ModuleDeclaration {
        var catalog = module(
            Catalog.self,
            from: list,
            Script(
                setUp: setUp,
                initialize: { try attempt($0.options(as: [String: Int].self)["number"] ?? 0) },
                run: run,
                willStop: willStop
            )
        )
        catalog.options = .dictionary(["number": .integer(number)])
        return catalog
    }

    private static let cart = module(Cart.self, needs: needsCatalog, from: list)
    private static let home = module(Home.self, from: list)

    private func reload(_ hives: Survivors, _ modules: ModuleDeclaration...) async throws -> ReloadReport? {
        try await hives.hive.reload(Composition(modules: modules, services: []), reporting: [])
    }

    private func started(_ modules: ModuleDeclaration..., restarts: Bool = true) async throws -> Survivors {
        let hives = try Survivors(modules, restartsOnReload: restarts)
        try await hives.hive.start()
        return hives
    }

    @Test("A module with other options is restarted with those that need it, the old ones before the new ones")
    func restarts() async throws {
        let log = Log()
        let catalog = { @Sendable (number: Int) in
            Self.catalog(
                number,
                { context in
                    let name = "store of \(try context.options(as: [String: Int].self)["number"] ?? 0)"
                    try context.services.register((any Store).self, instance: NamedStore(name: name))
                },
                attempt: { log.note("\($0)") }
            )
        }
        let hives = try await started(catalog(1), Self.cart, Self.home)
        let report = try await reload(hives, catalog(2), Self.cart, Self.home)
        #expect(log.entries == ["1", "2"])
        #expect(report?.deferred.isEmpty == true)
        #expect(
            report?.changes.map { "\($0.subject): \($0.what)" } == [
                "Catalog: options", "Catalog: module restarted", "Cart: module restarted",
            ]
        )
        let again = hives.test.hooks.drop { $0 != "Catalog.willStop" }
        #expect(
            Array(again) == [
                "Catalog.willStop", "Cart.willStop", "Cart.tearDown", "Catalog.tearDown",
                "Catalog.setUp", "Cart.setUp", "Catalog.initialize", "Cart.initialize", "Catalog.ready", "Cart.ready",
            ]
        )
        #expect(hives.hive.modules.running == ["Catalog", "Cart", "Home"])
        #expect(hives.hive.readiness.isReady)
        #expect(try hives.hive.services.service((any Store).self).name == "store of 2")
        #expect(hives.hive.moduleStates.map(\.state) == [.up, .up, .up])
        try await hives.hive.stop()
    }

    @Test("Where the program has not asked for that, it keeps what it has, and the report says so")
    func staysOtherwise() async throws {
        let hives = try await started(Self.catalog(1), Self.cart, restarts: false)
        let report = try await reload(hives, Self.catalog(2), Self.cart)
        #expect(report?.deferred.map(\.subject) == ["Catalog"])
        #expect(hives.test.hooks.count { $0 == "Catalog.setUp" } == 1)
        try await hives.hive.stop()
    }

    @Test("Nothing is restarted with a module that was registered as an instance")
    func instanceStays() async throws {
        let hives = try Survivors([Self.catalog(1)], restartsOnReload: true)
        try hives.hive.modules.register(instance: Needing())
        try await hives.hive.start()
        let report = try await reload(hives, Self.catalog(2))
        #expect(report?.deferred.map(\.subject) == ["Catalog"])
        #expect(hives.hive.modules.running == ["Catalog", "Needing"])
        #expect(hives.test.hooks.count { $0 == "Catalog.setUp" } == 1)
        try await hives.hive.stop()
    }

    @Test("Its services are unavailable meanwhile, what was made of them goes, and its subscriptions refuse")
    func meanwhile() async throws {
        let told = Log()
        let count = Counter()
        let box = TestMutex<Hive?>(nil)
        let catalog = { @Sendable (number: Int) in
            Self.catalog(number) { context in
                if count.next() > 1, let hive = box.withLock({ $0 }) {
                    do {
                        _ = try hive.services.service((any Store).self)
                    } catch let error as HiveError {
                        told.note("\(error.code)")
                    }
                    for failure in try await hive.events.trigger(Tick()).failures {
                        told.note("\((failure.error as? HiveError)?.code, default: "")")
                    }
                }
                try context.events.subscribe(Tick.self) { _, _ in }
                try context.services.register((any Store).self, instance: NamedStore(name: "\(number)"))
            }
        }
        let home = module(
            Home.self,
            from: Self.list,
            Script(setUp: {
                try $0.services.register((any Till).self) { NamedTill(name: try $0.service((any Store).self).name) }
            })
        )
        let hives = try await started(catalog(1), home)
        box.withLock { $0 = hives.hive }
        #expect(try hives.hive.services.service((any Till).self).name == "1")
        _ = try await reload(hives, catalog(2), home)
        box.withLock { $0 = nil }
        #expect(told.entries == ["unavailable", "unavailable"])
        #expect(try hives.hive.services.service((any Till).self).name == "2")
        #expect(try await hives.hive.events.trigger(Tick()).failures.isEmpty)
        try await hives.hive.stop()
    }

    @Test("Where it fails, the reload goes back with the old options")
    func goesBack() async throws {
        let log = Log()
        let catalog = { @Sendable (number: Int) in
            Self.catalog(
                number,
                attempt: { number in
                    log.note("\(number)")
                    if number == 2 { throw Broken(number: 2) }
                }
            )
        }
        let hives = try await started(catalog(1), Self.cart, Self.home)
        let error = try await hiveError { _ = try await reload(hives, catalog(2), Self.cart, Self.home) }
        #expect(error.code == .reloadFailed)
        #expect(error.message.hasSuffix("Everything is as it was before."))
        #expect(log.entries == ["1", "2", "1"])
        #expect(hives.hive.modules.running == ["Catalog", "Cart", "Home"])
        #expect(hives.hive.moduleStates.map(\.state) == [.up, .up, .up])
        #expect(hives.hive.readiness.isReady)
        try await hives.hive.stop()
    }

    @Test("What does not come back even then is left out, the hive is not ready, and the next reload brings it")
    func isLost() async throws {
        let count = Counter()
        let catalog = { @Sendable (number: Int) in
            Self.catalog(
                number,
                attempt: { _ in if [2, 3].contains(count.next()) { throw Broken(number: count.value) } }
            )
        }
        let hives = try await started(catalog(1), Self.cart, Self.home)
        let error = try await hiveError { _ = try await reload(hives, catalog(2), Self.cart, Self.home) }
        #expect(error.message.contains("Not restored: Cart, Catalog."))
        #expect(
            error.failures.map { "\($0)" } == [
                "Catalog.initialize: Broken(number: 2)", "Catalog.initialize: Broken(number: 3)",
            ]
        )
        #expect(hives.state(of: "Catalog") == .leftOut(because: "Broken(number: 3)"))
        #expect(hives.state(of: "Cart") == .leftOut(because: "it needs Catalog, which is left out"))
        #expect(hives.hive.state == .running)
        #expect(hives.hive.readiness.withheld.map(\.module) == ["Catalog", "Cart"])
        let report = try await reload(hives, catalog(3), Self.cart, Self.home)
        #expect(report?.changes.map { "\($0.subject): \($0.what)" } == ["Catalog: module added", "Cart: module added"])
        #expect(hives.hive.readiness.isReady)
        #expect(hives.hive.moduleStates.map(\.state) == [.up, .up, .up])
        try await hives.hive.stop()
    }

    @Test("A module that is left out by a reload can be restarted, taken out by the next one, or lost once more")
    func fatesOfTheLost() async throws {
        for fate in 0..<3 {
            let count = Counter()
            let catalog = { @Sendable (number: Int) in
                Self.catalog(
                    number,
                    attempt: { _ in if [2, 3].contains(count.next()) { throw Broken(number: count.value) } }
                )
            }
            let hives = try await started(catalog(1), Self.home)
            _ = try await hiveError { _ = try await reload(hives, catalog(2), Self.home) }
            #expect(!hives.hive.readiness.isReady)
            switch fate {
            case 0:
                try await hives.hive.restart(Scripted<Catalog>.self)
                #expect(hives.hive.modules.running == ["Catalog", "Home"])
            case 1:
                _ = try await reload(hives, Self.home)
                #expect(hives.hive.moduleStates.map(\.module) == ["Home"])
            default:
                let fails = module(Trade.self, from: Self.list, Script(setUp: { _ in throw Broken() }))
                _ = try await hiveError { _ = try await reload(hives, catalog(2), Self.home, fails) }
                #expect(hives.state(of: "Catalog")?.description.hasPrefix("left out") == true, "\(hives.states)")
                #expect(!hives.hive.readiness.isReady)
                _ = try await reload(hives, catalog(2), Self.home)
            }
            #expect(hives.hive.readiness.isReady, "\(fate): \(hives.hive.readiness)")
            try await hives.hive.stop()
        }
    }

    @Test("A stop during the reload that was to bring it tells that it is down, too")
    func stopOfTheLost() async throws {
        let (failing, count) = (Failing(), Counter())
        let catalog = module(
            Catalog.self,
            from: Self.list,
            Script(
                initialize: { _ in if failing.hasFailed { throw Broken(number: 7) } },
                run: { _ in try await failing.work() }
            )
        ).failing(.restart)
        let cart = { @Sendable (number: Int) in
            var cart = module(
                Cart.self,
                needs: needsCatalog,
                from: Self.list,
                Script(initialize: { _ in if [2, 3].contains(count.next()) { throw Broken(number: count.value) } })
            )
            cart.options = .dictionary(["number": .integer(number)])
            return cart
        }
        let hives = try await started(catalog, cart(1))
        _ = try await hiveError { _ = try await reload(hives, catalog, cart(2)) }
        #expect(hives.state(of: "Cart") == .leftOut(because: "Broken(number: 3)"))
        try await failing.fail()
        try await hives.wait(for: "Catalog restarting (attempt 2, next in 100 ms): Broken(number: 7)")
        await hives.settle()
        // It has to wait, and so it has not begun when the stop comes.
        hives.test.faults.inject(.reentering { $0.requestStop() }, into: Scripted<Trade>.self, at: .setUp)
        let trade = module(Trade.self, from: Self.list)
        let error = try await hiveError { _ = try await reload(hives, catalog, cart(2), trade) }
        #expect(error.code == .cancelled)
        try await hives.hive.waitUntilStopped()
        #expect(hives.states.last { $0.hasPrefix("Cart ") } == "Cart down")
        #expect(hives.hive.moduleStates.isEmpty)
    }

    @Test("What does not come back even then is restarted where its policy says so")
    func isRetried() async throws {
        let count = Counter()
        let catalog = { @Sendable (number: Int) in
            Self.catalog(
                number,
                attempt: { _ in
                    if (2...4).contains(count.next()) { throw Broken(number: count.value) }
                }
            ).failing(.restart)
        }
        let hives = try await started(catalog(1), Self.cart, Self.home)
        _ = try await hiveError { _ = try await reload(hives, catalog(2), Self.cart, Self.home) }
        try await hives.wait(for: "Catalog restarting (attempt 2, next in 100 ms): Broken(number: 4)")
        #expect(!hives.hive.readiness.isReady)
        hives.test.clock.advance(by: .milliseconds(100))
        try await hives.wait(for: "Cart up", times: 2)
        #expect(await becomesTrue(within: .seconds(60)) { hives.hive.readiness.isReady })
        #expect(hives.hive.modules.running == ["Catalog", "Cart", "Home"])
        try await hives.hive.stop()
    }

    @Test("A stop at any moment of it takes everything down")
    func stopAtAnyMoment() async throws {
        for moment in 0..<200 {
            let catalog = { @Sendable (number: Int) in
                Self.catalog(number, attempt: { number in if number == 2, moment % 3 == 0 { throw Broken() } })
            }
            let hives = try await started(catalog(1), Self.cart, Self.home)
            let change = Task { try await reload(hives, catalog(2), Self.cart, Self.home) }
            for _ in 0..<moment { await Task.yield() }
            try? await hives.hive.stop()
            _ = await change.result
            #expect(hives.hive.state == .stopped)
            let hooks = hives.test.hooks
            for name in ["Catalog", "Cart", "Home"] {
                let counts = ["setUp", "tearDown"].map { hook in hooks.count { $0 == "\(name).\(hook)" } }
                #expect(counts[0] == counts[1], "\(moment): \(hooks)")
                let told = hives.states.filter { $0.hasPrefix("\(name) ") }
                #expect(told.last == "\(name) down", "\(moment): \(told)")
            }
        }
    }
}

private actor Needing: HiveModule {
    static let manifest = ModuleManifest(needs: [.module(Scripted<Catalog>.self)])
}

private struct Tick: HiveEvent {}
private protocol Till: Sendable { var name: String { get } }
private struct NamedTill: Till { let name: String }
