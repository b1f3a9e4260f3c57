// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ServiceOwnershipTests {
    // C26, C27
    @Test func aServiceLastsUntilItsModuleIsTornDown() async throws {
        let log = Locked<[String]>()
        let alive = Locked(0)
        let kept = Locked<Person?>(nil)
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register(Person.self, name: "hive") { _ in Person("hive") }
        try hive.script(
            First.self,
            tearDown: { context in
                log.add("first finds \(try context.service(Person.self, name: "hive").name)")
                let error = try expectError(.stopped) { try context.service(Person.self) }
                log.add(error.message)
            }
        )
        try hive.script(
            Second.self,
            setUp: { try $0.services.register(Person.self) { _ in Person("module", alive: alive) } },
            tearDown: { log.add("second finds \(try $0.service(Person.self).name)") }
        )
        try await hive.start()
        kept.with { $0 = try? hive.services.service(Person.self) }
        _ = try hive.services.service(Person.self, name: "hive")
        try await hive.stop()
        #expect(
            log.current == [
                "second finds module", "first finds hive",
                "Person cannot be resolved: Second, which registered it, is down.",
            ]
        )
        // What a caller holds stays valid.
        #expect(kept.current?.name == "module")
        #expect(alive.current == 1)
        kept.with { $0 = nil }
        #expect(await becomesTrue { alive.current == 0 })
    }

    // C27, C28
    @Test func twoOwnersMayReplaceEachOthersServiceForAsLongAsTheyLike() async throws {
        let rounds = 0..<200
        let log = Locked<[String]>()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.script(
            First.self,
            setUp: { [services = hive.services] context in
                try services.register(Int.self, instance: 1)
                for round in rounds {
                    for (name, registrar) in [("hive", services.registrar), ("module", context.services)] {
                        try registrar.register(
                            (any Greeter).self,
                            replacing: true,
                            shutdown: Closing.close,
                            instance: Closing("\(name) \(round)", log)
                        )
                    }
                }
            }
        )
        try await hive.start()
        #expect(try hive.services.service((any Greeter).self).name == "module 199")
        try await hive.remove(ScriptModule<First>.self)
        // Each is shut down once, with its owner, and takes nothing of the other's along.
        #expect(log.current == rounds.reversed().map { "close module \($0)" })
        #expect(try hive.services.service(Int.self) == 1)
        try await hive.stop()
        #expect(log.current.dropFirst(rounds.count) == rounds.reversed().map { "close hive \($0)" }[...])
    }

    // C3, C27
    @Test func whatAModuleRegisteredBeforeItsSetUpThrewIsWithdrawn() async throws {
        let log = Locked<[String]>()
        let alive = Locked(0)
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register(
            (any Greeter).self,
            name: "hive",
            shutdown: Closing.close,
            instance: Closing("h", log)
        )
        try hive.script(First.self) { context in
            try context.services.register(
                (any Greeter).self,
                shutdown: Closing.close,
                instance: Closing("first", log)
            )
            let person = Person(alive: alive)
            try context.services.register(Person.self) { _ in person }
            throw Broken()
        }
        _ = try await expectFailedStart(hive)
        #expect(log.current == ["close first", "close h"])
        #expect(await becomesTrue { alive.current == 0 })
    }

    // C27
    @Test func anotherModuleMayReplaceAServiceAndThenOwnsIt() async throws {
        let log = Locked<[String]>()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.script(
            First.self,
            setUp: { try $0.services.register(Person.self) { _ in Person("first") } },
            tearDown: { _ in log.add("first") }
        )
        try hive.script(
            Second.self,
            setUp: { try $0.services.register(Person.self, replacing: true) { _ in Person("second") } },
            tearDown: { log.add("second with \(try $0.service(Person.self).name)") }
        )
        try await hive.start()
        _ = try hive.services.service(Person.self)
        try await hive.stop()
        #expect(log.current == ["second with second", "first"])
    }

    // C27: closures are the module's too.
    @Test func codeThatRunsWhenAFactoryGoesMayUseTheServices() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let asked = Locked(0)
        try register(Lookup(hive.services, asked), in: hive)
        try await hive.start()
        // The registration that is replaced held the last reference; so does the one that goes with the hive.
        try register(Lookup(hive.services, asked), in: hive)
        #expect(asked.current == 1)
        try hive.services.decorate(Int.self) { [lookup = Lookup(hive.services, asked)] value, _ in
            withExtendedLifetime(lookup) { value }
        }
        try await hive.stop()
        #expect(asked.current == 3)
    }

    private func register(_ lookup: Lookup, in hive: Hive) throws {
        try hive.services.register(Int.self, replacing: true) { _ in withExtendedLifetime(lookup) { 1 } }
    }
}

/// Asks for a service when it goes, as a `deinit` may.
private final class Lookup: Sendable {
    private let services: ServiceManager
    private let asked: Locked<Int>

    init(_ services: ServiceManager, _ asked: Locked<Int>) {
        self.services = services
        self.asked = asked
    }

    deinit {
        _ = try? services.optionalService(String.self)
        asked.next()
    }
}
