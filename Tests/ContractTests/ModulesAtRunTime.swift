// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// The contract's third chapter, C15 to C17; C18 and C19 are in `Reentrancy.swift`.
@Suite("Modules at run time", .timeLimit(.minutes(5)))
struct ModulesAtRunTime {
    @Suite("C15 Adding")
    struct C15 {
        @Test("register is for before the start; afterwards it throws and says to use add")
        func register() async throws {
            let test = TestHive()
            try await test.hive.start()
            let error = try await hiveError { try test.hive.modules.register([module(Cart.self)]) }
            #expect(error.code == .invalidState)
            #expect(error.message.contains("add(_:)"))
            try await test.hive.stop()
        }

        @Test("While running, it is created and brought through setUp, initialize and ready at once")
        func atOnce() async throws {
            let test = TestHive()
            try await test.running { hive async throws in
                try await hive.add(module(Cart.self))
                #expect(test.hooks == ["Cart.setUp", "Cart.initialize", "Cart.ready"])
                #expect(hive.modules.running == ["Cart"])
            }
        }

        @Test("Its dependencies must be running")
        func dependencies() async throws {
            let test = try TestHive(module(Catalog.self))
            try await test.running { hive async throws in
                let missing = module(Cart.self, needs: [.named("Home")])
                let error = try await hiveError { try await hive.add(missing) }
                #expect(error.problems.map(\.code) == [.unknownDependency])
                try await hive.add(module(Cart.self, needs: [.named("Catalog")]))
            }
        }

        @Test("If it fails, only it is withdrawn and the error goes to the caller")
        func failure() async throws {
            let test = try TestHive(module(Catalog.self))
            test.faults.inject(.throwing(Broken()), into: Scripted<Cart>.self, at: .initialize)
            try await test.running { hive async throws in
                let script = Script(setUp: { try $0.services.register(Int.self, instance: 1) })
                let error = try await hiveError { try await hive.add(module(Cart.self, script)) }
                #expect(error.failures.first?.error as? Broken == Broken())
                #expect(hive.modules.running == ["Catalog"])
                #expect(hive.unserved(Int.self) == ["Int"])
                #expect(hive.state == .running)
            }
        }

        @Test("From a hook it is queued until after ready, and a failure then fails the start")
        func queued() async throws {
            let test = try TestHive(module(Catalog.self), module(Home.self))
            let add = Fault.reentering { try await $0.add(module(Cart.self)) }
            test.faults.inject(add, into: Scripted<Catalog>.self, at: .setUp)
            test.faults.inject(.throwing(Broken()), into: Scripted<Cart>.self, at: .ready)
            let error = try await hiveError { try await test.hive.start() }
            #expect(error.code == .startFailed)
            let ready = try #require(test.hooks.firstIndex(of: "Home.ready"))
            #expect(try #require(test.hooks.firstIndex(of: "Cart.setUp")) > ready)
            #expect(test.hooks.suffix(3) == ["Cart.tearDown", "Home.tearDown", "Catalog.tearDown"])
        }

        @Test("It does not receive a broadcast that was in flight when it joined")
        func inFlight() async throws {
            let test = TestHive()
            let log = Log()
            try await test.running { hive async throws in
                let late = Script(setUp: { try $0.events.subscribe(Rung.self) { _, _ in log.note("heard") } })
                let token = hive.events.subscribe(Rung.self) { [weak hive] _, _ async throws in
                    try await hive?.add(module(Cart.self, late))
                }
                #expect(try await hive.events.trigger(Rung()).failures.isEmpty)
                #expect(log.entries == [])
                token.cancel()
                _ = try await hive.events.trigger(Rung())
                #expect(log.entries == ["heard"])
            }
        }

        @Test("While a start that failed is rolled back it is an error")
        func rollingBack() async throws {
            let test = try TestHive(module(Catalog.self), module(Home.self))
            let add = Fault.reentering { hive in
                let error = try await hiveError { try await hive.add(module(Cart.self)) }
                #expect(error.code == .invalidState)
            }
            test.faults.inject(.throwing(Broken()), into: Scripted<Home>.self, at: .ready)
            test.faults.inject(add, into: Scripted<Catalog>.self, at: .tearDown)
            _ = try await hiveError { try await test.hive.start() }
            #expect(test.faults.modules(.tearDown, .returned) == ["Home", "Catalog"])
            #expect(!test.faults.modules(.creation, .began).contains("Cart"))
        }

        @Test("While stopping or later it is an error")
        func stopping() async throws {
            let test = try TestHive(module(Catalog.self))
            let add = Fault.reentering { hive in
                let error = try await hiveError { try await hive.add(module(Cart.self)) }
                #expect(error.code == .invalidState)
            }
            test.faults.inject(add, into: Scripted<Catalog>.self, at: .willStop)
            try await test.running { _ in }
            let error = try await hiveError { try await test.hive.add(module(Cart.self)) }
            #expect(error.code == .invalidState)
            #expect(test.faults.modules(.willStop, .returned) == ["Catalog"])
        }
    }

    @Suite("C58 Joining and leaving")
    struct C58 {
        @Test("A module that is added gets no event before its ready has returned")
        func events() async throws {
            let test = TestHive()
            let log = Log()
            let ring = Fault.reentering { hive in
                log.note("\(try await hive.events.trigger(Rung()).handlerCount) heard")
            }
            for point in [FaultPoint.initialize, .ready] {
                test.faults.inject(ring, into: Scripted<Cart>.self, at: point)
            }
            try await test.running { hive async throws in
                let late = Script(setUp: { try $0.events.subscribe(Rung.self) { _, _ in } })
                try await hive.add(module(Cart.self, late))
                #expect(log.entries == ["0 heard", "0 heard"])
                #expect(try await hive.events.trigger(Rung()).handlerCount == 1)
            }
        }

        @Test("What a module brought goes with it and breaks nothing for those that stay")
        func decorated() async throws {
            let test = try TestHive(
                module(Catalog.self, Script(setUp: { try $0.services.register(Int.self, instance: 1) })),
                module(Cart.self, Script(setUp: { try $0.services.decorate(Int.self) { inner, _ in inner + 1 } }))
            )
            try await test.running { hive async throws in
                try await hive.remove(Scripted<Catalog>.self)
                try await hive.add(module(Home.self))
                #expect(hive.modules.running == ["Cart", "Home"])
            }
        }

        private static let list = Origin.propertyList("modules.plist", nil)

        /// Reloads a list in which a module stands that throws, and nothing else.
        private static func failToReload(_ hive: Hive) async throws {
            let fails = module(Trade.self, from: list, Script(setUp: { _ in throw Broken() }))
            let error = try await hiveError {
                try await hive.reload(Composition(modules: [fails], services: []), reporting: [])
            }
            #expect(error.code == .reloadFailed)
        }

        @Test("A reload that fails brings back also who can do without what had come later, and waits for nothing")
        func cameLater() async throws {
            let home = ModuleDependency.module(Scripted<Home>.self, optional: true)
            let catalog = module(Catalog.self, needs: [home], from: Self.list)
            let cart = module(Cart.self, initializesConcurrently: true, from: Self.list)
            let test = try TestHive(catalog, cart)
            try await test.running { hive async throws in
                let all = [catalog, cart, module(Home.self, from: Self.list)]
                _ = try await hive.reload(Composition(modules: all, services: []), reporting: [])
                try await Self.failToReload(hive)
                #expect(hive.modules.running == ["Catalog", "Cart", "Home"])
            }
        }

        // C14
        @Test("What comes back after a reload that failed comes level by level, also who had come later")
        func levelsOfTheWayBack() async throws {
            let catalog = module(Catalog.self, level: 2, from: Self.list)
            let test = try TestHive(catalog)
            try await test.running { hive async throws in
                let all = [catalog, module(Home.self, level: 1, from: Self.list)]
                _ = try await hive.reload(Composition(modules: all, services: []), reporting: [])
                try await Self.failToReload(hive)
                let back = ["setUp", "initialize", "ready"].flatMap { ["Home.\($0)", "Catalog.\($0)"] }
                #expect(test.hooks.suffix(6) == back[...])
                // C1: each keeps its place, which is that of its first coming.
                #expect(hive.modules.running == ["Catalog", "Home"])
            }
        }

        @Test("Who comes waits for what it needs through a module that stays, and which can do without that")
        func needsThroughOthers() async throws {
            let log = Log()
            let slow = Script(initialize: { _ in
                for _ in 0..<100 { await Task.yield() }
                log.note("Home")
            })
            let home = ModuleDependency.module(Scripted<Home>.self, optional: true)
            let test = try TestHive(
                module(Home.self, from: Self.list, slow),
                module(Catalog.self, needs: [home]),
                module(
                    Cart.self,
                    needs: [.module(Scripted<Catalog>.self)],
                    initializesConcurrently: true,
                    from: Self.list,
                    Script(initialize: { _ in log.note("Cart") })
                )
            )
            try await test.running { hive async throws in
                try await Self.failToReload(hive)
                #expect(log.entries == ["Home", "Cart", "Home", "Cart"])
            }
        }
    }

    @Suite("C16 Removal")
    struct C16 {
        private static let shop = Script(setUp: { context in
            try context.services.register(Int.self, instance: 1)
            try context.events.subscribe(Rung.self) { _, _ in }
        })

        @Test("remove runs willStop and tearDown, then withdraws services and subscriptions")
        func withdraws() async throws {
            let test = try TestHive(module(Cart.self, Self.shop))
            try await test.running { hive async throws in
                try await hive.remove(Scripted<Cart>.self)
                #expect(test.hooks.suffix(2) == ["Cart.willStop", "Cart.tearDown"])
                #expect(hive.unserved(Int.self) == ["Int"])
                #expect(try await hive.events.trigger(Rung()).handlerCount == 0)
            }
        }

        @Test("If running modules depend on it: an error naming them, or on request they go first, in reverse")
        func dependents() async throws {
            let test = try TestHive(
                module(Catalog.self),
                module(Cart.self, needs: [.named("Catalog")]),
                module(Home.self, needs: [.named("Cart")])
            )
            try await test.running { hive async throws in
                let error = try await hiveError { try await hive.remove(Scripted<Catalog>.self) }
                #expect(error.code == .invalidState)
                #expect(error.message.contains("Cart, Home"))
                #expect(hive.modules.running == ["Catalog", "Cart", "Home"])
                try await hive.remove(Scripted<Catalog>.self, removesDependents: true)
                #expect(test.hooks.suffix(3) == ["Home.tearDown", "Cart.tearDown", "Catalog.tearDown"])
            }
        }

        @Test("A module that removes itself only asks for it")
        func itself() async throws {
            let test = try TestHive(module(Cart.self))
            test.faults.inject(
                .reentering { try await $0.remove(Scripted<Cart>.self) },
                into: Scripted<Cart>.self,
                at: .work
            )
            try await test.running { _ in
                try await test.recorder.wait(for: .hookEnded(.tearDown, of: "Cart"))
                #expect(test.faults.modules(.work, .returned) == ["Cart"])
            }
        }

        @Test("A removed type may be added again, as a new instance")
        func again() async throws {
            let test = try TestHive(module(Cart.self, Self.shop))
            try await test.running { hive async throws in
                let first = try #require(hive.modules.module(Scripted<Cart>.self))
                try await hive.remove(Scripted<Cart>.self)
                try await hive.add(module(Cart.self, Self.shop))
                #expect(hive.modules.module(Scripted<Cart>.self) !== first)
                #expect(try hive.services.service(Int.self) == 1)
            }
        }
    }

    @Suite("C17 Duplicates")
    struct C17 {
        private final class Plain: HiveModule {
            static let manifest = ModuleManifest()
        }
        private final class Namesake: HiveModule {
            static let manifest = ModuleManifest(name: "Plain")
        }

        @Test("The same type twice in code is an error that names both places")
        func code() async throws {
            let hive = Hive(HiveOptions(clock: ManualClock()))
            try hive.modules.register(Plain.self, fileID: "Shop.swift", line: 1)
            let error = try await hiveError { try hive.modules.register(Plain.self, fileID: "Shop.swift", line: 2) }
            #expect(error.code == .duplicateModule)
            #expect(error.message.contains("Shop.swift:1") && error.message.contains("Shop.swift:2"))
        }

        @Test(
            "So it is in one property list, and among the records",
            arguments: [
                Origin.propertyList("modules.plist", nil, line: 4), .record("Shop.Cart"),
            ]
        )
        func oneSource(origin: Origin) throws {
            #expect(
                try problems(module(Cart.self, from: origin), module(Cart.self, from: origin)) == [.duplicateModule]
            )
        }

        @Test("Across sources it is one module: property list over code over record, key by key, all remembered")
        func acrossSources() throws {
            let hive = Hive(HiveOptions(clock: ManualClock()))
            var listed = module(Cart.self, priority: 3, from: .propertyList("modules.plist", nil))
            listed.options = ["currency": "EUR"]
            var coded = module(Cart.self, level: 7, priority: 1)
            coded.options = ["currency": "USD", "limit": 5]
            let recorded = module(Cart.self, level: 1, initializesConcurrently: true, from: .record("Shop.Cart"))
            try hive.modules.register([recorded, coded, listed])
            let cart = try #require(hive.modules.descriptors.first)
            #expect(hive.modules.descriptors.count == 1)
            #expect(cart.priority == 3)
            #expect(cart.level == 7)
            #expect(cart.initializesConcurrently)
            #expect(cart.options == ["currency": "EUR", "limit": 5])
            #expect(cart.origins.map(\.source) == [.propertyList, .code, .record])
        }

        @Test("Two different types under one module name are an error")
        func names() throws {
            let hive = Hive(HiveOptions(clock: ManualClock()))
            try hive.modules.register(Plain.self)
            try hive.modules.register(Namesake.self)
            #expect(hive.verify().errors.map(\.code) == [.duplicateModuleName])
        }
    }
}
