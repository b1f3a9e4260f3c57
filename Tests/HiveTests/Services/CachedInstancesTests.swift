// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CachedInstancesTests {
    // C28, B16
    @Test func theCacheIsReadWithoutMakingAnythingAndListed() async throws {
        try await withHive { hive in
            for name in [nil, "b", "c"] {
                try hive.services.register((any Greeter).self, name: name) { _ in Person(name ?? "plain") }
            }
        } _: { hive in
            let cache = hive.services
            #expect(cache.cached((any Greeter).self) == nil)
            #expect(cache.cachedNames == [])
            _ = try hive.services.service((any Greeter).self, name: "b")
            _ = try hive.services.service((any Greeter).self)
            _ = try hive.services.service((any Greeter).self, instance: "further")
            #expect(cache.cached((any Greeter).self, name: "b")?.name == "b")
            #expect(cache.cached((any Greeter).self, instance: "further")?.name == "plain")
            #expect(cache.cached((any Greeter).self, name: "c") == nil)
            #expect(cache.cachedNames == ["Greeter", "Greeter \"b\"", "Greeter \"further\""])
        }
    }

    // C28
    @Test func anEvictedServiceIsMadeAnewAndItsRegistrationStays() async throws {
        try await withHive { hive in
            try hive.services.register(Person.self) { _ in Person() }
        } _: { hive in
            let cache = hive.services
            #expect(try cache.evict(Person.self) == false)
            let first = try hive.services.service(Person.self)
            #expect(try cache.evict(Person.self))
            #expect(try cache.evict(Person.self) == false)
            try expectOther(hive.services.service(Person.self), first)
            let error = try expectError(.serviceNotRegistered) { try cache.evict(Person.self, name: "x") }
            #expect(error.message.contains("no name"))
        }
    }

    // C28
    @Test func whatNothingCouldMakeAgainIsNotEvicted() async throws {
        try await withHive { hive in
            try hive.services.register(Person.self, instance: Person())
            try hive.services.register(String.self) { _ async throws -> String in "asynchronous" }
        } _: { hive in
            _ = try hive.services.service(Person.self)
            try expectError(.notCreatable) { try hive.services.evict(Person.self) }
            try expectError(.notCreatable) { try hive.services.evict(String.self) }
            try expectError(.notCreatable) { try hive.services.make(String.self) }
            #expect(hive.services.cached(String.self) == "asynchronous")
        }
    }

    // C28
    @Test func instancesAreShutDownOnceInReverseOrderOfCreationAfterTheirModule() async throws {
        let log = Locked<[String]>()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.script(
            First.self,
            setUp: { context in
                for name in ["a", "b", "c"] {
                    try context.services.register((any Greeter).self, name: name, shutdown: Closing.close) { services in
                        if name == "a" { _ = try services.service((any Greeter).self, name: "b") }
                        return Closing(name, log)
                    }
                }
                try context.services.register(Closed.self, factory: { _ in Closed(log) })
            },
            tearDown: { _ in log.add("first") }
        )
        try hive.script(Second.self, tearDown: { _ in log.add("second") })
        try await hive.start()
        _ = try hive.services.service(Closed.self)
        _ = try hive.services.service((any Greeter).self, name: "a")
        _ = try hive.services.service((any Greeter).self, name: "b")
        try await hive.stop()
        #expect(log.current == ["second", "first", "close a", "close b", "shut down"])
    }

    // C28
    @Test func evictedAndReplacedInstancesAreShutDownThenToo() async throws {
        let log = Locked<[String]>()
        let made = Locked(0)
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register((any Greeter).self, shutdown: Closing.close) { _ in Closing("\(made.next())", log) }
        try await hive.start()
        _ = try hive.services.service((any Greeter).self)
        try hive.services.evict((any Greeter).self)
        _ = try hive.services.service((any Greeter).self)
        _ = try hive.services.service((any Greeter).self, instance: "further")
        try hive.services.register((any Greeter).self, replacing: true, shutdown: Closing.close) { _ in
            Closing("replacement", log)
        }
        _ = try hive.services.service((any Greeter).self)
        #expect(log.current == [])
        try await hive.stop()
        #expect(log.current == ["close replacement", "close 3", "close 2", "close 1"])
    }

    // C28, C37
    @Test func aShutdownThatThrowsStopsNeitherTheOthersNorIsItHidden() async throws {
        let log = Locked<[String]>()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register((any Greeter).self, shutdown: Closing.close) { _ in Closing("a", log) }
        try hive.services.register(Person.self, shutdown: { _ in throw Broken(number: 2) }, factory: { _ in Person() })
        try await hive.start()
        _ = try hive.services.service((any Greeter).self)
        _ = try hive.services.service(Person.self)
        let error = await #expect(throws: HiveError.self) { try await hive.stop() }
        #expect(error?.failures.map { $0.error as? Broken } == [Broken(number: 2)])
        #expect(error?.failures.first?.step == "shutdown of Person")
        #expect(log.current == ["close a"])
    }

    // C28
    @Test func transientAndFreshInstancesBelongToTheirCaller() async throws {
        let log = Locked<[String]>()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register(Closed.self, scope: .transient) { _ in Closed(log) }
        try hive.services.register((any Greeter).self, shutdown: Closing.close) { _ in Closing("fresh", log) }
        try await hive.start()
        _ = try hive.services.service(Closed.self)
        _ = try hive.services.make((any Greeter).self)
        try await hive.stop()
        #expect(log.current == [])
    }

    // C27, C28
    @Test(arguments: [true, false])
    func anInstanceWhoseRegistrationGoesWhileItIsMadeIsNotLost(isReplaced: Bool) async throws {
        let log = Locked<[String]>()
        let isUnderWay = ThreadGate()
        let mayEnd = ThreadGate()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.script(
            First.self,
            setUp: { context in
                try context.services.register((any Greeter).self, shutdown: Closing.close) { _ in
                    isUnderWay.open()
                    mayEnd.wait()
                    return Closing("slow", log)
                }
            },
            tearDown: { _ in log.add("first") }
        )
        try hive.script(Second.self, tearDown: { _ in log.add("second") })
        try await hive.start()
        async let slow = onThread { try hive.services.service((any Greeter).self).name }
        try await onThread { isUnderWay.wait() }
        if isReplaced {
            try hive.services.register((any Greeter).self, replacing: true) { _ in Person("new") }
        } else {
            try hive.services.evict((any Greeter).self)
        }
        mayEnd.open()
        #expect(try await slow == "slow")
        let name = try hive.services.service((any Greeter).self).name
        #expect(name == (isReplaced ? "new" : "slow"))
        try await hive.stop()
        // After an evict it is made again, so that there are two.
        let closed = Array(repeating: "close slow", count: isReplaced ? 1 : 2)
        #expect(log.current == ["second", "first"] + closed)
    }

    // C28: what is being made when the cache is emptied is for those who wait for it already, and no factory runs twice
    // at once.
    @Test func whoLooksUpAfterAnEvictGetsANewInstanceBesideOneThatIsBeingMade() async throws {
        let making = HeldMaking()
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { _ in making.make() }
            try hive.services.registerAlias((any LoudGreeter).self, of: (any Greeter).self) { greeter in
                Person("loud \(greeter.name)")
            }
        } _: { hive in
            async let first = onThread { try hive.services.service((any LoudGreeter).self) }
            try await onThread { making.isUnderWay.wait() }
            #expect(try hive.services.evict((any Greeter).self) == false)
            async let second = onThread { try hive.services.service((any LoudGreeter).self) }
            async let third = making.begin(hive)
            making.mayEnd.open()
            #expect(try await [first.name, second.name, third.name] == ["loud 1", "loud 2", "2"])
            #expect(try hive.services.service((any Greeter).self).name == "2")
            #expect(try hive.services.service((any LoudGreeter).self).name == "loud 2")
            #expect(making.count == 2)
        }
    }

    // C21, C28
    @Test func whoLooksUpAfterAReplacementIsNotGivenWhatTheReplacedOneMakes() async throws {
        let making = HeldMaking()
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { _ in making.make() }
        } _: { hive in
            async let first = making.begin(hive)
            try await onThread { making.isUnderWay.wait() }
            try hive.services.register((any Greeter).self, replacing: true) { _ in Person("new") }
            #expect(try await making.lookUpMeanwhile(hive).name == "new")
            making.mayEnd.open()
            #expect(try await first.name == "1")
            #expect(try hive.services.service((any Greeter).self).name == "new")
        }
    }

    // C27, C28
    @Test func whoLooksUpWhenAModuleHasComeBackIsNotGivenWhatTheOneBeforeMakes() async throws {
        let making = HeldMaking()
        try await withHive { hive in
            try hive.script(First.self) { context in
                try context.services.register((any Greeter).self) { _ in making.make() }
            }
        } _: { hive in
            async let first = making.begin(hive)
            try await onThread { making.isUnderWay.wait() }
            try await hive.remove(ScriptModule<First>.self)
            try await hive.add(ScriptModule<First>.self) {
                ScriptModule(setUp: { context in
                    try context.services.register((any Greeter).self) { _ in Person("new") }
                })
            }
            #expect(try await making.lookUpMeanwhile(hive).name == "new")
            making.mayEnd.open()
            #expect(try await first.name == "1")
            #expect(try hive.services.service((any Greeter).self).name == "new")
        }
    }

    // C26, C28
    @Test func anInstanceThatIsReadyWhenTheHiveHasStoppedIsShutDownAllTheSame() async throws {
        let log = Locked<[String]>()
        let isUnderWay = ThreadGate()
        let mayEnd = ThreadGate()
        let (closed, didClose) = AsyncStream<Void>.makeStream()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register(
            (any Greeter).self,
            shutdown: { greeter in
                log.add("close \(greeter.name)")
                didClose.finish()
            },
            factory: { _ in
                isUnderWay.open()
                mayEnd.wait()
                return Person("late")
            }
        )
        try await hive.start()
        async let late = onThread { try hive.services.service((any Greeter).self).name }
        try await onThread { isUnderWay.wait() }
        try await hive.stop()
        #expect(log.current == [])
        mayEnd.open()
        #expect(try await late == "late")
        for await _ in closed {}
        #expect(log.current == ["close late"])
    }
}

private final class Closed: ServiceImplementation {
    let log: Locked<[String]>

    init(_ log: Locked<[String]>) { self.log = log }

    convenience init(_ services: ServiceResolver) throws {
        self.init(try services.service(Locked<[String]>.self))
    }

    func shutdown() async throws { log.add("shut down") }
}
