// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig
import HiveTestKit
import Testing

private protocol Press: Sendable {}

/// The contract's statements of modules, C67.
@Suite("Statements", .timeLimit(.minutes(5)))
struct Statements {
    /// Everything that a module can state.
    final class StatingModule: WorkingModule {
        static let line = #line + 1
        static let manifest = ModuleManifest(
            name: "Press",
            level: .basic,
            priority: 4,
            needs: [.named("InkModule", optional: true)],
            provides: [(any Press).self],
            startTimeout: .seconds(1),
            stopTimeout: .seconds(2),
            drainTimeout: .seconds(3),
            initializesConcurrently: true,
            work: .announced,
            workMayEnd: true,
            onFailure: .stop
        )
        init() {}
        func run(_ context: WorkContext) async throws {}
    }

    final class InkModule: HiveModule {
        struct Options: ModuleOptions { var colour = "black" }
        static let manifest = ModuleManifest()
        init() {}
    }

    /// Contradicts itself: it has no work.
    final class IdleModule: HiveModule {
        static let line = #line + 1
        static let manifest = ModuleManifest(drainTimeout: .seconds(1), work: .announced, workMayEnd: false)
        init() {}
    }

    // Options are nested, or named.
    @MainActor final class DeskModule: HiveModule {
        struct Options: Decodable, Sendable { var title: String? }
        nonisolated static let manifest = ModuleManifest()
        nonisolated init() {}
    }
    actor ShelfModule: HiveModule {
        typealias Options = InkModule.Options
        static let manifest = ModuleManifest()
        init() {}
    }
    final class BoxModule<Content: Sendable>: HiveModule {
        struct Options: ModuleOptions { var count = 0 }
        static var manifest: ModuleManifest { ModuleManifest(name: "Box\(Content.self)") }
        init() {}
    }
    // Sound: without state, in the subclass too.
    class ParentModule: HiveModule, @unchecked Sendable {
        struct Options: ModuleOptions { var depth = 1 }
        class var manifest: ModuleManifest { ModuleManifest(priority: 3, initializesConcurrently: true) }
        required init() {}
    }
    final class ChildModule: ParentModule, @unchecked Sendable {
        override class var manifest: ModuleManifest {
            var manifest = super.manifest
            manifest.priority = 5
            return manifest
        }
    }

    // Needs by type that lead back to the manifest that states them.
    final class MirrorModule: HiveModule {
        static let manifest = ModuleManifest(needs: [.module(MirrorModule.self)])
        init() {}
    }
    final class HenModule: HiveModule {
        static let manifest = ModuleManifest(needs: [.module(EggModule.self)])
        init() {}
    }
    final class EggModule: HiveModule {
        static let manifest = ModuleManifest(needs: [.module(HenModule.self)])
        init() {}
    }

    /// Has a name that a test states.
    final class NamelessModule: HiveModule {
        @TaskLocal static var stated = "Nameless"
        static let line = #line + 1
        static var manifest: ModuleManifest { ModuleManifest(name: stated) }
        init() {}
    }
    /// Needs a module as if it were a service.
    final class AskingModule: HiveModule {
        static let manifest = ModuleManifest(needs: [.service(InkModule.self)])
        init() {}
    }

    private static let catalogue = HiveCatalogue(modules: [StatingModule.self, InkModule.self, IdleModule.self])

    @Suite("C67 One statement")
    struct C67 {
        @Test("What a type states counts, and has the place of the statement")
        func type() throws {
            let hive = Hive(HiveOptions(clock: ManualClock()))
            try hive.modules.register(StatingModule.self, fileID: "Main.swift", line: 1)
            let module = try #require(hive.modules.descriptors.first)
            #expect(module.name == "Press")
            #expect(module.level == .basic && module.priority == 4 && module.initializesConcurrently)
            #expect(module.manifest.startTimeout == .seconds(1) && module.manifest.stopTimeout == .seconds(2))
            #expect(module.manifest.drainTimeout == .seconds(3))
            #expect(module.needs.map(\.dependency) == [.named("InkModule", optional: true)])
            #expect(module.provides.map { ObjectIdentifier($0) } == [ObjectIdentifier((any Press).self)])
            #expect(module.origins == [.code(fileID: "Main.swift", line: 1)])
            let places = [module.needs[0].origin, module.origin(of: \.level, "level")]
            #expect(
                places.allSatisfy { $0?.line == StatingModule.line && $0?.file.hasSuffix("Statements.swift") == true }
            )
        }

        @Test("A property list states the same under the same names, key by key, each key at its own place")
        func propertyList() async throws {
            let read = try await configured(
                modules: modules(
                    dictionary(
                        ("moduleClass", "StatingModule"),
                        ("priority", "7"),
                        ("needs", "<array/>"),
                        ("stopTimeout", "<real>2.5</real>"),
                        ("onFailure", "stop")
                    ),
                    dictionary(("moduleClass", "InkModule"), ("level", "basic"), ("initializesConcurrently", "<true/>"))
                ),
                catalogue: catalogue
            )
            #expect(read.problems == [])
            let hive = try Hive(read, options: HiveOptions(clock: ManualClock()))
            let (press, ink) = (hive.modules.descriptors[0], hive.modules.descriptors[1])
            #expect(press.level == .basic && press.priority == 7 && press.needs.isEmpty)
            #expect(press.manifest.startTimeout == .seconds(1) && press.manifest.stopTimeout == .milliseconds(2500))
            #expect(ink.level == .basic && ink.initializesConcurrently)
            func path(_ origin: Origin?) -> String? { origin?.keyPath?.description }
            #expect(path(press.origin(of: \.priority, "priority")) == "moduleClasses[0].priority")
            #expect(path(press.origin(of: \.stopTimeout, "stopTimeout")) == "moduleClasses[0].stopTimeout")
            #expect(path(ink.origin(of: \.level, "level")) == "moduleClasses[1].level")
            #expect(press.origin(of: \.level, "level")?.line == StatingModule.line)
            #expect(ink.origin(of: \.priority, "priority") == nil)
        }

        @Test("BeeHive's words mean the same, and both at once are an error that names both places")
        func beeHive() async throws {
            let read = try await configured(
                modules: modules(
                    dictionary(
                        ("moduleClass", "InkModule"),
                        ("moduleLevel", "0"),
                        ("level", "1"),
                        ("modulePriority", "2")
                    )
                ),
                catalogue: catalogue
            )
            let problem = try #require(read.problems.first)
            #expect(read.problems.count == 1 && problem.severity == .error)
            #expect(problem.origin?.keyPath?.description == "moduleClasses[0].moduleLevel")
            #expect(problem.message.contains("\"moduleLevel\" is another word for \"level\", at "))
            #expect(problem.message.contains("moduleClasses[0].level"))
            #expect(read.settings.contains { "\($0.key)" == "priority" && $0.value == "2" })
        }

        @Test(
            "A former word, and what only code can state, are errors that say so",
            arguments: [
                ("dependencies", "It is called \"needs\"."),
                ("provides", "Only the module's code can state it, in its manifest."),
                ("name", "Only the module's code can state it, in its manifest."),
                ("work", "Only the module's code can state it, in its manifest."),
                ("workMayEnd", "Only the module's code can state it, in its manifest."),
            ]
        )
        func misplaced(key: String, remedy: String) async throws {
            let read = try await configured(
                modules: modules(dictionary(("moduleClass", "InkModule"), (key, "<array/>"))),
                catalogue: catalogue
            )
            #expect(read.problems.map(\.code) == [.unknownKey])
            #expect(read.problems.first?.remedy == remedy)
        }

        @Test("A policy that does not exist is an error")
        func policy() async throws {
            let read = try await configured(
                modules: modules(dictionary(("moduleClass", "InkModule"), ("onFailure", "stpo"))),
                catalogue: catalogue
            )
            #expect(read.problems.first?.message == "The failure policy \"stpo\" is unknown.")
            #expect(read.problems.first?.remedy == "Did you mean \"stop\"?")
        }

        @Test("What is said of work in a module that has none is an error, at the statement")
        func work() async throws {
            let hive = Hive(HiveOptions(clock: ManualClock()))
            try hive.modules.register(IdleModule.self)
            let problems = hive.verify()
            #expect(
                problems.map(\.message)
                    == ["work", "workMayEnd", "drainTimeout"].map {
                        "IdleModule states \($0), and has no work."
                    }
            )
            #expect(problems.allSatisfy { $0.severity == .error && $0.origin?.line == IdleModule.line })
            let error = try await hiveError { try await hive.start() }
            #expect(error.code == .invalidConfiguration)

            let read = try await configured(
                modules: modules(dictionary(("moduleClass", "InkModule"), ("drainTimeout", "<integer>1</integer>"))),
                catalogue: catalogue
            )
            let listed = try Hive(read, options: HiveOptions(clock: ManualClock())).verify()
            #expect(listed.map(\.origin?.keyPath?.description) == ["moduleClasses[0].drainTimeout"])
        }

        @Test("The type of the options is the nested one, in every kind of module")
        func options() throws {
            func type(_ module: any HiveModule.Type) -> String? { module.optionsType.map { String(reflecting: $0) } }
            #expect(type(InkModule.self) == String(reflecting: InkModule.Options.self))
            #expect(type(DeskModule.self) == String(reflecting: DeskModule.Options.self))
            #expect(type(ShelfModule.self) == String(reflecting: InkModule.Options.self))
            #expect(type(BoxModule<Int>.self) == String(reflecting: BoxModule<Int>.Options.self))
            #expect(type(ChildModule.self) == String(reflecting: ParentModule.Options.self))
            #expect(type(StatingModule.self) == nil)
        }

        @Test("A module's name can be written where modules are named", arguments: ["", " ", "Ink "])
        func nameThatNobodySees(name: String) throws {
            try NamelessModule.$stated.withValue(name) {
                let hive = Hive(HiveOptions(clock: ManualClock()))
                try hive.modules.register(NamelessModule.self)
                let problem = try #require(hive.verify().errors.first)
                #expect(problem.code == .invalidValue && problem.message.contains("has the module name \""))
                #expect(problem.origin?.line == NamelessModule.line)
            }
        }

        @Test("Who needs a module as a service is told how modules are needed")
        func moduleNeededAsService() throws {
            let hive = Hive(HiveOptions(clock: ManualClock()))
            try hive.modules.register(AskingModule.self)
            let problem = try #require(hive.verify().errors.first)
            #expect(problem.remedy == "That is a module: write .module(InkModule.self).")
        }

        @Test("A subclass states anew what differs")
        func subclass() throws {
            let hive = Hive(HiveOptions(clock: ManualClock()))
            try hive.modules.register(ChildModule.self)
            let module = try #require(hive.modules.descriptors.first)
            #expect(module.priority == 5 && module.initializesConcurrently)
        }

        @Test("A need by type may lead back to the manifest that states it, which is then an error like any other")
        func needsInACircle() throws {
            let hive = Hive(HiveOptions(clock: ManualClock()))
            try hive.modules.register(MirrorModule.self)
            try hive.modules.register(HenModule.self)
            try hive.modules.register(EggModule.self)
            #expect(hive.verify().errors.map(\.code) == [.selfDependency, .dependencyCycle])
            #expect(MirrorModule.manifest.needs == [.module(MirrorModule.self)])
            #expect(MirrorModule.manifest.needs?.first?.description == "MirrorModule")
        }
    }
}
