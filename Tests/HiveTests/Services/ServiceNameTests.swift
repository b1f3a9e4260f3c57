// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ServiceNameTests {
    // C23
    @Test func aRefinedProtocolDoesNotServeItsBase() async throws {
        try await withHive { hive in
            try hive.services.register((any LoudGreeter).self) { _ in Person() }
        } _: { hive in
            try expectError(.serviceNotRegistered) { try hive.services.service((any Greeter).self) }
            #expect(try hive.services.all((any Greeter).self).isEmpty)
        }
    }

    // C23
    @Test func allListsByRankingAndThenInRegistrationOrder() async throws {
        try await withHive { hive in
            let entries: [(String, Int?)] = [("a", nil), ("b", 5), ("c", -1), ("d", nil), ("e", 5)]
            for (name, ranking) in entries {
                try hive.services.register((any Greeter).self, name: name, ranking: ranking) { _ in Person(name) }
            }
        } _: { hive in
            #expect(try hive.services.all((any Greeter).self).map(\.name) == ["b", "e", "a", "d", "c"])
            try hive.services.register((any Greeter).self, ranking: 9) { _ in Person("first") }
            #expect(try hive.services.all((any Greeter).self).map(\.name) == ["first", "b", "e", "a", "d", "c"])
        }
    }

    // C23, C24
    @Test func allBeforeTheStartAndAfterTheStopIsAnErrorAndNotEmpty() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try expectError(.serviceNotStarted) { try hive.services.all((any Greeter).self) }
        try await hive.start()
        #expect(try hive.services.all((any Greeter).self).isEmpty)
        try await hive.stop()
        try expectError(.stopped) { try hive.services.all((any Greeter).self) }
    }

    // C23, C28
    @Test(arguments: [true, false]) func anAliasIsEvictedWithItsServiceWhicheverIsNamed(byAlias: Bool) async throws {
        let log = Locked<[String]>()
        try await withHive { hive in
            let made = Locked(0)
            try hive.services.register(Closing.self, shutdown: Closing.close) { _ in
                Closing("\(made.next())", log)
            }
            try hive.services.registerAlias((any Greeter).self, of: Closing.self) { $0 }
        } _: { hive in
            _ = try hive.services.service((any Greeter).self)
            let evicted =
                byAlias
                ? try hive.services.evict((any Greeter).self)
                : try hive.services.evict(Closing.self)
            #expect(evicted)
            #expect(hive.services.cachedNames == [])
            #expect(try hive.services.service((any Greeter).self).name == "2")
            #expect(try hive.services.service(Closing.self).name == "2")
        }
        #expect(log.current == ["close 2", "close 1"])
    }

    // C23
    @Test func anAliasOfATransientServiceShowsANewOneEachTime() async throws {
        try await withHive { hive in
            try hive.services.register(Person.self, scope: .transient) { _ in Person() }
            try hive.services.registerAlias((any Greeter).self, of: Person.self) { $0 }
        } _: { hive in
            let first = try hive.services.service((any Greeter).self)
            try expectOther(hive.services.service((any Greeter).self), first)
        }
    }

    // C23
    @Test func anAliasOfWhatNobodyRegisteredNamesTheTarget() async throws {
        try await withHive { hive in
            try hive.services.registerAlias((any Greeter).self, of: Person.self) { $0 }
        } _: { hive in
            let error = try expectError(.serviceNotRegistered) { try hive.services.service((any Greeter).self) }
            #expect(error.message.contains("Person is not registered"))
        }
    }

    // C21, C23
    @Test func aReplacedAliasFollowsItsFormerServiceNoMore() async throws {
        try await withHive { hive in
            try hive.services.register(Person.self) { _ in Person("target") }
            try hive.services.registerAlias((any Greeter).self, of: Person.self) { $0 }
            try hive.services.register((any Greeter).self, replacing: true) { _ in Person("own") }
        } _: { hive in
            let own = try hive.services.service((any Greeter).self)
            try hive.services.evict(Person.self)
            expectSame(hive.services.cached((any Greeter).self), own)
        }
    }

    // C23, C26
    @Test func anAliasOfAMadeServiceCanStillBeAskedForWhileStopping() async throws {
        let name = Locked("")
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register(Person.self) { _ in Person("made") }
        try hive.services.registerAlias((any Greeter).self, of: Person.self) { $0 }
        try hive.script(
            First.self,
            tearDown: { context in
                let found = try context.service((any Greeter).self).name
                name.with { $0 = found }
            }
        )
        try await hive.start()
        _ = try hive.services.service(Person.self)
        try await hive.stop()
        #expect(name.current == "made")
    }

    // B15
    @Test func aFreshInstanceIsMadePastTheCacheAlsoThroughAnAlias() async throws {
        try await withHive { hive in
            try hive.services.register(Person.self) { _ in Person() }
            try hive.services.registerAlias((any Greeter).self, of: Person.self) { $0 }
        } _: { hive in
            let shared = try hive.services.service(Person.self)
            try expectOther(hive.services.make(Person.self), shared)
            try expectOther(hive.services.make((any Greeter).self), shared)
            try expectSame(hive.services.service(Person.self), shared)
            try expectSame(hive.services.service((any Greeter).self), shared)
        }
    }

    // B15
    @Test func aFurtherInstanceIsCachedUnderItsOwnNameAlsoThroughAnAlias() async throws {
        try await withHive { hive in
            try hive.services.register(Person.self) { _ in Person() }
            try hive.services.registerAlias((any Greeter).self, of: Person.self) { $0 }
        } _: { hive in
            let further = try hive.services.service(Person.self, instance: "x")
            try expectSame(hive.services.service(Person.self, instance: "x"), further)
            try expectOther(hive.services.service(Person.self, instance: "y"), further)
            try expectOther(hive.services.service(Person.self), further)
            try expectSame(hive.services.service((any Greeter).self, instance: "x"), further)
            expectSame(hive.services.cached(Person.self, instance: "x"), further)
            try expectError(.serviceNotRegistered) { try hive.services.service(Person.self, name: "x") }
            try hive.services.evict(Person.self)
            #expect(hive.services.cachedNames == [])
            try expectOther(hive.services.service((any Greeter).self, instance: "x"), further)
        }
    }

    // B15
    @Test func aClassThatOffersItsInstanceGivesThatWhateverIsAsked() async throws {
        OwnGreeter.log.with { $0 = [] }
        try await withHive { hive in
            for name in [nil, "named"] {
                let origin = Origin.propertyList("services.plist", nil, line: 1)
                var service = ServiceDeclaration((any Greeter).self, implementation: OwnGreeter.self, at: origin)
                service.name = name
                try hive.modules.register([], services: [service])
            }
        } _: { hive in
            let own = try hive.services.service((any Greeter).self)
            expectSame(own, OwnGreeter.only)
            try expectSame(hive.services.service((any Greeter).self, instance: "x"), own)
            expectSame(hive.services.cached((any Greeter).self, instance: "x"), own)
            try expectSame(hive.services.service((any Greeter).self, name: "named"), own)
            try expectError(.notCreatable) { try hive.services.make((any Greeter).self) }
            try hive.services.evict((any Greeter).self)
            try expectSame(hive.services.service((any Greeter).self), own)
        }
        // C28: it was asked for under two names and once more after it was evicted.
        #expect(OwnGreeter.log.current == ["close"])
    }

    // B15
    @Test func aClassThatOffersItsInstanceCannotBeTransient() throws {
        let origin = Origin.propertyList("services.plist", nil, line: 1)
        var service = ServiceDeclaration((any Greeter).self, implementation: OwnGreeter.self, at: origin)
        service.scope = .transient
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register([], services: [service])
        #expect(hive.verify().map(\.code) == [.invalidScope])
    }
}

private final class OwnGreeter: SharedInstanceService, Greeter {
    static let only = OwnGreeter()
    static let log = Locked<[String]>()

    let name = "own"

    static func sharedInstance() throws -> OwnGreeter { only }

    func shutdown() async throws { Self.log.add("close") }
}
