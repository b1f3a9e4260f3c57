// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// A weak reference that a test asks after the scope that made it.
struct Weak {
    private weak var object: AnyObject?

    init(_ object: AnyObject) { self.object = object }

    /// Whether the object is gone by now.
    var isGone: Bool { object == nil }
}

@Suite(.timeLimit(.minutes(5)))
struct ServiceLifetimeTests {
    // C50: neither is what the fallback refers to, though somebody keeps the hive.
    @Test func theFallbackIsLetGoOfAtTheStop() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let witness = try {
            let journal = Journal()
            try hive.services.setFallback { _ in
                journal.write("asked")
                return nil
            }
            return Weak(journal)
        }()
        try await hive.start()
        #expect(!witness.isGone)
        try await hive.stop()
        #expect(await becomesTrue { witness.isGone })
    }

    // C50
    @Test func nothingIsLeftAfterAStop() async throws {
        let alive = Locked(0)
        let hive = try await {
            let hive = try makeHive(alive, fails: false)
            try await hive.start()
            _ = try hive.services.service(Keeper.self).greeter.get()
            _ = try hive.services.service(Keeper.self, instance: "further")
            try hive.services.evict(Keeper.self)
            _ = try hive.services.service(Keeper.self)
            #expect(alive.current == 4)
            try await hive.stop()
            return Weak(hive)
        }()
        #expect(await becomesTrue { hive.isGone })
        #expect(await becomesTrue { alive.current == 0 })
    }

    // C50
    @Test func nothingIsLeftAfterAStartThatFailed() async throws {
        let alive = Locked(0)
        let hive = try await {
            let hive = try makeHive(alive, fails: true)
            _ = try await expectFailedStart(hive)
            return Weak(hive)
        }()
        #expect(await becomesTrue { hive.isGone })
        #expect(await becomesTrue { alive.current == 0 })
    }

    // C50
    @Test func nothingIsLeftOfAHiveThatWasNeverStarted() async throws {
        let alive = Locked(0)
        let hive = try {
            let hive = try makeHive(alive, fails: false)
            #expect(hive.verify() == [])
            let services = hive.services
            try services.register(Holding.self, instance: try services.autowire { Holding(alive) })
            return Weak(hive)
        }()
        #expect(hive.isGone)
        #expect(alive.current == 0)
    }

    // C50
    @Test func aStoppedHiveHoldsNoServiceWhileItIsStillReferredTo() async throws {
        let alive = Locked(0)
        let hive = try makeHive(alive, fails: false)
        try await hive.start()
        _ = try hive.services.service(Keeper.self)
        try await hive.stop()
        #expect(await becomesTrue { alive.current == 0 })
    }

    // C50
    @Test func aTransientServiceThatAFieldKeptGoesWithIt() async throws {
        let alive = Locked(0)
        try await withHive { hive in
            try hive.services.register((any Greeter).self, scope: .transient) { _ in Person(alive: alive) }
        } _: { hive in
            do {
                let holding = try hive.services.autowire { Holding(alive) }
                _ = try holding.greeter.get()
                #expect(alive.current == 2)
            }
            #expect(alive.current == 0)
        }
    }

    private func makeHive(_ alive: Locked<Int>, fails: Bool) throws -> Hive {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register((any Greeter).self) { _ in Person(alive: alive) }
        let person = Person("instance", alive: alive)
        try hive.services.register(Person.self, instance: person)
        try hive.services.register(Keeper.self) { Keeper($0, alive) }
        try hive.script(
            First.self,
            setUp: { context in
                let module = Person("module", alive: alive)
                try context.services.register((any LoudGreeter).self) { _ in module }
                try context.events.subscribe(Kept.self) { _, event in
                    withExtendedLifetime((module, context, event)) {}
                }
            },
            initialize: { context in
                let keeper = try context.service(Keeper.self)
                keeper.context.with { $0 = context }
                try context.post(Kept())
                if fails { throw Broken() }
            }
        )
        return hive
    }
}

private struct Kept: HiveEvent {}

/// A service that keeps everything that it was ever given.
private final class Keeper: Sendable {
    let services: ServiceResolver
    let greeter = Autowired<any Greeter>()
    let context = Locked<ModuleContext?>(nil)
    private let person: Person

    init(_ services: ServiceResolver, _ alive: Locked<Int>) {
        self.services = services
        person = Person("kept", alive: alive)
    }
}

private final class Holding: Sendable {
    let greeter = Autowired<any Greeter>()
    private let person: Person

    init(_ alive: Locked<Int>) { person = Person("held", alive: alive) }
}
