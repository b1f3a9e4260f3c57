// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// Modules and services that the linker finds (B6).
@Suite(.timeLimit(.minutes(5)))
struct RecordTests {
    private let own = ["FirstRecordedModule", "SecondRecordedModule", "ThirdRecordedModule"]

    /// The records of this folder alone.
    private var records: (modules: [ModuleDeclaration], services: [ServiceDeclaration]) {
        let all = HiveRecords.linked()
        return (
            all.modules.filter { $0.origin.file == "HiveTests/RecordedTypes.swift" },
            all.services.filter { $0.origin.file == "HiveTests/RecordedTypes.swift" }
        )
    }

    private func start(_ hive: Hive) async throws {
        try hive.modules.register(records.modules, services: records.services)
        try await hive.start()
    }

    @Test func recordsAreFoundInTheOrderOfTheirNames() {
        #expect(HiveRecords.linked().problems.isEmpty)
        #expect(records.modules.map { $0.type.moduleName } == own)
        #expect(records.services.map { $0.name } == [nil, "loud"])
        #expect(records.modules.allSatisfy { $0.origin.source == .record && $0.origin.line != nil })
    }

    // C10, C11: a dependency beats the names, and nothing depends on the linker.
    @Test func hiveMadeFromRecordsRunsThem() async throws {
        let hive = Hive(.linked(), options: HiveOptions(clock: ManualClock()))
        try await hive.start()
        let running = hive.modules.running.filter(own.contains)
        #expect(running == ["FirstRecordedModule", "ThirdRecordedModule", "SecondRecordedModule"])
        #expect(try hive.services.service((any ToneService).self).tone == "recorded")
        let loud = try hive.services.service((any ToneService).self, name: "loud")
        #expect(try hive.services.service((any ToneService).self, name: "loud") as AnyObject !== loud as AnyObject)
        // C27: what belongs to a module goes with it.
        try await hive.remove(FirstRecordedModule.self)
        let error = #expect(throws: HiveError.self) {
            try hive.services.service((any ToneService).self, name: "loud")
        }
        #expect(error?.code == .stopped || error?.code == .serviceNotRegistered)
        try await hive.stop()
    }

    // C2, C17: one module, whatever mix of sources names it; property list over code over record.
    @Test func oneModuleIsMadeOfEverySource() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        var listed = ModuleDeclaration(FirstRecordedModule.self, at: .propertyList("modules.plist", nil, line: 4))
        listed.level = .basic
        try hive.modules.register([listed])
        try hive.modules.register(FirstRecordedModule.self, options: ["greeting": "hello"])
        try await start(hive)
        let module = try #require(hive.modules.descriptors.first { $0.name == "FirstRecordedModule" })
        #expect(module.origins.map(\.source) == [.propertyList, .code, .record])
        #expect(module.level == .basic)
        #expect(module.options == ["greeting": "hello"])
        #expect(hive.modules.running.count { $0 == "FirstRecordedModule" } == 1)
        try await hive.stop()
    }

    @Test func readingRecordsTwiceAddsNothing() throws {
        let hive = Hive(.linked(), options: HiveOptions(clock: ManualClock()))
        let count = hive.modules.descriptors.count
        try hive.modules.register(.linked())
        #expect(hive.modules.descriptors.count == count)
        #expect(hive.verify().errors.isEmpty)
    }

    // C17: code wins over a record, whoever comes first.
    @Test func codeReplacesTheServiceOfARecord() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register((any ToneService).self) { OtherTone($0) }
        try await start(hive)
        #expect(try hive.services.service((any ToneService).self).tone == "other")
        try await hive.stop()
    }

    // C17: what the property list leaves open, the record says.
    @Test func propertyListTakesScopeAndModuleFromTheRecord() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let place = Origin.propertyList("services.plist", nil, line: 3)
        var listed = ServiceDeclaration((any ToneService).self, implementation: OtherTone.self, at: place)
        listed.name = "loud"
        try hive.modules.register([], services: [listed])
        try await start(hive)
        let loud = try hive.services.service((any ToneService).self, name: "loud")
        #expect(loud.tone == "other")
        #expect(try hive.services.service((any ToneService).self, name: "loud") as AnyObject !== loud as AnyObject)
        try await hive.remove(FirstRecordedModule.self)
        #expect(throws: HiveError.self) { try hive.services.service((any ToneService).self, name: "loud") }
        try await hive.stop()
    }

    @Test func moduleOfARecordCanBeDisabled() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        var listed = ModuleDeclaration(FirstRecordedModule.self, at: .propertyList("modules.plist", nil, line: 4))
        listed.isEnabled = false
        try hive.modules.register([listed])
        try await start(hive)
        #expect(!hive.modules.running.contains("FirstRecordedModule"))
        #expect(hive.modules.running.contains("SecondRecordedModule"))
        #expect(hive.verify().map(\.code) == [.disabledDependency])
        try await hive.stop()
    }
}
