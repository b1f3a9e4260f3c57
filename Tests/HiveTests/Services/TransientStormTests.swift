// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// A thread makes its transient services with one creation after the other's end, so nothing of one may be left in the
/// next.
@Suite(.timeLimit(.minutes(5)))
struct TransientStormTests {
    private final class Outer: Sendable {
        let inner: Person
        init(_ inner: Person) { self.inner = inner }
    }

    private final class Holding: Sendable {
        let greeter = Autowired<any Greeter>(name: "missing")
        let alive: Locked<Int>

        init(_ alive: Locked<Int>) {
            self.alive = alive
            alive.with { $0 += 1 }
        }

        deinit { alive.with { $0 -= 1 } }
    }

    // C22, C25, C47
    @Test func resolversThatAreHandedToOtherThreadsStayWithTheirService() async throws {
        let handedOn = Locked<[ServiceResolver]>([])
        let isOver = Locked(0)
        try await withHive { hive in
            let calls = Locked(0)
            try hive.services.register(Person.self, scope: .transient) { _ in Person() }
            try hive.services.register(Outer.self, scope: .transient) { services in
                if calls.next().isMultiple(of: 3) { handedOn.with { if $0.count < 8 { $0.append(services) } } }
                return Outer(try services.service(Person.self))
            }
        } _: { hive in
            let counts = try await onThreads(4) { thread in
                var count = 0
                if thread < 2 {
                    for _ in 0..<2_000 where try hive.services.service(Outer.self).inner.name == "Ann" { count += 1 }
                    isOver.next()
                    return count
                }
                while isOver.current < 2 {
                    guard let resolver = handedOn.with({ $0.popLast() }) else { continue }
                    _ = try resolver.service(Person.self)
                    do {
                        _ = try resolver.service(Outer.self)
                    } catch let error as HiveError where error.code == .serviceCycle {
                        // The factory that was given the resolver is still under way, and it alone is in the circle.
                        if !error.message.contains("Outer -> Outer.") { throw error }
                    }
                }
                return 2_000
            }
            #expect(counts == [2_000, 2_000, 2_000, 2_000])
            handedOn.with { $0 = [] }
        }
    }

    // C25
    @Test func aResolverThatATransientServiceKeptIsNotTheNextOnes() async throws {
        let kept = Locked<ServiceResolver?>(nil)
        let (isUnderWay, wasAsked) = (ThreadGate(), ThreadGate())
        try await withHive { hive in
            try hive.services.register(Person.self, scope: .transient) { services in
                kept.with { $0 = services }
                return Person()
            }
            let calls = Locked(0)
            try hive.services.register(Outer.self, scope: .transient) { services in
                if calls.next() == 1 {
                    isUnderWay.open()
                    wasAsked.wait()
                }
                return Outer(Person())
            }
        } _: { hive in
            async let maker: Void = onThread {
                _ = try hive.services.service(Person.self)
                _ = try hive.services.service(Outer.self)
            }
            async let asker: Void = onThread {
                isUnderWay.wait()
                defer { wasAsked.open() }
                // Were the creation of the person now that of the outer one, this would be a circle.
                _ = try kept.current?.service(Outer.self)
            }
            _ = try await (maker, asker)
            kept.with { $0 = nil }
        }
    }

    // C22, C25
    @Test func aTransientServiceThatFailedLeavesNothingToTheNext() async throws {
        let calls = Locked(0)
        try await withHive { hive in
            try hive.services.register(Person.self, scope: .transient) { services in
                switch calls.next() % 3 {
                case 0: throw Broken(number: 1)
                case 1: return try services.service(Outer.self).inner
                default: return Person()
                }
            }
            try hive.services.register(Outer.self, scope: .transient) { Outer(try $0.service(Person.self)) }
        } _: { hive in
            try await onThread {
                for _ in 0..<10 {
                    // The first asks for itself, the second is made, the third fails.
                    let circle = try expectError(.serviceCycle) { try hive.services.service(Person.self) }
                    #expect(circle.message.contains("Person -> Outer -> Person."))
                    try #expect(hive.services.service(Person.self).name == "Ann")
                    #expect(throws: Broken(number: 1)) { try hive.services.service(Person.self) }
                }
            }
        }
    }

    // A3
    @Test func fieldsBelongToTheInnermostObjectThatIsMade() async throws {
        let alive = Locked(0)
        try await withHive { hive in
            try hive.services.register(Holding.self, scope: .transient) { _ in Holding(alive) }
            try hive.services.register(Person.self, scope: .transient) { services in
                // Neither what it asks for nor what it wires by hand is checked with its own fields.
                _ = try? services.service(Holding.self)
                _ = try? hive.services.autowire { Holding(alive) }
                return Person()
            }
        } _: { hive in
            try #expect(hive.services.service(Person.self).name == "Ann")
            for _ in 0..<3 {
                let error = try expectError(.serviceNotRegistered) { try hive.services.service(Holding.self) }
                #expect(error.message.contains("Greeter \"missing\" is not registered, and Holding (declared at"))
            }
            // Nobody gets an object whose field has no service.
            #expect(alive.current == 0)
        }
    }

    // A3
    @Test func aTransientServiceMayReadItsFieldsInItsFactory() async throws {
        try await withHive { hive in
            try hive.services.register((any Greeter).self, name: "missing") { _ in Person("Bob") }
            try hive.services.register(Person.self, scope: .transient) { _ in
                Person(try Holding(Locked(0)).greeter.get().name)
            }
            try hive.services.decorate(Outer.self) { outer, _ in
                Outer(Person(outer.inner.name + (try Holding(Locked(0)).greeter.get().name)))
            }
            try hive.services.register(Outer.self, scope: .transient) { Outer(try $0.service(Person.self)) }
        } _: { hive in
            try #expect(hive.services.service(Person.self).name == "Bob")
            try #expect(hive.services.service(Outer.self).inner.name == "BobBob")
            try #expect(hive.services.make(Outer.self).inner.name == "BobBob")
        }
    }

    // C22: what needs more room than a reference, and what needs none.
    @Test func valuesOfAnySizeAreMade() async throws {
        struct Large: Sendable {
            let text = "text"
            let numbers = (1, 2, 3, 4, 5, 6, 7, 8)
            let other: (any Greeter)? = Person()
        }
        struct Nothing: Sendable {}
        try await withHive { hive in
            try hive.services.register(Large.self, scope: .transient) { _ in Large() }
            try hive.services.register(Nothing.self, scope: .transient) { _ in Nothing() }
            try hive.services.register(Int?.self, scope: .transient) { _ in nil }
        } _: { hive in
            for _ in 0..<3 {
                let large = try hive.services.service(Large.self)
                #expect(large.text == "text" && large.numbers.7 == 8 && large.other?.name == "Ann")
                _ = try hive.services.service(Nothing.self)
                try #expect(hive.services.service(Int?.self) == nil)
            }
        }
    }
}
