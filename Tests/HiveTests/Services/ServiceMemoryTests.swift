// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// What is let go of, and when.
@Suite(.timeLimit(.minutes(5)))
struct ServiceMemoryTests {
    private class Counted: @unchecked Sendable {  // Sound: it is immutable.
        let alive: Locked<Int>

        init(_ alive: Locked<Int>) {
            self.alive = alive
            alive.with { $0 += 1 }
        }

        required convenience init(_ services: ServiceResolver) throws {
            self.init(try services.service(Locked<Int>.self))
        }

        deinit { alive.with { $0 -= 1 } }
    }

    private final class Quiet: Counted, ServiceImplementation, Greeter, @unchecked Sendable {
        var name: String { "quiet" }
    }

    private final class Careful: Counted, ServiceImplementation, Greeter, @unchecked Sendable {
        var name: String { "careful" }
        func shutdown() async throws { alive.with { $0 += 100 } }
    }

    private actor Acting: ServiceImplementation {
        let alive: Locked<Int>
        init(_ services: ServiceResolver) throws { alive = try services.service(Locked<Int>.self) }
        func shutdown() { alive.with { $0 += 100 } }
    }

    // C28, C61
    @Test func anEvictedInstanceThatHasNoShutdownIsLetGoOfAtOnce() async throws {
        let alive = Locked(0)
        let recorder = HiveRecorder()
        try await withHive(observers: [recorder.observe]) { hive in
            try hive.services.register(Locked<Int>.self, instance: alive)
            try hive.services.register((any Greeter).self, factory: Quiet.init)
        } _: { hive in
            for _ in 0..<10 {
                _ = try hive.services.service((any Greeter).self)
                _ = try hive.services.service((any Greeter).self, instance: "further")
                #expect(alive.current == 2)
                try hive.services.evict((any Greeter).self)
                #expect(await becomesTrue { alive.current == 0 })
            }
        }
        #expect(recorder.observations(of: .serviceShutDown).isEmpty)
    }

    // C28: one that has a shutdown is kept until its owner ends, and then shut down.
    @Test func anEvictedInstanceThatHasAShutdownIsShutDownAtTheEnd() async throws {
        let alive = Locked(0)
        try await withHive { hive in
            try hive.services.register(Locked<Int>.self, instance: alive)
            try hive.services.register((any Greeter).self, factory: Careful.init)
            try hive.services.register(Acting.self, factory: Acting.init)
        } _: { hive in
            for count in 1...3 {
                _ = try hive.services.service((any Greeter).self)
                _ = try hive.services.service(Acting.self)
                try hive.services.evict((any Greeter).self)
                #expect(alive.current == count)
            }
        }
        #expect(await becomesTrue { alive.current == 400 })
    }

    // C58, C61: owners whose services take each other's places again and again.
    @Test func ownersThatReplaceEachOthersServicesFillNoMemory() throws {
        let manager = ServiceManager()
        let owners = ["first", "second"].map { Owner(name: $0, position: 0) }
        let key = ServiceKey((any Greeter).self)
        for round in 0..<100 {
            for owner in owners {
                try ServiceRegistrar(manager: manager, owner: owner, check: {})
                    .register((any Greeter).self, replacing: true, instance: Person("\(round)"))
                let origin = Origin.propertyList("services.plist", nil)
                let listed = ServiceDeclaration(
                    key.type,
                    implementation: ServiceFactory(Person.self) { _ in Person() },
                    at: origin
                )
                let taken = try manager.exchange([key], adding: [listed.registration(owner: owner)])
                try manager.exchange([key], puttingBack: taken, adding: [])
            }
        }
        manager.state.withLock { state in
            #expect(state.registry.stack(key).entries.count <= 4)
            for owner in owners { #expect(state.registry.keys(of: owner.id) == [key]) }
        }
    }

    // C61
    @Test func namesOfFurtherInstancesGoWhenTheServiceIsEvicted() async throws {
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { _ in Person() }
            try hive.services.registerAlias((any Other).self, of: (any Greeter).self) { Pair(greeter: $0) }
        } _: { hive in
            for number in 0..<100 {
                _ = try hive.services.service((any Greeter).self, instance: "\(number)")
                _ = try hive.services.service((any Other).self, instance: "\(number)")
            }
            #expect(hive.services.cachedNames.count == 200)
            try hive.services.evict((any Greeter).self)
            #expect(hive.services.cachedNames == [])
            #expect(hive.services.state.withLock { $0.cache.further.isEmpty })
        }
    }

    // C22, C47, C61
    @Test func furtherInstancesAreFoundWhileOthersEvictThem() async throws {
        let alive = Locked(0)
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { _ in Person("x", alive: alive) }
        } _: { hive in
            _ = try await onThreads(4) { thread in
                for number in 0..<2_000 {
                    if thread == 0, number.isMultiple(of: 5) {
                        try hive.services.evict((any Greeter).self)
                    }
                    let name = "\(number % 20)"
                    let found = try hive.services.service((any Greeter).self, instance: name)
                    if found.name != "x" { throw Broken() }
                    _ = hive.services.cached((any Greeter).self, instance: name)?.name
                }
            }
            try hive.services.evict((any Greeter).self)
            _ = try hive.services.service((any Greeter).self)
        }
        #expect(await becomesTrue { alive.current == 0 })
    }
}
