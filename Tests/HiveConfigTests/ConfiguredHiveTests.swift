// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Synchronization
import Testing

@testable import HiveConfig

@Suite(.timeLimit(.minutes(5)))
struct ConfiguredHiveTests {
    final class Counted: HiveModule {
        struct Options: Codable, Sendable, Equatable {
            var a: Int
            var b: Int
        }

        static let manifest = ModuleManifest()
        let setUps = Mutex(0)
        let options = Mutex<Options?>(nil)
        init() {}
        func setUp(_ context: SetupContext) async throws {
            setUps.withLock { $0 += 1 }
            let read = try context.options(as: Options.self)
            options.withLock { $0 = read }
        }
    }

    // C55
    @Test func aTestHiveIsMadeFromPropertyLists() async throws {
        let name = "HiveConfigTests.ConfiguredHiveTests.Counted"
        let entry: ConfigurationValue = ["moduleClass": .string(name), "options": ["a": 2, "b": 3]]
        let read = try await configuration(modules: modules(entry))
        let clock = ManualClock()
        let test = try TestHive(HiveOptions(clock: clock)) { try Hive(read, options: $0) }
        #expect(test.clock === clock)
        try await test.hive.start()
        let counted = try #require(test.hive.modules.module(Counted.self))
        #expect(counted.options.withLock { $0 } == Counted.Options(a: 2, b: 3))
        #expect(test.recorder.observations(of: .didRunHook).first?.module == "Counted")
        test.faults.inject(.throwing(CancellationError()), into: Counted.self, at: .tearDown)
        let error = await #expect(throws: HiveError.self) { try await test.hive.stop() }
        #expect(error?.code == .stopFailed)
        let wrong = try await configuration(modules: modules(["moduleClass": "Nobody"]))
        #expect(throws: HiveError.self) { try TestHive { try Hive(wrong, options: $0) } }
    }

    // C2 C17
    @Test func codeAndPropertyListNameOneInstance() async throws {
        let read = try await configuration(
            modules: modules([
                "moduleClass": "HiveConfigTests.ConfiguredHiveTests.Counted", "modulePriority": 9, "options": ["a": 2],
            ])
        )
        #expect(read.errors == [])
        let hive = try Hive(read, options: HiveOptions(clock: ManualClock()))
        let counted = Counted()
        try hive.modules.register(instance: counted, options: ["a": 1, "b": 1])
        let descriptor = try #require(hive.modules.descriptors.first)
        #expect(hive.modules.descriptors.count == 1)
        #expect(descriptor.priority == 9)
        #expect(descriptor.origins.map(\.source) == [.propertyList, .code])
        #expect(descriptor.origins[0].keyPath?.description == "moduleClasses[0]")
        try await hive.start()
        #expect(hive.modules.module(Counted.self) === counted)
        try await hive.stop()
        #expect(counted.setUps.withLock { $0 } == 1)
        #expect(counted.options.withLock { $0 } == Counted.Options(a: 2, b: 1))
    }

    // C17
    @Test func wrongOptionIsShownWhereItStands() async throws {
        let read = try await configuration(
            modules: modules(["moduleClass": "HiveConfigTests.ConfiguredHiveTests.Counted", "options": ["a": 2]])
        )
        let hive = try Hive(read, options: HiveOptions(clock: ManualClock()))
        try hive.modules.register(Counted.self, options: ["b": "x"])
        let problem = try #require(hive.verify().errors.first)
        #expect(problem.origin?.source == .code)
        #expect(problem.message.contains("Option b"))
    }

    // C22 B15
    @Test func sharedInstanceIsTheClassesOwn() async throws {
        let wrong = try await configuration(
            services: [["service": "PriceService", "impl": "OwnPrices", "scope": "transient"]]
        )
        let error = #expect(throws: HiveError.self) { try Hive(wrong, options: HiveOptions(clock: ManualClock())) }
        #expect(error?.problems.errors.map(\.code) == [.invalidScope])
        #expect(error?.problems.errors.first?.remedy == "Remove the scope.")

        let read = try await configuration(services: [["service": "PriceService", "impl": "OwnPrices"]])
        let hive = try Hive(read, options: HiveOptions(clock: ManualClock()))
        try await hive.start()
        #expect(try hive.services.service((any PriceService).self) as AnyObject === OwnPrices.own)
        try await hive.stop()
    }

    // C22 C23
    @Test func scopeNameAndRankingCount() async throws {
        let read = try await configuration(
            services: [
                ["service": "PriceService", "impl": "MemoryPrices"],
                [
                    "service": "PriceService", "impl": "OtherPrices", "name": "other", "scope": "transient",
                    "ranking": 5,
                ],
                ["service": "PriceService", "impl": "FlatPrices", "name": "flat", "ranking": "-1"],
                ["service": "BasePrices", "impl": "MemoryPrices"],
            ]
        )
        #expect(read.errors == [])
        let hive = try Hive(read, options: HiveOptions(clock: ManualClock()))
        try await hive.start()
        let services = hive.services
        #expect(try services.all((any PriceService).self).map { $0.price() } == [4, 3, 5])
        let shared = try services.service((any PriceService).self) as AnyObject
        #expect(try services.service((any PriceService).self) as AnyObject === shared)
        let transient = try services.service((any PriceService).self, name: "other") as AnyObject
        #expect(try services.service((any PriceService).self, name: "other") as AnyObject !== transient)
        #expect(try services.service(BasePrices.self).price() == 3)
        try await hive.stop()
    }

    final class Watching: HiveModule {
        static let manifest = ModuleManifest()
        let seen = Mutex<[String]>([])
        init() {}
        func setUp(_ context: SetupContext) async throws {}
        func initialize(_ context: ModuleContext) async throws {
            _ = try context.service((any PriceService).self)
            _ = try context.service((any StockService).self)
        }
        func tearDown(_ context: StopContext) async throws {
            // CartModule is down already; what belongs to the hive is still there.
            _ = try context.service((any StockService).self)
            seen.withLock { $0.append("hive") }
            do {
                _ = try context.service((any PriceService).self)
                seen.withLock { $0.append("module") }
            } catch { seen.withLock { $0.append("\((error as? HiveError)?.code.description ?? "?")") } }
        }
    }

    // C27
    @Test func servicesBelongToTheirModuleOrToTheHive() async throws {
        let read = try await configuration(
            modules: modules(
                ["moduleClass": "HiveConfigTests.ConfiguredHiveTests.Watching", "moduleLevel": 0],
                ["moduleClass": "CartModule"]
            ),
            services: [
                ["service": "PriceService", "impl": "MemoryPrices", "module": "cart"],
                ["service": "StockService", "impl": "Warehouse"],
            ]
        )
        let hive = try Hive(read, options: HiveOptions(clock: ManualClock()))
        try await hive.start()
        let watching = try #require(hive.modules.module(Watching.self))
        try await hive.stop()
        #expect(watching.seen.withLock { $0 }.first == "hive")
        #expect(watching.seen.withLock { $0 }.last != "module")
    }

    // C27
    @Test func servicesOfADisabledModuleAreLeftOut() async throws {
        let read = try await configuration(
            modules: modules(["moduleClass": "CartModule", "enabled": false]),
            services: [["service": "PriceService", "impl": "MemoryPrices", "module": "cart"]]
        )
        let hive = try Hive(read, options: HiveOptions(clock: ManualClock()))
        #expect(hive.verify().map(\.code).contains(.disabledDependency))
        try await hive.start()
        #expect(throws: HiveError.self) { try hive.services.service((any PriceService).self) }
        try await hive.stop()
    }

    // C20
    @Test func protocolsFoundByNameAreDoubtfulAndThoseOfTheCatalogueAreNot() async throws {
        let entries: ConfigurationValue = [["service": "PriceService", "impl": "MemoryPrices"]]
        let byName = try await configuration(services: entries)
        #expect(byName.problems.map(\.code) == [.notSendable, .foundAtRunTime])
        // Each name is in one of them.
        #expect(byName.problems.map { $0.message.contains("PriceService") } == [true, false])
        #expect(byName.problems.map { $0.message.contains("MemoryPrices") } == [false, true])
        #expect(try Hive(byName, options: HiveOptions(clock: ManualClock())).verify() == byName.problems)
        let catalogue = HiveCatalogue(services: [(any PriceService).self], implementations: [MemoryPrices.self])
        #expect(try await configuration(services: entries, catalogue: catalogue).problems == [])
    }

    // C46
    @Test func oneConfigurationMakesManyHives() async throws {
        let read = try await configuration(modules: modules(["moduleClass": "CartModule"]))
        let hives = [
            try Hive(read, options: HiveOptions(clock: ManualClock())),
            try Hive(read, options: HiveOptions(clock: ManualClock())),
        ]
        for hive in hives { try await hive.start() }
        let carts = hives.map { $0.modules.module(CartModule.self) }
        #expect(carts[0] !== carts[1])
        for hive in hives { try await hive.stop() }
    }
}
