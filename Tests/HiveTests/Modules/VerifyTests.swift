// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// What `verify` finds, without creating a module.
@Suite(.timeLimit(.minutes(5)))
struct VerifyTests {
    private protocol Store: Sendable {}

    private final class Untouchable: HiveModule {
        static let manifest = ModuleManifest()
        init() { Issue.record("verify has created a module") }
    }

    private func plist(_ keyPath: ConfigurationKeyPath, line: Int) -> Origin {
        .propertyList("modules.plist", keyPath, line: line)
    }

    private func problems(_ change: (Hive) throws -> Void) throws -> [Problem] {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(Untouchable.self)
        try change(hive)
        return hive.verify()
    }

    // C12: the whole path, and where each leg was declared.
    @Test func cycleIsPrintedLegByLeg() throws {
        let leg = ConfigurationKeyPath().appending(key: "moduleClasses").appending(index: 2)
        let problems = try problems { hive in
            let journal = Journal()
            let code = Origin.code(fileID: "Shop/Home.swift", line: 7)
            try hive.addProbe(A.self, journal, dependencies: [.named("B")], origin: code)
            try hive.addProbe(B.self, journal, dependencies: [.module(Probe<C>.self)], origin: plist(leg, line: 12))
            try hive.addProbe(C.self, journal, dependencies: [.named("A")], origin: code)
        }
        #expect(problems.map(\.code) == [.dependencyCycle])
        #expect(
            problems.first?.message == """
                Modules depend on each other in a circle: A -> B [Shop/Home.swift:7] \
                -> C [modules.plist:12: moduleClasses[2]] -> A [Shop/Home.swift:7].
                """
        )
    }

    // C43, C45, C61
    @Test func ofManyWrongDependenciesOfAModuleAHundredAreDescribed() throws {
        func found(_ count: Int) throws -> [Problem] {
            let unknown = (0..<count).map { ModuleDependency.named("Unknown\($0)") }
            return try problems { try $0.addProbe(A.self, Journal(), dependencies: unknown) }
        }
        #expect(try found(100).count == 100)
        let many = try found(1000)
        #expect(many.count == 101)
        let text = "A may have more dependencies that cannot be met; the search ended after 100 mistakes."
        #expect(many.last?.message == text)
    }

    // C13: four mistakes, four codes, each at its place.
    @Test func dependencyMistakesAreDistinct() throws {
        let problems = try problems { hive in
            let journal = Journal()
            func place(_ line: Int) -> Origin { .code(fileID: "Shop/Home.swift", line: line) }
            try hive.addProbe(A.self, journal, dependencies: [.named("A")], origin: place(1))
            try hive.addProbe(B.self, journal, dependencies: [.named("Untouchible")], origin: place(2))
            try hive.addProbe(C.self, journal, dependencies: [.named("D")], origin: place(3))
            var disabled = ModuleDeclaration(Probe<D>.self, at: place(4))
            disabled.isEnabled = false
            var needy = ModuleDeclaration(Probe<Int>.self, at: place(5))
            needy.needs = [(.service((any Store).self), place(5)), (.module(Probe<String>.self), place(6))]
            needy.factory = { throw Failure("never") }
            try hive.modules.register([disabled, needy])
        }
        #expect(
            problems.map { "\($0)" } == [
                "Shop/Home.swift:1: error: A depends on itself (A). Remove the dependency.",
                """
                Shop/Home.swift:2: error: B depends on the unknown module "Untouchible". Did you mean "Untouchable"?
                """,
                """
                Shop/Home.swift:3: error: C depends on D, which is disabled at Shop/Home.swift:4. \
                Let it take part there, or make the dependency optional.
                """,
                """
                Shop/Home.swift:5: error: Int depends on the service Store, which nobody provides. \
                Register the module that provides it, and let its manifest say so: \
                ModuleManifest(provides: […]); or list the service in services.json or services.plist.
                """,
                """
                Shop/Home.swift:6: error: Int depends on String, which is not registered. \
                Register it, or make the dependency optional.
                """,
            ]
        )
        #expect(Set(problems.map(\.code)).count == 4)
    }

    // C13: what is optional and absent is skipped.
    @Test func optionalDependencyMayBeAbsent() throws {
        let problems = try problems { hive in
            let optional: [ModuleDependency] = [
                .named("Nobody", optional: true), .module(Probe<B>.self, optional: true),
                .service((any Store).self, optional: true),
            ]
            try hive.addProbe(A.self, Journal(), dependencies: optional)
        }
        #expect(problems.isEmpty)
    }

    // C11: a service of the hive needs nobody to come up before.
    @Test func serviceOfTheHiveIsThere() throws {
        let problems = try problems { hive in
            try hive.services.register(Int.self, instance: 3)
            try hive.addProbe(A.self, Journal(), dependencies: [.service(Int.self)])
        }
        #expect(problems.isEmpty)
    }

    // C17
    @Test func moduleTwiceInOnePropertyListNamesBothPlaces() throws {
        let problems = try problems { hive in
            try hive.modules.register([
                ModuleDeclaration(Probe<A>.self, at: plist(.init(), line: 4)),
                ModuleDeclaration(Probe<A>.self, at: plist(.init(), line: 9)),
            ])
            try hive.modules.register(Probe<A>.self) { throw Failure("never") }
        }
        #expect(problems.map(\.code) == [.duplicateModule])
        #expect(problems.first?.origin?.line == 9)
        #expect(problems.first?.message.contains("modules.plist:4") == true)
    }

    private enum Outer {
        final class Untouchable: HiveModule {
            static let manifest = ModuleManifest()
        }
    }

    // C17: two types under one name.
    @Test func twoTypesUnderOneNameAreAnError() throws {
        let problems = try problems { try $0.modules.register(Outer.Untouchable.self) }
        #expect(problems.map(\.code) == [.duplicateModuleName])
        #expect(problems.first?.message.contains("Outer.Untouchable") == true)
    }

    // C43: options are decoded before anything starts, each mistake at its own place.
    @Test func optionsAreCheckedBeforeTheStart() throws {
        final class Configured: HiveModule {
            struct Options: Decodable, Sendable {
                let retries: Int
                let host: String?
            }
            static let manifest = ModuleManifest()
        }
        let problems = try problems { hive in
            try hive.modules.register(Configured.self, options: ["retries": 3, "hots": "db1"])
        }
        #expect(problems.map(\.code) == [.invalidValue])
        #expect(problems.first?.message.contains("\"hots\"") == true)
        #expect(problems.first?.message.contains("host") == true)
    }

    // A hive can be verified at any time, and that changes nothing.
    @Test func verifyingChangesNothing() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, journal)
        #expect(hive.verify().isEmpty)
        #expect(hive.verify().isEmpty)
        #expect(journal.entries.isEmpty)
        try await hive.start()
        #expect(hive.verify().isEmpty)
        try await hive.stop()
        #expect(hive.verify().isEmpty)
    }
}
