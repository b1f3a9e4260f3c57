// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// Records that cannot be read, or contradict each other: always an error, never a crash.
@Suite(.timeLimit(.minutes(5)))
struct RecordFaultTests {
    private static let good: HiveRecord = (1, 16, { $0.module(FirstRecordedModule.self) })
    private static let alsoGood: HiveRecord = (1, 16, { $0.module(SecondRecordedModule.self) })

    private static func bytes(_ record: HiveRecord) -> [UInt8] { withUnsafeBytes(of: record) { Array($0) } }

    /// A header, and as many bytes behind it.
    private static func bytes(version: UInt32, size: UInt32, rest: Int) -> [UInt8] {
        withUnsafeBytes(of: (version, size)) { Array($0) } + [UInt8](repeating: 0, count: rest)
    }

    private func read(_ bytes: [UInt8]) -> HiveRecords { bytes.withUnsafeBytes { HiveRecords(reading: $0) } }

    @Test(arguments: [
        (bytes(version: 0, size: 0, rest: 8), "has the version 0 and the size 0"),
        (bytes(version: 2, size: 16, rest: 8), "has the version 2 and the size 16"),
        (bytes(version: 1, size: 24, rest: 16), "has the version 1 and the size 24"),
        (bytes(version: 1, size: 8, rest: 8), "has the version 1 and the size 8"),
        (bytes(version: .max, size: .max, rest: 8), "has the version 4294967295"),
        (bytes(version: 2, size: 4_294_967_288, rest: 8), "has the version 2"),
        (bytes(version: 1, size: 16, rest: 8), "has no function"),
        (bytes(version: 1, size: 16, rest: 7), "is cut off"),
        (bytes(version: 1, size: 16, rest: 0), "is cut off"),
        ([1, 0, 0, 0, 16, 0, 0], "is cut off"),
    ])
    func garbageIsRefused(bytes: [UInt8], part: String) throws {
        let records = read(bytes)
        #expect(records.modules.isEmpty)
        let problem = try #require(records.problems.first)
        #expect(problem.code == .invalidRecord)
        #expect(problem.severity == .error)
        #expect(problem.message.contains("at byte 0 ") && problem.message.contains(part), "\(problem)")
        // What is wrong in front does not hide what stands before it.
        let behind = read(Self.bytes(Self.good) + bytes)
        #expect(behind.modules.map { $0.type.moduleName } == ["FirstRecordedModule"])
        #expect(behind.problems.first?.message.contains("at byte 16 ") == true)
    }

    @Test func recordOfALaterLayoutIsPassedOver() {
        let section = Self.bytes(Self.good) + Self.bytes(version: 2, size: 24, rest: 16) + Self.bytes(Self.alsoGood)
        let records = read(section)
        #expect(records.modules.map { $0.type.moduleName } == ["FirstRecordedModule", "SecondRecordedModule"])
        #expect(records.problems.map(\.code) == [.invalidRecord])
    }

    @Test func unreadableRecordEndsTheStart() async throws {
        let hive = Hive(read(Self.bytes(version: 7, size: 16, rest: 8)), options: HiveOptions(clock: ManualClock()))
        #expect(hive.verify().map(\.code) == [.invalidRecord])
        let error = await #expect(throws: HiveError.self) { try await hive.start() }
        #expect(error?.exitCode == 78)
    }

    #if objectFormat(ELF)
    @Test func recordsOfAnotherImageAreRefused() throws {
        let place = 0
        let records = withUnsafePointer(to: place) { HiveRecords.linked(image: UnsafeRawPointer($0)) }
        #expect(records.modules.isEmpty)
        #expect(records.problems.map(\.code) == [.invalidRecord])
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(records)
        try hive.modules.register(records)
        #expect(hive.verify().map(\.code) == [.invalidRecord])
    }
    #endif

    // C17: both places are named.
    @Test func twoRecordsOfOneModuleAreAnError() {
        let collector = RecordCollector()
        collector.collect { $0.module(FirstRecordedModule.self, fileID: "Shop/B.swift", line: 2) }
        collector.collect { $0.module(FirstRecordedModule.self, fileID: "Shop/A.swift", line: 3) }
        let problems = Hive(HiveRecords(collector), options: HiveOptions(clock: ManualClock())).verify()
        #expect(problems.map(\.code) == [.duplicateModule])
        #expect(problems.first?.origin?.description == "Shop/B.swift:2")
        #expect(problems.first?.message.contains("Shop/A.swift:3") == true)
    }

    // C21: also where a property list has an entry of its own.
    @Test(arguments: [false, true])
    func twoRecordsOfOneServiceAreAnError(isListed: Bool) throws {
        let collector = RecordCollector()
        collector.collect {
            $0.service((any ToneService).self, RecordedTone.self, fileID: "Shop/B.swift", line: 2) { $0 }
        }
        collector.collect {
            $0.service((any ToneService).self, OtherTone.self, fileID: "Shop/A.swift", line: 3) { $0 }
        }
        let hive = Hive(HiveRecords(collector), options: HiveOptions(clock: ManualClock()))
        if isListed {
            let entry = Origin.propertyList("services.plist", nil)
            let type = (any ToneService).self
            try hive.modules.register(
                [],
                services: [ServiceDeclaration(type, implementation: OtherTone.self, at: entry)]
            )
        }
        let problems = hive.verify()
        #expect(problems.map(\.code) == [.duplicateService])
        #expect(problems.first?.origin?.description == "Shop/B.swift:2")
        #expect(problems.first?.message.contains("Shop/A.swift:3") == true)
    }

    @Test func recordsCannotJoinAHiveThatRuns() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try await hive.start()
        let error = #expect(throws: HiveError.self) { try hive.modules.register(.linked()) }
        #expect(error?.code == .invalidState)
        try await hive.stop()
    }
}

extension HiveRecords {
    fileprivate init(_ collector: RecordCollector) { self.init(collector, []) }
}
