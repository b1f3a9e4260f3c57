// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ServiceDecoratorTests {
    // S1
    @Test(arguments: [ServiceScope.shared, .transient]) func theLastDecoratorIsOutermost(scope: ServiceScope)
        async throws
    {
        try await withHive { hive in
            for name in ["a", "b"] { try decorate(hive.services, name) }
            try hive.services.register((any Greeter).self, scope: scope) { _ in Person("x") }
            try hive.script(First.self) { try decorate($0.services, "c") }
        } _: { hive in
            let name = try hive.services.service((any Greeter).self).name
            #expect(name == "c(b(a(x)))")
            #expect(try hive.services.make((any Greeter).self).name == "c(b(a(x)))")
        }
    }

    // S1
    @Test func instancesAndAliasesAreDecoratedToo() async throws {
        try await withHive { hive in
            try hive.services.register(Person.self, instance: Person("x"))
            try hive.services.registerAlias((any Greeter).self, of: Person.self) { $0 }
            try hive.services.decorate(Person.self) { inner, _ in Person("p(\(inner.name))") }
            try decorate(hive.services, "g")
        } _: { hive in
            let name = try hive.services.service(Person.self).name
            #expect(name == "p(x)")
            #expect(try hive.services.service((any Greeter).self).name == "g(p(x))")
        }
    }

    // S1
    @Test func aDecoratorMayLookUpOthersAndACycleIsFound() async throws {
        try await withHive { hive in
            try hive.services.register(String.self) { _ in "prefix" }
            try hive.services.register((any Greeter).self) { _ in Person("x") }
            try hive.services.decorate((any Greeter).self) { inner, services in
                Person(try services.service(String.self) + inner.name)
            }
            try hive.services.register(Person.self) { _ in Person() }
            try hive.services.decorate(Person.self) { _, services in try services.service(Person.self) }
        } _: { hive in
            #expect(try hive.services.service((any Greeter).self).name == "prefixx")
            try expectError(.serviceCycle) { try hive.services.service(Person.self) }
        }
    }

    // S1
    @Test func aDecoratorOfWhatNobodyRegisteredFailsTheStart() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.script(First.self) { try decorate($0.services, "a") }
        let error = try await expectFailedStart(hive)
        let cause = try #require(error.failures.first)
        #expect((cause.error as? HiveError)?.code == .serviceNotRegistered)
        #expect(cause.module == "First")
        #expect(error.start?.phase == .setUp)
    }

    // S1
    @Test func aDecoratorThatComesTooLateIsAnError() async throws {
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { _ in Person("x") }
        } _: { hive in
            _ = try hive.services.service((any Greeter).self, instance: "further")
            try expectError(.invalidState) { try decorate(hive.services, "a") }
            try hive.services.evict((any Greeter).self)
            try decorate(hive.services, "a")
            #expect(try hive.services.service((any Greeter).self).name == "a(x)")
            // Nothing checks any more what is decorated in vain.
            try expectError(.serviceNotRegistered) { try hive.services.decorate(Int.self) { value, _ in value } }
        }
    }

    // S1
    @Test func aDecoratorCannotComeWhileTheServiceIsBeingMade() async throws {
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { [services = hive.services] _ in
                try expectError(.invalidState) { try decorate(services, "a") }
                return Person("x")
            }
        } _: { hive in
            let name = try hive.services.service((any Greeter).self).name
            #expect(name == "x")
        }
        // The factory held the services, and the hive has let go of it.
    }

    // C28, S1
    @Test func theInnerInstanceIsShutDown() async throws {
        let log = Locked<[String]>()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register((any Greeter).self, shutdown: Closing.close) { _ in Closing("inner", log) }
        try hive.services.decorate((any Greeter).self) { _, _ in Closing("outer", log) }
        try await hive.start()
        #expect(try hive.services.service((any Greeter).self).name == "outer")
        try await hive.stop()
        #expect(log.current == ["close inner"])
    }

    // C22, C28, S1
    @Test func anInstanceWhoseDecoratorThrewIsShutDownWithItsModule() async throws {
        let log = Locked<[String]>()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.script(
            First.self,
            setUp: { context in
                try context.services.register((any Greeter).self, shutdown: Closing.close) { _ in Closing("x", log) }
                let tries = Locked(0)
                try context.services.decorate((any Greeter).self) { inner, _ in
                    if tries.next() == 1 { throw Broken() }
                    return inner
                }
            },
            tearDown: { _ in log.add("first") }
        )
        try hive.script(Second.self, tearDown: { _ in log.add("second") })
        try hive.services.register(Int.self, shutdown: { _ in log.add("hive") }, instance: 1)
        try await hive.start()
        #expect(throws: Broken()) { try hive.services.service((any Greeter).self) }
        #expect(hive.services.cachedNames == [])
        _ = try hive.services.service((any Greeter).self)
        try await hive.stop()
        #expect(log.current == ["second", "first", "close x", "close x", "hive"])
    }
}
