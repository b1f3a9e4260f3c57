// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig
import HiveTestKit
import Testing

/// Link-time records beside property lists (B6, C17, C42).
@Suite(.timeLimit(.minutes(5)))
struct RecordResolutionTests {
    /// Private types, which the runtime never finds.
    private final class HiddenModule: HiveModule {
        static let manifest = ModuleManifest(name: "hidden")
        @section("hive_records") @used static let record: HiveRecord = (1, 16, { $0.module(HiddenModule.self) })
        init() {}
    }
    private protocol WeightService: Sendable { func weight() -> Int }
    private final class Scales: WeightService, ServiceImplementation {
        @section("hive_records") @used static let record: HiveRecord = (
            1, 16, { $0.service((any WeightService).self, Scales.self, scope: .transient) { $0 } }
        )
        init(_ services: ServiceResolver) {}
        func weight() -> Int { 7 }
    }

    private let entries: ConfigurationValue = [["service": "WeightService", "impl": "Scales"]]

    // C43
    @Test func nameThatNoSourceKnowsIsAnErrorWithTheRecordsNearest() async throws {
        let read = try await configuration(modules: modules(["moduleClass": "hiden"]), records: .linked())
        let problem = try #require(read.problems.errors.first)
        #expect(problem.code == .unknownClass)
        #expect(problem.remedy?.contains("\"hidden\"") == true, "\(problem)")
        let without = try await configuration(modules: modules(["moduleClass": "hidden"]))
        #expect(without.problems.errors.map(\.code) == [.unknownClass])
    }

    @Test func namesAreFoundInTheCatalogueThenInRecordsThenAtRunTime() async throws {
        let read = try await configuration(
            modules: modules(["moduleClass": "hidden"], ["moduleClass": "ShopModule"], ["moduleClass": "CartModule"]),
            services: entries,
            catalogue: HiveCatalogue(modules: [ShopModule.self]),
            records: .linked()
        )
        #expect(read.errors == [])
        #expect(
            read.resolutions.map { "\($0.kind) \($0.name): \($0.source)" } == [
                "module hidden: record", "module ShopModule: catalogue", "module CartModule: runtime",
                "service WeightService: record", "implementation Scales: record",
            ]
        )
        // One warning for all that the compiler has not seen, at the first place.
        #expect(read.warnings.map(\.code) == [.foundAtRunTime])
        #expect(read.warnings.first?.message.contains("HiveConfigTests.CartModule.") == true)
        #expect(read.warnings.first?.origin?.keyPath?.description == "moduleClasses[2].moduleClass")
    }

    @Test func manyNamesMakeOneShortWarning() async throws {
        let names = [
            "ShopModule", "CartModule", "HomeModule", "PickyModule", "Outer.InnerModule", "Outer.Deep.DeepModule",
        ]
        let all = try await configuration(
            modules: modules(names.map { ["moduleClass": .string($0)] }),
            modules(names.map { ["moduleClass": .string("HiveConfigTests.\($0)")] }),
            modules(["moduleClass": "Twins.TwinModule"])
        )
        let warning = try #require(all.warnings.first { $0.code == .foundAtRunTime })
        #expect(warning.remedy?.contains("HiveConfigPlugin makes of what the files of its target") == true)
        #expect(warning.message.contains(", and 1 more."), "\(warning)")
    }

    // C2, C17
    @Test func propertyListOverridesTheRecordKeyByKey() async throws {
        let read = try await configuration(
            modules: modules(["moduleClass": "hidden", "modulePriority": 3]),
            services: entries,
            records: .linked()
        )
        let hive = try Hive(read, options: HiveOptions(clock: ManualClock()))
        let module = try #require(hive.modules.descriptors.first { $0.name == "hidden" })
        #expect(module.priority == 3)
        #expect(module.origins.map(\.source) == [.propertyList, .record])
        #expect(hive.verify().errors == [])
        try await hive.start()
        #expect(hive.modules.running.count { $0 == "hidden" } == 1)
        // The scope is the record's.
        let scales = try hive.services.service((any WeightService).self)
        #expect(scales.weight() == 7)
        #expect(try hive.services.service((any WeightService).self) as AnyObject !== scales as AnyObject)
        try await hive.stop()
    }

    // C17: a property list takes a recorded module out and gives it back; what only a record registers stays.
    @Test func reloadsKeepWhatRecordsRegister() async throws {
        let plain = try await configuration(modules: modules([]), services: [], records: .linked())
        let disabling: ConfigurationValue = ["moduleClass": "hidden", "enabled": false]
        let without = try await configuration(modules: modules([disabling]), services: [], records: .linked())
        let hive = try Hive(plain, options: HiveOptions(clock: ManualClock()))
        try await hive.start()
        #expect(hive.modules.running.contains("hidden"))
        #expect(try hive.services.service((any WeightService).self).weight() == 7)

        #expect(try await hive.reload(without)?.changes.map(\.kind) == [.moduleRemoved])
        #expect(!hive.modules.running.contains("hidden"))
        #expect(try hive.services.service((any WeightService).self).weight() == 7)

        #expect(try await hive.reload(plain)?.changes.map(\.kind) == [.moduleAdded])
        #expect(hive.modules.running.count { $0 == "hidden" } == 1)
        #expect(try await hive.reload(plain)?.changes == [])
        try await hive.stop()
    }
}

private func modules(_ entries: [ConfigurationValue]) -> ConfigurationValue { ["moduleClasses": .array(entries)] }
