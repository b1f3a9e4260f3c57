// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Registrations that are replaced, evicted and removed while other threads look up what they made.
@Suite(.timeLimit(.minutes(15)))
struct RegistrationStormTests {
    /// How often the service is replaced: `HIVE_STORM` says it where there is time for more.
    private static let rounds = getenv("HIVE_STORM").flatMap { Int(String(cString: $0)) } ?? 10_000

    // C15, C21, C47, C58: a reload that only moves lines, while others ask for the place.
    @Test func aPlaceIsReadWhileAReloadChangesIt() async throws {
        @Sendable func list(_ line: Int) -> Origin { .propertyList("services.plist", nil, line: line) }
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let (services, key) = (hive.services, ServiceKey(Person.self))
        let declaration = ServiceDeclaration(
            Person.self,
            implementation: ServiceFactory(Person.self) { _ in Person() },
            at: list(1)
        )
        try services.exchange([], adding: [declaration.registration(owner: services.hive)])
        let lines = try await onThreads(3) { thread in
            var lines: Set<Int> = []
            for round in 1...1_000 {
                if thread == 0 { services.note(key, isAt: list(round)) }
                // An entry of the same list is in the way, and the error names its place.
                let error = try expectError(.duplicateService) {
                    try services.add(declaration.registration(owner: services.hive))
                }
                if !error.message.contains("at services.plist:") { throw Broken() }
                lines.formUnion(services.descriptions.flatMap(\.origins).compactMap(\.line))
            }
            return lines
        }
        #expect(lines.allSatisfy { $0.isSubset(of: Set(1...1_000)) })
        #expect(services.descriptions.flatMap(\.origins) == [list(1_000)])
    }

    // C22, C27, C28, C47, C50
    @Test func replacingEvictingAndRemovingLeaveNothingBehindWhileOthersRead() async throws {
        let alive = (instances: Locked(0), factories: Locked(0))
        let isOver = Locked(false)
        let most = Locked((instances: 0, factories: 0))
        let hive = Hive(HiveOptions(timelineCapacity: 16, clock: ManualClock()))
        let replace: @Sendable () throws -> Void = {
            let token = Person("factory", alive: alive.factories)
            try hive.services.register((any Greeter).self, replacing: true) { _ in
                Person(token.name == "factory" ? "plain" : "", alive: alive.instances)
            }
        }
        try replace()
        try await hive.start()
        try await withThrowingTaskGroup { group in
            for _ in 0..<2 {
                group.addTask {
                    try await onThread {
                        while !isOver.current {
                            if try hive.services.service((any Greeter).self).name != "plain" { throw Broken() }
                            // Comes and goes with its module.
                            let other = try? hive.services.service(Person.self)
                            if let other, other.name != "module's" { throw Broken() }
                        }
                    }
                }
            }
            group.addTask {
                defer { isOver.with { $0 = true } }
                for stretch in 0..<max(1, Self.rounds / 1_000) {
                    try await onThread {
                        for round in 0..<1_000 {
                            try replace()
                            if round.isMultiple(of: 3) {
                                try hive.services.evict((any Greeter).self)
                            }
                            _ = try hive.services.service((any Greeter).self)
                            let now = (alive.instances.current, alive.factories.current)
                            most.with { $0 = (max($0.instances, now.0), max($0.factories, now.1)) }
                        }
                    }
                    if stretch.isMultiple(of: 2) {
                        try await hive.add(ScriptModule<First>.self) {
                            ScriptModule(setUp: { context in
                                try context.services.register(Person.self) { _ in
                                    Person("module's", alive: alive.instances)
                                }
                            })
                        }
                    } else {
                        try await hive.remove(ScriptModule<First>.self)
                    }
                }
            }
            try await group.waitForAll()
        }
        // What a thread is reading waits for it, and what waits is swept in batches.
        #expect(most.current.instances < 1_000)
        #expect(most.current.factories < 100)
        try await hive.stop()
        #expect(alive.instances.current == 0)
    }
}
