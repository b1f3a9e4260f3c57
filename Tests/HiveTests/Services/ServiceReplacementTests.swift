// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// What was replaced, or is hidden by a stronger source, comes back when what stands in front of it goes.
@Suite(.timeLimit(.minutes(5)))
struct ServiceReplacementTests {
    private struct Listed: ServiceImplementation, Greeter {
        let name = "list"
        init(_ services: ServiceResolver) throws {}
    }

    private static func name(_ hive: Hive, named name: String? = nil) throws -> String {
        try hive.services.service((any Greeter).self, name: name).name
    }

    @Sendable private static func replace(_ context: SetupContext, with name: String) throws {
        try context.services.register((any Greeter).self, replacing: true) { _ in Person(name) }
    }

    // C15: "if it fails, only it is withdrawn"
    @Test(arguments: [false, true]) func aFailedAdditionTakesNothingAway(isMade: Bool) async throws {
        let made = Locked(0)
        try await withHive { hive in
            try hive.script(First.self) { context in
                try context.services.register((any Greeter).self) { _ in Person("a\(made.next())") }
            }
        } _: { hive in
            let before = isMade ? try hive.services.service((any Greeter).self) : nil
            let further = isMade ? try hive.services.service((any Greeter).self, instance: "x") : nil
            await #expect(throws: HiveError.self) {
                try await hive.add(ScriptModule<Second>.self) {
                    ScriptModule(setUp: { context in
                        try Self.replace(context, with: "b")
                        throw Broken()
                    })
                }
            }
            #expect(try Self.name(hive) == "a1")
            if isMade {
                expectSame(try hive.services.service((any Greeter).self), before)
                expectSame(try hive.services.service((any Greeter).self, instance: "x"), further)
            }
        }
    }

    // C28, C58
    @Test func whatAModuleHadReplacedComesBackWithItsInstance() async throws {
        let log = Locked<[String]>()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.script(First.self) { context in
            try context.services.register((any Greeter).self, shutdown: Closing.close) { _ in Closing("a", log) }
            try context.services.registerAlias((any Other).self, of: (any Greeter).self) { Pair(greeter: $0) }
        }
        try hive.services.register((any Greeter).self, name: "own", shutdown: Closing.close) { _ in
            Closing("hive", log)
        }
        try await hive.start()
        let before = try hive.services.service((any Greeter).self)
        let own = try hive.services.service((any Greeter).self, name: "own")
        try await hive.add(ScriptModule<Second>.self) {
            ScriptModule(setUp: { context in
                for name in [nil, "own"] {
                    try context.services.register(
                        (any Greeter).self,
                        name: name,
                        replacing: true,
                        shutdown: Closing.close
                    ) { _ in
                        Closing("b", log)
                    }
                }
            })
        }
        #expect(try Self.name(hive) == "b")
        #expect(try Self.name(hive, named: "own") == "b")
        #expect(try hive.services.service((any Other).self).greeter?.name == "b")
        try await hive.remove(ScriptModule<Second>.self)
        #expect(log.current == ["close b", "close b"])
        expectSame(try hive.services.service((any Greeter).self), before)
        expectSame(try hive.services.service((any Greeter).self, name: "own"), own)
        expectSame(try hive.services.service((any Other).self).greeter, before)
        try await hive.stop()
        // Each is shut down once (C28).
        #expect(log.current == ["close b", "close b", "close a", "close hive"])
    }

    // C17: property list over code; code's is there all the while.
    @Test func whatAPropertyListHidesComesBack() async throws {
        let origin = Origin.propertyList("services.plist", nil, line: 1)
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.script(First.self) { context in
            try context.services.register((any Greeter).self, scope: .transient, ranking: 3) { _ in Person("a") }
        }
        try hive.script(Second.self)
        var listed = ServiceDeclaration((any Greeter).self, implementation: Listed.self, at: origin)
        listed.module = "Second"
        try hive.modules.register([], services: [listed])
        try await hive.start()
        #expect(try Self.name(hive) == "list")
        let description = try #require(hive.services.descriptions.first)
        #expect((description.scope, description.ranking, description.origins.count) == (.transient, 3, 2))
        try await hive.remove(ScriptModule<Second>.self)
        #expect(try Self.name(hive) == "a")
        #expect(hive.services.descriptions.first?.origins.map(\.source) == [.code])
        try await hive.stop()
    }

    // C17, C58: what was said below counts for as long as whoever said it is there.
    @Test func whatAHiddenRegistrationSaidGoesWithIt() async throws {
        let origin = Origin.propertyList("services.plist", nil, line: 1)
        try await withHive { hive in
            try hive.script(First.self) { context in
                try context.services.register((any Greeter).self, ranking: 3) { _ in Person("a") }
            }
            let listed = ServiceDeclaration((any Greeter).self, implementation: Listed.self, at: origin)
            try hive.modules.register([], services: [listed])
        } _: { hive in
            #expect(hive.services.descriptions.first?.ranking == 3)
            try await hive.remove(ScriptModule<First>.self)
            #expect(hive.services.descriptions.first?.ranking == 0)
            #expect(hive.services.descriptions.first?.origins == [origin])
            #expect(try Self.name(hive) == "list")
        }
    }

    // C58: whichever of those that replaced each other goes, only its own goes.
    @Test func theOneInTheMiddleGoesUnseen() async throws {
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { _ in Person("hive") }
            try hive.script(First.self) { try Self.replace($0, with: "a") }
            try hive.script(Second.self) { try Self.replace($0, with: "b") }
            try hive.script(Third.self) { try Self.replace($0, with: "c") }
        } _: { hive in
            let top = try hive.services.service((any Greeter).self)
            #expect(top.name == "c")
            try await hive.remove(ScriptModule<Second>.self)
            expectSame(try hive.services.service((any Greeter).self), top)
            try await hive.remove(ScriptModule<Third>.self)
            #expect(try Self.name(hive) == "a")
            try await hive.remove(ScriptModule<First>.self)
            #expect(try Self.name(hive) == "hive")
        }
    }

    // C61: nothing is kept of what an owner replaced itself.
    @Test func anOwnersOlderRegistrationIsLetGoOf() async throws {
        let alive = Locked(0)
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { _ in Person("hive") }
            try hive.script(First.self) { context in
                for round in 0..<100 {
                    let token = Person("token", alive: alive)
                    try context.services.register((any Greeter).self, replacing: true) { _ in
                        withExtendedLifetime(token) { Person("\(round)") }
                    }
                }
            }
        } _: { hive in
            #expect(alive.current == 1)
            // The hive's comes to the top, and the module's stays below.
            for round in 0..<100 {
                let token = Person("token", alive: alive)
                try hive.services.register((any Greeter).self, replacing: true) { _ in
                    withExtendedLifetime(token) { Person("hive \(round)") }
                }
            }
            #expect(alive.current == 2)
            #expect(try Self.name(hive) == "hive 99")
            try await hive.remove(ScriptModule<First>.self)
            #expect(alive.current == 1)
            #expect(try Self.name(hive) == "hive 99")
        }
    }

    // C22, C24: one that is made asynchronously comes back as it was; one that was not made says why it is not there.
    @Test func anAsynchronousServiceComesBackAsItWasMade() async throws {
        let made = Locked(0)
        try await withHive { hive in
            try hive.script(First.self) { context in
                for name in ["early", "late"] {
                    try context.services.register((any Greeter).self, name: name) { _ async throws -> any Greeter in
                        Person("\(name)\(made.next())")
                    }
                }
            }
            try hive.script(Second.self) { context in
                try context.services.register((any Greeter).self, name: "early", replacing: true) { _ in Person("b") }
            }
        } _: { hive in
            #expect(try Self.name(hive, named: "late") == "late1")
            try await hive.add(ScriptModule<Third>.self) {
                ScriptModule(setUp: { context in
                    try context.services.register((any Greeter).self, name: "late", replacing: true) { _ in
                        Person("c")
                    }
                })
            }
            #expect(try Self.name(hive, named: "late") == "c")
            try await hive.remove(ScriptModule<Third>.self)
            #expect(try Self.name(hive, named: "late") == "late1")
            try await hive.remove(ScriptModule<Second>.self)
            let error = try expectError(.serviceNotMade) { try Self.name(hive, named: "early") }
            #expect(error.message.contains("another one stood in its place"))
        }
    }

    // C22: what is being made while another one takes its place is the one that comes back.
    @Test func whatWasBeingMadeWhileItWasReplacedComesBack() async throws {
        let making = HeldMaking("a")
        try await withHive { hive in
            try hive.script(First.self) { context in
                try context.services.register((any Greeter).self) { _ in making.make() }
            }
        } _: { hive in
            defer { making.mayEnd.open() }
            async let first = making.begin(hive)
            try await onThread { making.isUnderWay.wait() }
            try await hive.add(ScriptModule<Second>.self) {
                ScriptModule(setUp: { try Self.replace($0, with: "b") })
            }
            making.mayEnd.open()
            let instance = try await first
            #expect(try Self.name(hive) == "b")
            try await hive.remove(ScriptModule<Second>.self)
            expectSame(try hive.services.service((any Greeter).self), instance)
            #expect(making.count == 1)
        }
    }

    // C26: while the hive stops, what was made before is found again, and nothing new is made.
    @Test func whatWasReplacedIsFoundWhileTheHiveStops() async throws {
        let seen = Locked<[String]>()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register((any Greeter).self) { _ in Person("hive") }
        try hive.script(First.self, tearDown: { seen.add(try $0.service((any Greeter).self).name) })
        try await hive.start()
        _ = try hive.services.service((any Greeter).self)
        try await hive.add(ScriptModule<Second>.self) {
            ScriptModule(
                setUp: { try Self.replace($0, with: "b") },
                initialize: { _ = try $0.service((any Greeter).self) },
                tearDown: { seen.add(try $0.service((any Greeter).self).name) }
            )
        }
        try await hive.stop()
        #expect(seen.current == ["b", "hive"])
    }
}
