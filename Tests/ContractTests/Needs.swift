// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveReports
import HiveTestKit
import Testing

private protocol Ink: Sendable {}
private protocol Paper: Sendable {}
private protocol Press: Sendable {}

private struct PlainInk: Ink {}
private struct PlainPaper: Paper {}

/// A service whose autowired field needs another one.
private final class InkedPress: Press {
    static let fieldLine = #line + 1
    let ink = Autowired<any Ink>()
    init() {}
}

/// What modules find of each other and do not say that they need, C62.
@Suite("Needs", .timeLimit(.minutes(5)))
struct Needs {
    /// Has a field for what another module registers.
    final class WiredModule: HiveModule {
        static let manifest = ModuleManifest()
        static let fieldLine = #line + 1
        fileprivate let ink = Autowired<any Ink>()
        init() {}
    }

    /// Registers what it says.
    final class InkModule: HiveModule {
        static let manifest = ModuleManifest(level: .basic, provides: [(any Ink).self])
        init() {}
        func setUp(_ context: SetupContext) async throws {
            try context.services.register((any Ink).self) { _ in PlainInk() }
        }
    }

    /// Looks up what it does not say that it needs.
    final class CarelessModule: HiveModule {
        static let manifest = ModuleManifest()
        init() {}
        func initialize(_ context: ModuleContext) async throws {
            _ = try context.service((any Ink).self)
        }
    }

    /// Registers ink as the module Catalog does in these tests.
    private static let registersInk = Script(setUp: {
        try $0.services.register((any Ink).self) { _ in PlainInk() }
    })

    /// What a hive tells of, once it has run.
    private static func told(_ test: TestHive) async throws -> [String] {
        try await test.running { _ in }
        return told(by: test)
    }

    private static func told(by test: TestHive) -> [String] {
        test.recorder.observations.filter { $0.kind == .configurationDoubtful }.map { observation in
            "\(observation.module, default: "-"): \((observation.error as? HiveError)?.code.description ?? "-")"
        }
    }

    @Suite("C62 Needs that nobody stated")
    struct C62 {
        @Test("A lookup through a context works and is told once, at its place, with what to write")
        func context() async throws {
            let line = #line + 3
            let test = TestHive()
            try test.hive.modules.register(InkModule.self)
            let script = Script(initialize: { for _ in 0..<3 { _ = try $0.service((any Ink).self) } })
            try test.hive.modules.register([module(Cart.self, script)])
            #expect(test.hive.verify() == [])
            try await test.hive.start()

            let problem = try #require(test.hive.verify().first)
            #expect(test.hive.verify().count == 1)
            #expect(problem.severity == .warning && problem.code == .undeclaredNeed)
            #expect(problem.origin?.line == line && problem.origin?.file.hasSuffix("Needs.swift") == true)
            #expect(
                problem.message == """
                    Cart has found Ink, which InkModule registered, and does not say that it needs it: no stop, drain or \
                    restart heeds that.
                    """
            )
            #expect(
                problem.remedy
                    == "Write ModuleManifest(needs: [.service((any Ink).self)]) in Cart, or state it in modules.json or modules.plist."
            )
            let edges = test.hive.graph.edges
            #expect(edges.count == 1 && edges[0].isDeclared == false && edges[0].service == "Ink")
            #expect(test.hive.graph.mermaid.contains("m1 -.->|\"Ink, not declared\"| m0"))
            #expect(test.hive.graph.dot.contains("m1 -> m0 [label=\"Ink, not declared\", style=dotted];"))
            try await test.hive.stop()
            #expect(told(by: test) == ["Cart: undeclaredNeed"])
            // A hive that ran still says so.
            #expect(test.hive.verify() == [problem])
        }

        @Test(
            "A need that is stated is not told: by service, type, name, as optional, or through another module",
            arguments: [
                [.service((any Ink).self)], [.module(Scripted<Catalog>.self)], [.named("Catalog", optional: true)],
                [.named("Home")],
            ] as [[ModuleDependency]]
        )
        func stated(needs: [ModuleDependency]) async throws {
            var catalog = module(Catalog.self, registersInk)
            catalog.provides = [(any Ink).self]
            let test = try TestHive(
                catalog,
                module(Home.self, needs: [.named("Catalog")]),
                module(Cart.self, needs: needs, Script(ready: { _ = try $0.service((any Ink).self) }))
            )
            #expect(try await told(test) == [])
            #expect(test.hive.verify() == [])
        }

        @Test("What would be a circle is not told, nor what the hive owns, the module's own, nor what is not there")
        func excepted() async throws {
            let test = try TestHive(
                module(
                    Catalog.self,
                    needs: [.named("Cart")],
                    Script(setUp: registersInk.setUp, ready: { _ = try $0.service((any Ink).self) })
                ),
                module(
                    Cart.self,
                    Script(ready: { context in
                        _ = try context.service((any Ink).self)
                        _ = try context.service((any Paper).self)
                        _ = try context.optionalService((any Press).self)
                    })
                )
            )
            try test.hive.services.register((any Paper).self) { _ in PlainPaper() }
            #expect(try await told(test) == [])
        }

        @Test("`all` is not told, nor are lookups on the hive")
        func all() async throws {
            let test = try TestHive(
                module(Catalog.self, registersInk),
                module(Cart.self, Script(ready: { _ = try $0.all((any Ink).self) }))
            )
            try await test.running { hive async throws in _ = try hive.services.service((any Ink).self) }
            #expect(told(by: test) == [])
        }

        @Test("Whatever finds a service is told, made already or not", arguments: [false, true])
        func ways(isMade: Bool) async throws {
            let ways: [@Sendable (ModuleContext) throws -> Void] = [
                { _ = try $0.service((any Ink).self) },
                { _ = try $0.optionalService((any Ink).self) },
                { _ = try $0.service((any Ink).self, instance: "second") },
                { _ = try $0.make((any Ink).self) },
                { _ = try $0.service((any Ink).self, name: "red") },
            ]
            for way in ways {
                let test = try TestHive(
                    module(
                        Catalog.self,
                        Script(
                            setUp: {
                                try $0.services.register((any Ink).self) { _ in PlainInk() }
                                try $0.services.register((any Ink).self, name: "red") { _ in PlainInk() }
                            },
                            initialize: { if isMade { try way($0) } }
                        )
                    ),
                    module(Cart.self, Script(initialize: { try way($0) }))
                )
                #expect(try await told(test) == ["Cart: undeclaredNeed"])
            }
        }

        @Test("A factory asks for its module, also by a resolver that it keeps; so do an alias and a decorator")
        func factories() async throws {
            for way in 0..<4 {
                let test = try TestHive(
                    module(Catalog.self, registersInk),
                    module(
                        Cart.self,
                        Script(setUp: { context in
                            let services = context.services
                            switch way {
                            case 0:
                                try services.register((any Paper).self) { resolver in
                                    _ = try resolver.service((any Ink).self)
                                    return PlainPaper()
                                }
                            case 1:
                                try services.register((@Sendable () throws -> any Ink).self) { resolver in
                                    { try resolver.service((any Ink).self) }
                                }
                            case 2:
                                try services.registerAlias((any Paper).self, of: (any Ink).self) { _ in PlainPaper() }
                            default:
                                try services.register((any Paper).self) { _ in PlainPaper() }
                                try services.decorate((any Paper).self) { paper, resolver in
                                    _ = try resolver.service((any Ink).self)
                                    return paper
                                }
                            }
                        })
                    )
                )
                try await test.running { hive async throws in
                    #expect(told(by: test) == [])
                    if way == 1 {
                        _ = try hive.services.service((@Sendable () throws -> any Ink).self)()
                    } else {
                        _ = try hive.services.service((any Paper).self)
                    }
                }
                #expect(told(by: test) == ["Cart: undeclaredNeed"], "way \(way)")
            }
        }

        @Test("An autowired field is told when it is connected, a module's and a service's, at the field")
        func fields() async throws {
            let test = try TestHive(
                module(Catalog.self, registersInk),
                module(
                    Cart.self,
                    Script(setUp: { try $0.services.register((any Press).self) { _ in InkedPress() } })
                )
            )
            try test.hive.modules.register(WiredModule.self)
            try await test.running { hive async throws in
                #expect(told(by: test) == ["WiredModule: undeclaredNeed"])
                _ = try hive.services.service((any Press).self)
            }
            #expect(told(by: test) == ["WiredModule: undeclaredNeed", "Cart: undeclaredNeed"])
            #expect(test.hive.verify().map(\.origin?.line) == [WiredModule.fieldLine, InkedPress.fieldLine])
            // The drain and a restart go by fields, too.
            #expect(test.hive.verify().allSatisfy { "\($0)".contains("the boot order does not heed that") })
        }

        @Test("Modules that come later are looked at too, and what comes back otherwise is looked at anew")
        func comersAndGoers() async throws {
            let lookup = Script(ready: { _ = try $0.service((any Ink).self) })
            let test = try TestHive(module(Catalog.self, registersInk))
            try await test.running { hive in
                try await hive.add(module(Cart.self, needs: [.named("Catalog")], lookup))
                #expect(told(by: test) == [])
                try await hive.remove(Scripted<Cart>.self)
                try await hive.add(module(Cart.self, lookup))
                #expect(told(by: test) == ["Cart: undeclaredNeed"])
                #expect(hive.verify().count == 1)
                // Once for each pair; and what is stated by now is no problem any more.
                try await hive.remove(Scripted<Cart>.self)
                try await hive.add(module(Cart.self, lookup))
                #expect(told(by: test) == ["Cart: undeclaredNeed"])
                try await hive.remove(Scripted<Cart>.self)
                try await hive.add(module(Cart.self, needs: [.named("Catalog")], lookup))
                #expect(hive.verify() == [])
            }
        }

        @Test("What has gone is not told any more")
        func gone() async throws {
            let test = TestHive()
            try test.hive.modules.register(InkModule.self)
            try test.hive.modules.register(CarelessModule.self)
            try await test.running { hive async throws in
                #expect(hive.verify().map(\.code) == [.undeclaredNeed])
                try await hive.restart(CarelessModule.self)
                #expect(hive.verify().map(\.code) == [.undeclaredNeed])
                try await hive.remove(CarelessModule.self)
                #expect(hive.verify() == [])
            }
        }

        @Test("Many tasks that look up at once: each finds its service, and the pair is told once")
        func concurrently() async throws {
            let test = try TestHive(
                module(Catalog.self, registersInk),
                module(
                    Cart.self,
                    Script(ready: { context in
                        try await withThrowingTaskGroup(of: Void.self) { group in
                            for _ in 0..<200 { group.addTask { _ = try context.service((any Ink).self) } }
                            try await group.waitForAll()
                        }
                    })
                )
            )
            #expect(try await told(test) == ["Cart: undeclaredNeed"])
        }

        // What listens must not grow with each use.
        @Test("A service that each lookup makes anew is found thirty thousand times through a context")
        func oftenMade() async throws {
            let test = try TestHive(
                module(
                    Catalog.self,
                    Script(setUp: { try $0.services.register((any Ink).self, scope: .transient) { _ in PlainInk() } })
                ),
                module(Cart.self, Script(ready: { for _ in 0..<30_000 { _ = try $0.service((any Ink).self) } }))
            )
            #expect(try await told(test) == ["Cart: undeclaredNeed"])
        }

        @Test("The check of a module fails for a need that it does not state")
        func moduleContract() async throws {
            let contract = ModuleContract(of: CarelessModule.self) { try $0.modules.register(InkModule.self) }
            let violations = await contract.violations()
            #expect(violations.count == 1 && violations.first?.contains("CarelessModule has found Ink") == true)
        }
    }
}
