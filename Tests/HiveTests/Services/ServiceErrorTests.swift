// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ServiceErrorTests {
    // C24
    @Test func aMissingServiceComesWithASuggestion() async throws {
        try await withHive { hive in
            try hive.services.register((any LoudGreeter).self) { _ in Person() }
        } _: { hive in
            let error = try expectError(.serviceNotRegistered) {
                try hive.services.service((any LoudGreeters).self, fileID: "A.swift", line: 7)
            }
            #expect(error.message.contains("Did you mean LoudGreeter?"))
            #expect(error.origin == .code(fileID: "A.swift", line: 7))
        }
    }

    // C24
    @Test func aMissingNameComesWithTheNamesThereAre() async throws {
        try await withHive { hive in
            try hive.services.register((any Greeter).self, name: "b") { _ in Person() }
            try hive.services.register((any Greeter).self) { _ in Person() }
        } _: { hive in
            let error = try expectError(.serviceNotRegistered) {
                try hive.services.service((any Greeter).self, name: "a")
            }
            #expect(error.message.contains("Greeter \"a\" is not registered. It is registered with \"b\", no name."))
        }
    }

    // C24
    @Test func aLookupBeforeTheInitializePhaseSaysSo() async throws {
        let code = Locked<HiveErrorCode?>(nil)
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register(Person.self) { _ in Person() }
        try expectError(.serviceNotStarted) { try hive.services.service(Person.self) }
        try expectError(.serviceNotStarted) { try hive.services.optionalService(Person.self) }
        try expectError(.serviceNotStarted) { try hive.services.make(Person.self) }
        try hive.script(First.self) { [services = hive.services] _ in
            let error = try expectError(.serviceNotStarted) { try services.service(Person.self) }
            code.with { $0 = error.code }
        }
        try await hive.start()
        #expect(code.current == .serviceNotStarted)
        try await hive.stop()
        try expectError(.stopped) { try hive.services.service(Person.self) }
        try expectError(.stopped) { try hive.services.optionalService(Person.self) }
    }

    // C24
    @Test func afterAStartThatNothingCameOfTheServicesHaveStopped() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register(Person.self) { _ in Person() }
        try hive.modules.register(Needy.self)
        #expect(try await expectFailedStart(hive).code == .invalidConfiguration)
        try expectError(.stopped) { try hive.services.service(Person.self) }
    }

    // C24
    @Test func anOptionalServiceIsNilOnlyWhenNobodyRegisteredIt() async throws {
        try await withHive { hive in
            try hive.services.register(Person.self, name: "broken") { _ in throw Broken() }
            try hive.services.register(Person.self, name: "whole") { _ in Person("whole") }
        } _: { hive in
            #expect(try hive.services.optionalService(Person.self) == nil)
            #expect(throws: Broken()) { try hive.services.optionalService(Person.self, name: "broken") }
            for _ in 0..<2 {
                let whole = try hive.services.optionalService(Person.self, name: "whole")
                #expect(whole?.name == "whole")
            }
        }
    }

    // C26
    @Test func whileStoppingWhatIsThereIsFoundAndNothingSharedIsMade() async throws {
        let log = Locked<[String]>()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register(Person.self) { _ in Person("made") }
        try hive.services.register(Person.self, name: "late") { _ in Person("late") }
        try hive.services.register(Person.self, name: "each", scope: .transient) { _ in Person("each") }
        try hive.services.register(Person.self, name: "instance", instance: Person("instance"))
        try hive.script(
            First.self,
            tearDown: { context in
                for name in [nil, "late", "each", "instance"] {
                    do {
                        log.add(try context.service(Person.self, name: name).name)
                    } catch let error as HiveError {
                        log.add("\(error.code)")
                    }
                }
            }
        )
        try await hive.start()
        _ = try hive.services.service(Person.self)
        try await hive.stop()
        #expect(log.current == ["made", "stopping", "each", "instance"])
    }
}

protocol LoudGreeters: Sendable {}

private final class Needy: HiveModule {
    static let manifest = ModuleManifest(needs: [.service((any LoudGreeters).self)])
}
