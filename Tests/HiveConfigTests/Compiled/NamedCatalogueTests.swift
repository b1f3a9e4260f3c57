// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@testable import HiveConfig

@Suite(.timeLimit(.minutes(5)))
struct NamedCatalogueTests {
    private func read(_ name: String, _ catalogue: HiveCatalogue) async throws -> HiveConfiguration {
        try await configuration(
            modules: modules(["moduleClass": .string(name)]),
            catalogue: catalogue,
            defaultModules: []
        )
    }

    // C42
    @Test func aNameThatNobodyGaveIsAnError() async throws {
        let catalogue = HiveCatalogue(modules: ["Shop": ShopModule.self], services: [:], implementations: [:])
        #expect(try await read("Shopp", catalogue).errors.count == 1)
    }

    // C42
    @Test(arguments: ["Laden", "ShopModule", "HiveConfigTests.ShopModule"])
    func aTypeKeepsItsOtherNames(_ name: String) async throws {
        let catalogue = HiveCatalogue(modules: ["Laden": ShopModule.self], services: [:], implementations: [:])
        let read = try await read(name, catalogue)
        #expect(read.errors == [])
        #expect(read.modules.map { ObjectIdentifier($0.type) } == [ObjectIdentifier(ShopModule.self)])
    }

    // C42
    @Test func aGivenNameWinsOverTheNamesOfOtherTypes() async throws {
        let named: [String: any HiveModule.Type] = [
            "TwinModule": OtherTwins.TwinModule.self, "a": Twins.TwinModule.self,
            "HiveConfigTests.HomeModule": ShopModule.self,
            "b": HomeModule.self,
        ]
        let catalogue = HiveCatalogue(modules: named, services: [:], implementations: [:])
        let twin = try await read("TwinModule", catalogue)
        #expect(twin.errors == [])
        #expect(twin.modules.map { ObjectIdentifier($0.type) } == [ObjectIdentifier(OtherTwins.TwinModule.self)])
        let home = try await read("HiveConfigTests.HomeModule", catalogue)
        #expect(home.modules.map { ObjectIdentifier($0.type) } == [ObjectIdentifier(ShopModule.self)])
    }

    // C42
    @Test func aClassThatConformsToNothingIsAnErrorUnlessTheCatalogueMakesIt() async throws {
        let services: ConfigurationValue = [["service": "Prices", "impl": "HiveConfigTests.PlainClass"]]
        func read(_ catalogue: HiveCatalogue) async throws -> HiveConfiguration {
            try await configuration(services: services, catalogue: catalogue)
        }
        let prices: [String: any Sendable.Type] = ["Prices": (any PriceService).self]
        let without = try await read(HiveCatalogue(modules: [:], services: prices, implementations: [:]))
        #expect(
            without.errors == [
                "doesNotConform [0].impl: HiveConfigTests.PlainClass does not conform to ServiceImplementation."
            ]
        )
        let made = HiveCatalogue(
            modules: [:],
            services: prices,
            implementations: [
                "Plain": ServiceFactory(FlatPrices.self),
                "Plain": ServiceFactory(PlainClass.self) { _ in PlainClass() },
            ]
        )
        #expect(made.implementations.map(\.description) == ["PlainClass"])
        let read = try await read(made)
        #expect(read.problems == [])
        #expect(read.resolutions.map(\.source) == [.catalogue, .catalogue])
        let hive = try Hive(read, options: HiveOptions(clock: ManualClock()))
        try await hive.start()
        #expect(try hive.services.service((any PriceService).self) is PlainClass)
        try await hive.stop()
    }

    @Test func theTypesAreThoseOfTheNamesInOrder() {
        let catalogue = HiveCatalogue(
            modules: ["b": ShopModule.self, "a": HomeModule.self],
            services: ["p": (any PriceService).self],
            implementations: ["i": MemoryPrices.self]
        )
        let modules = catalogue.modules.map { ObjectIdentifier($0) }
        #expect(modules == [ObjectIdentifier(HomeModule.self), ObjectIdentifier(ShopModule.self)])
        #expect(catalogue.services.count == 1)
        #expect(catalogue.implementations.count == 1)
    }
}
