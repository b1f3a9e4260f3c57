// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// The contract's second chapter, C10 to C14.
@Suite("Order", .timeLimit(.minutes(5)))
struct Order {
    @Suite("C10 Level, priority, index")
    struct C10 {
        @Test("Level ascending, then priority descending, then the order of registration")
        func order() throws {
            let order = try bootOrder(
                module(Trade.self, level: 2, priority: 9),
                module(Home.self, priority: -1),
                module(Cart.self),
                module(Catalog.self, level: .basic)
            )
            #expect(order == ["Catalog", "Cart", "Home", "Trade"])
        }

        @Test("The index is code in call order, then property lists in file order, then records by qualified name")
        func sources() throws {
            let order = try bootOrder(
                module(Trade.self, from: .record("b")),
                module(Home.self, from: .propertyList("modules.plist", nil)),
                module(Catalog.self, from: .record("a")),
                module(Cart.self)
            )
            #expect(order == ["Cart", "Home", "Catalog", "Trade"])
        }

        @Test("The property list's level and priority win over the code's")
        func propertyListWins() throws {
            let order = try bootOrder(
                module(Cart.self, level: 0, priority: 5),
                module(Home.self, level: 0),
                module(Cart.self, level: 1, from: .propertyList("modules.plist", nil))
            )
            #expect(order == ["Home", "Cart"])
        }
    }

    @Suite("C11 Dependencies")
    struct C11 {
        private struct Prices: Sendable {}

        private final class Pricing: HiveModule {
            static let manifest = ModuleManifest(level: 5, provides: [Prices.self])
            let registers: Bool
            init() { registers = false }
            init(registers: Bool) { self.registers = registers }
            func setUp(_ context: SetupContext) async throws {
                if registers { try context.services.register(Prices.self, instance: Prices()) }
            }
        }

        @Test(
            "A dependency on a type, a name or a service beats level and priority, and verify warns",
            arguments: [
                ModuleDependency.module(Pricing.self), .named("Pricing"), .service(Prices.self),
            ]
        )
        func beats(dependency: ModuleDependency) throws {
            let hive = Hive(HiveOptions(clock: ManualClock()))
            try hive.modules.register(Pricing.self)
            try hive.modules.register([module(Cart.self, level: 0, needs: [dependency])])
            #expect(hive.modules.descriptors.map(\.name) == ["Pricing", "Cart"])
            #expect(hive.verify().map(\.code) == [.orderContradiction])
            #expect(hive.verify().errors.isEmpty)
        }

        @Test("Modules are walked in C10's order, each one's dependencies placed first, in that same order")
        func walk() throws {
            let order = try bootOrder(
                module(Trade.self, level: 0, needs: [.named("Home"), .named("Cart")]),
                module(Cart.self),
                module(Home.self, needs: [.named("Catalog")]),
                module(Catalog.self, level: 3)
            )
            #expect(order == ["Cart", "Catalog", "Home", "Trade"])
        }

        @Test("A service under provides that is not registered when setUp ends is an error, before any initialize")
        func unprovided() async throws {
            let test = try TestHive(module(Cart.self))
            try test.hive.modules.register(instance: Pricing(registers: false))
            let error = try await hiveError { try await test.hive.start() }
            #expect((error.failures.first?.error as? HiveError)?.code == .unprovidedService)
            #expect(test.faults.modules(.initialize, .began).isEmpty)
            let kept = TestHive()
            try kept.hive.modules.register(instance: Pricing(registers: true))
            try await kept.running { _ in }
        }
    }

    @Suite("C12 Cycle")
    struct C12 {
        @Test("Found before any module is created; the error has the path and where each leg was declared")
        func cycle() async throws {
            let entry = ConfigurationKeyPath([.key("moduleClasses"), .index(2)])
            let test = try TestHive(
                module(Cart.self, needs: [.named("Home")], from: .propertyList("modules.plist", entry)),
                module(Home.self, needs: [.named("Cart")], from: .code(fileID: "Shop.swift", line: 7))
            )
            let error = try await hiveError { try await test.hive.start() }
            #expect(error.problems.map(\.code) == [.dependencyCycle])
            let message = try #require(error.problems.first?.message)
            #expect(message.contains("moduleClasses[2]") && message.contains("Shop.swift:7"))
            #expect(message.ranges(of: "Cart").count + message.ranges(of: "Home").count == 3)
            #expect(test.faults.calls.isEmpty)
        }
    }

    @Suite("C13 Dependencies that cannot be")
    struct C13 {
        @Test("On itself, unknown, disabled, a service nobody provides: distinct errors")
        func distinct() throws {
            var disabled = module(Home.self)
            disabled.isEnabled = false
            #expect(try problems(module(Cart.self, needs: [.named("Cart")])) == [.selfDependency])
            #expect(try problems(module(Cart.self, needs: [.named("Hom")])) == [.unknownDependency])
            #expect(try problems(module(Cart.self, needs: [.named("Home")]), disabled) == [.disabledDependency])
            #expect(try problems(module(Cart.self, needs: [.service(Int.self)])) == [.unprovidedService])
        }

        @Test("An optional dependency that is absent is skipped")
        func optional() async throws {
            let needs: [ModuleDependency] = [.named("Home", optional: true), .service(Int.self, optional: true)]
            #expect(try problems(module(Cart.self, needs: needs)) == [])
        }
    }

    @Suite("C14 Concurrent modules")
    struct C14 {
        @Test("Concurrent modules of a level initialize alongside each other; all are awaited before ready")
        func alongside() async throws {
            let met = (cart: Latch(), home: Latch())
            let test = try TestHive(
                module(
                    Cart.self,
                    initializesConcurrently: true,
                    Script(initialize: { _ in
                        met.cart.open()
                        try await met.home.wait()
                    })
                ),
                module(
                    Home.self,
                    initializesConcurrently: true,
                    Script(initialize: { _ in
                        met.home.open()
                        try await met.cart.wait()
                    })
                ),
                module(Trade.self)
            )
            try await test.running { _ in }
            let initialized = test.faults.calls.lastIndex { $0.point == .initialize && $0.stage == .returned }
            let ready = test.faults.calls.firstIndex { $0.point == .ready }
            #expect(try #require(initialized) < #require(ready))
        }

        @Test("Sequential modules keep their order, and a level ends before the next begins")
        func levels() async throws {
            let test = try TestHive(
                module(Catalog.self, level: 0, initializesConcurrently: true),
                module(Cart.self),
                module(Home.self),
                module(Trade.self, level: 2, initializesConcurrently: true)
            )
            let faults = test.faults
            // The first level's module does not return before everybody else had the time to begin.
            let patient = Fault("waits") { _ in for _ in 0..<50 { await Task.yield() } }
            faults.inject(patient, into: Scripted<Catalog>.self, at: .initialize)
            try await test.running { _ in }
            let stages = faults.calls.filter { $0.point == .initialize }.map { "\($0.module) \($0.stage)" }
            #expect(stages == ["Catalog", "Cart", "Home", "Trade"].flatMap { ["\($0) began", "\($0) returned"] })
        }

        @Test("A dependency counts with the lowest level of its dependents")
        func dependencyLevel() async throws {
            let test = try TestHive(
                module(Cart.self, level: 0, needs: [.named("Trade")], initializesConcurrently: true),
                module(Home.self),
                module(Trade.self, level: 2)
            )
            try await test.running { _ in }
            #expect(test.faults.modules(.initialize, .began) == ["Trade", "Cart", "Home"])
        }

        @Test("A level takes as long as its critical path, not the sum")
        func criticalPath() async throws {
            let test = try TestHive(
                module(Cart.self, initializesConcurrently: true),
                module(Home.self, initializesConcurrently: true),
                module(Trade.self, initializesConcurrently: true),
                timeouts: HiveTimeouts(start: nil)
            )
            for (type, seconds) in [(Scripted<Cart>.self, 3), (Scripted<Home>.self, 5)] as [(any HiveModule.Type, Int)]
            {
                test.faults.inject(.delay(.seconds(seconds), by: test.clock), into: type, at: .initialize)
            }
            let start = Task { try await test.hive.start() }
            for name in ["Cart", "Home", "Trade"] { try await test.faults.wait(for: .init(name, .initialize, .began)) }
            try await test.advance(until: .state(.running))
            try await start.value
            let phase = test.hive.timeline.entries.filter { $0.phase == .initialize }
            #expect(phase.allSatisfy { $0.began == .zero })
            try await test.hive.stop()
        }

        @Test("The first failure cancels the others; every failure is in the error")
        func failures() async throws {
            let test = try TestHive(
                module(Cart.self, initializesConcurrently: true),
                module(Home.self, initializesConcurrently: true)
            )
            let faults = test.faults
            let other = Fault("throws when cancelled") { _ in
                try? await Latch().wait()
                throw Broken(number: 2)
            }
            faults.inject(other, into: Scripted<Cart>.self, at: .initialize)
            let cause = Fault("throws first") { _ in
                try await faults.wait(for: .init("Cart", .initialize, .began))
                throw Broken(number: 1)
            }
            faults.inject(cause, into: Scripted<Home>.self, at: .initialize)
            let error = try await hiveError { try await test.hive.start() }
            #expect(error.failures.map { $0.error as? Broken } == [Broken(number: 1), Broken(number: 2)])
        }
    }
}
