// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// A module goes, and what it had decorated stays.
@Suite(.timeLimit(.minutes(5)))
struct DecoratorRemovalTests {
    // C58, S1: the registered one, one under a name of the caller's own, and another view of it.
    @Test(arguments: [false, true]) func theSameInstanceIsFoundWithoutItsDecoration(isAsynchronous: Bool) async throws {
        let made = Locked(0)
        try await withHive { hive in
            try hive.services.registerNumberedGreeter(made, isAsynchronous: isAsynchronous)
            try hive.services.registerAlias((any Other).self, of: (any Greeter).self) { Pair(greeter: $0) }
            try hive.script(First.self) { try decorate($0.services, "a") }
        } _: { hive in
            let before = try hive.services.service((any Greeter).self)
            let further = try hive.services.service((any Greeter).self, instance: "x")
            #expect(before.name == "a(1)")
            #expect(try hive.services.service((any Other).self).greeter?.name == "a(1)")
            try await hive.remove(ScriptModule<First>.self)
            let after = try hive.services.service((any Greeter).self)
            #expect(after.name == "1")
            expectSame(after, (before as? Wrapper)?.inner)
            #expect(try hive.services.service((any Other).self).greeter?.name == "1")
            expectSame(try hive.services.service((any Greeter).self, instance: "x"), (further as? Wrapper)?.inner)
            #expect(made.current == (isAsynchronous ? 1 : 2))
            // What a caller holds stays as it is.
            #expect(before.name == "a(1)")
        }
    }

    // C58, S1: another view may be decorated itself.
    @Test func anotherViewIsFoundWithoutItsOwnDecoration() async throws {
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { _ in Person("1") }
            try hive.services.registerAlias((any Other).self, of: (any Greeter).self) { Pair(greeter: $0) }
            try hive.script(First.self) { context in
                try context.services.decorate((any Other).self) { inner, _ in
                    Pair(greeter: inner.greeter.map { Wrapper("a", $0) })
                }
            }
        } _: { hive in
            #expect(try hive.services.service((any Other).self).greeter?.name == "a(1)")
            try await hive.remove(ScriptModule<First>.self)
            #expect(try hive.services.service((any Other).self).greeter?.name == "1")
            #expect(try hive.services.service((any Greeter).self).name == "1")
        }
    }

    // C58, S1
    @Test func whatOthersDecoratedStaysDecorated() async throws {
        let made = Locked(0)
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { _ in Person("\(made.next())") }
            try decorate(hive.services, "h")
            try hive.script(First.self) { try decorate($0.services, "a") }
            try hive.script(Second.self) { try decorate($0.services, "b") }
            try hive.script(Third.self) { try decorate($0.services, "c") }
        } _: { hive in
            let first = try hive.services.service((any Greeter).self)
            #expect(first.name == "c(b(a(h(1))))")
            try await hive.remove(ScriptModule<Second>.self)
            let second = try hive.services.service((any Greeter).self)
            #expect(second.name == "c(a(h(1)))")
            try await hive.remove(ScriptModule<First>.self)
            try expectError(.invalidState) { try decorate(hive.services, "late") }
            try await hive.remove(ScriptModule<Third>.self)
            let third = try hive.services.service((any Greeter).self)
            #expect(third.name == "h(1)")
            try hive.services.evict((any Greeter).self)
            #expect(try hive.services.service((any Greeter).self).name == "h(2)")
        }
    }

    // C58, S1: in whichever order they go, and whether or not somebody looks in between.
    @Test(arguments: 0..<60 as Range<UInt64>)
    func severalGoOneAfterTheOther(seed: UInt64) async throws {
        var generator = SeedGenerator(seed: seed)
        let modules: [(mark: String, type: any HiveModule.Type)] = [
            ("a", ScriptModule<First>.self), ("b", ScriptModule<Second>.self), ("c", ScriptModule<Third>.self),
            ("d", ScriptModule<Fourth>.self),
        ]
        let made = Locked(0)
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register((any Greeter).self) { _ in Person("\(made.next())") }
        try hive.script(First.self) { try decorate($0.services, "a") }
        try hive.script(Second.self) { try decorate($0.services, "b") }
        try hive.script(Third.self) { try decorate($0.services, "c") }
        try hive.script(Fourth.self) { try decorate($0.services, "d") }
        try await hive.start()
        var left = modules.map(\.mark)
        func look() throws {
            let expected = left.reduce("1") { "\($1)(\($0))" }
            #expect(try hive.services.service((any Greeter).self).name == expected)
        }
        try look()
        for (mark, type) in modules.shuffled(using: &generator) {
            try await hive.remove(type)
            left.removeAll { $0 == mark }
            if Bool.random(using: &generator) { try look() }
        }
        try look()
        try await hive.stop()
    }

    // C22, S1
    @Test func aDecoratorThatThrowsTheSecondTimeIsTriedAgain() async throws {
        let tries = Locked(0)
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { _ in Person("x") }
            try hive.script(First.self) { try decorate($0.services, "a") }
            try hive.services.decorate((any Greeter).self) { inner, _ in Wrapper("h", inner) }
            try hive.script(Second.self) { context in
                try context.services.decorate((any Greeter).self) { inner, _ in
                    if tries.next() == 2 { throw Broken() }
                    return Wrapper("b", inner)
                }
            }
        } _: { hive in
            #expect(try hive.services.service((any Greeter).self).name == "b(a(h(x)))")
            try await hive.remove(ScriptModule<First>.self)
            #expect(throws: Broken()) { try hive.services.service((any Greeter).self) }
            #expect(try hive.services.service((any Greeter).self).name == "b(h(x))")
        }
    }

    // C58, S1
    @Test func aDecoratorThatGoesWhileItIsAtWorkLeavesNothing() async throws {
        let (isUnderWay, mayEnd) = (ThreadGate(), ThreadGate())
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { _ in Person("x") }
            try hive.script(First.self) { context in
                try context.services.decorate((any Greeter).self) { inner, _ in
                    isUnderWay.open()
                    mayEnd.wait()
                    return Wrapper("a", inner)
                }
            }
        } _: { hive in
            async let early = onThread { try hive.services.service((any Greeter).self).name }
            try await onThread { isUnderWay.wait() }
            try await hive.remove(ScriptModule<First>.self)
            mayEnd.open()
            #expect(try await early == "a(x)")
            #expect(try hive.services.service((any Greeter).self).name == "x")
        }
    }

    // C26, S1: nothing new is made.
    @Test func whileStoppingTheInstanceIsFoundUndecorated() async throws {
        let names = Locked<[String]>()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register((any Greeter).self) { _ in Person("x") }
        try hive.script(First.self, tearDown: { names.add(try $0.service((any Greeter).self).name) })
        try hive.script(Second.self) { try decorate($0.services, "a") }
        try hive.script(
            Third.self,
            setUp: { try decorate($0.services, "b") },
            tearDown: { names.add(try $0.service((any Greeter).self).name) }
        )
        try await hive.start()
        _ = try hive.services.service((any Greeter).self)
        try await hive.stop()
        #expect(names.current == ["b(a(x))", "x"])
    }

    // C27, C61: factories, instances and decorators of a module that has gone are in nobody's memory.
    @Test func nothingOfTheModuleStays() async throws {
        let alive = Locked(0)
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register((any Greeter).self) { _ in Person("x") }
        try hive.services.register(String.self) { _ in "s" }
        try await hive.start()
        for _ in 0..<2 {
            try await hive.add(Bringing.self) { Bringing(alive) }
            #expect(alive.current == 3)
            #expect(try hive.services.service((any Greeter).self).name == "a(x)")
            _ = try hive.services.service(Person.self)
            _ = try hive.services.service(Person.self, instance: "further")
            _ = try hive.services.service(Person.self, name: "instance")
            #expect(alive.current == 5)
            try await hive.remove(Bringing.self)
            #expect(await becomesTrue { alive.current == 0 })
            #expect(try hive.services.service((any Greeter).self).name == "x")
            try hive.services.evict((any Greeter).self)
        }
        try await hive.stop()
    }

    private final class Bringing: FactoryModule {
        static let manifest = ModuleManifest()
        let alive: Locked<Int>

        init(_ alive: Locked<Int>) { self.alive = alive }

        func setUp(_ context: SetupContext) async throws {
            let alive = alive
            let (factory, decorator) = (Person("factory", alive: alive), Person("decorator", alive: alive))
            try context.services.register(Person.self) { _ in
                withExtendedLifetime(factory) { Person("made", alive: alive) }
            }
            try context.services.register(Person.self, name: "instance", instance: Person("own", alive: alive))
            try context.services.decorate((any Greeter).self) { inner, _ in
                withExtendedLifetime(decorator) { Wrapper("a", inner) }
            }
        }
    }
}
