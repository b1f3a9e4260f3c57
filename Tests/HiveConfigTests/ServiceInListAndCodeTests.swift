// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@testable import HiveConfig

private final class PricesInCode: HiveModule {
    static let manifest = ModuleManifest()
    init() {}
    func setUp(_ context: SetupContext) async throws {
        try context.services.register((any StockService).self) { services in try Warehouse(services) }
    }
}

/// Each depends on the other, and says so in code.
private final class FirstLeg: HiveModule {
    static let manifest = ModuleManifest(needs: [.module(SecondLeg.self)])
    init() {}
}
private final class SecondLeg: HiveModule {
    static let manifest = ModuleManifest(needs: [.named("FirstLeg")])
    init() {}
}

// C17 C21: a property list wins over code, and somebody should know.
@Suite(.timeLimit(.minutes(5)))
struct ServiceInListAndCodeTests {
    @Test func verifyNamesBothPlaces() async throws {
        let read = try await configuration(services: [["service": "PriceService", "impl": "FlatPrices"]])
        let hive = try Hive(read, options: HiveOptions(clock: ManualClock()))
        #expect(!hive.verify().map(\.code).contains(.duplicateService))
        try hive.services.register((any PriceService).self) { services in try OtherPrices(services) }
        let warning = try #require(hive.verify().first { $0.code == .duplicateService })
        #expect(warning.severity == .warning)
        #expect(warning.origin?.file.hasSuffix("services0.plist") == true)
        #expect(
            warning.message.contains(
                "is registered here and in code, at HiveConfigTests/ServiceInListAndCodeTests.swift:"
            )
        )
    }

    @Test func theStartTellsObservers() async throws {
        let read = try await configuration(
            modules: modules(["moduleClass": "PricesInCode"]),
            services: [
                ["service": "PriceService", "impl": "FlatPrices"], ["service": "StockService", "impl": "Warehouse"],
            ],
            catalogue: HiveCatalogue(modules: [PricesInCode.self])
        )
        let recorder = HiveRecorder()
        let hive = try Hive(read, options: HiveOptions(observers: [recorder.observe], clock: ManualClock()))
        try hive.services.register((any PriceService).self) { services in try OtherPrices(services) }
        try await hive.start()
        let hidden = recorder.observations(of: .serviceHidden)
        #expect(hidden.map(\.subject) == [.service("PriceService"), .service("StockService")])
        #expect(hidden.allSatisfy { "\($0.error.map { "\($0)" } ?? "")".contains("ServiceInListAndCodeTests.swift:") })
        #expect(try hive.services.service((any PriceService).self).price() == 5)
        try await hive.stop()
    }

    // C12
    @Test func aLegInCodeIsSaidToStandThere() async throws {
        let read = try await configuration(
            modules: modules(["moduleClass": "FirstLeg"], ["moduleClass": "SecondLeg"]),
            catalogue: HiveCatalogue(modules: [FirstLeg.self, SecondLeg.self])
        )
        let circle = try #require(
            try Hive(read, options: HiveOptions(clock: ManualClock())).verify().first { $0.code == .dependencyCycle }
        )
        let place = "HiveConfigTests/ServiceInListAndCodeTests.swift:20"
        #expect(circle.message.contains("FirstLeg -> SecondLeg [\(place)]"), "\(circle.message)")
        #expect(!circle.message.contains(".plist"), "\(circle.message)")
    }
}
