// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ServiceScopeTests {
    // C22
    @Test func aSharedServiceIsMadeOnceAtFirstUse() async throws {
        let made = Locked(0)
        try await withHive { hive in
            try hive.services.register(Person.self) { _ in
                made.with { $0 += 1 }
                return Person()
            }
        } _: { hive in
            #expect(made.current == 0)
            try expectSame(hive.services.service(Person.self), hive.services.service(Person.self))
            #expect(made.current == 1)
        }
    }

    // C22
    @Test func aTransientServiceIsMadeForEachLookup() async throws {
        try await withHive { hive in
            try hive.services.register(Person.self, scope: .transient) { _ in Person() }
        } _: { hive in
            try expectOther(hive.services.service(Person.self), hive.services.service(Person.self))
            #expect(hive.services.cachedNames == [])
        }
    }

    // C22
    @Test func anInstanceIsHandedOutAsItIs() async throws {
        let person = Person()
        try await withHive { hive in
            try hive.services.register((any Greeter).self, instance: person)
        } _: { hive in
            try expectSame(hive.services.service((any Greeter).self), person)
        }
    }

    // C22
    @Test func aFactoryThatThrowsLeavesNothingAndTheNextCallTriesAgain() async throws {
        let calls = Locked(0)
        try await withHive { hive in
            try hive.services.register(Person.self) { _ in
                let number = calls.next()
                if number == 1 { throw Broken(number: number) }
                return Person("\(number)")
            }
        } _: { hive in
            #expect(throws: Broken(number: 1)) { try hive.services.service(Person.self) }
            #expect(hive.services.cached(Person.self) == nil)
            let greeter = try hive.services.service(Person.self)
            #expect(greeter.name == "2")
        }
    }

    // C22
    @Test func whoWaitsForAFactoryThatThrowsGetsItsErrorAndDoesNotCallItAgain() async throws {
        let calls = Locked(0)
        let isUnderWay = ThreadGate()
        let mayFail = ThreadGate()
        try await withHive { hive in
            try hive.services.register(Person.self) { _ in
                calls.with { $0 += 1 }
                isUnderWay.open()
                mayFail.wait()
                throw Broken(number: 1)
            }
            // What asks for the person makes the gate open once it is sure to find the creation under way.
            try hive.services.register(Int.self) { services in
                mayFail.open()
                return 1
            }
        } _: { hive in
            async let first: Void = onThread {
                #expect(throws: Broken(number: 1)) { try hive.services.service(Person.self) }
            }
            try await onThread { isUnderWay.wait() }
            async let second: Void = onThread {
                // A second caller that comes in time waits; one that comes late makes a call of its own.
                #expect(throws: Broken(number: 1)) { try hive.services.service(Person.self) }
            }
            _ = try hive.services.service(Int.self)
            _ = try await (first, second)
            #expect(calls.current <= 2)
        }
    }

    // C22
    @Test func anAsynchronousServiceIsMadeBeforeItsModuleAndThoseThatDependOnIt() async throws {
        let log = Locked<[String]>()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.script(
            First.self,
            setUp: { context in
                try context.services.register(Person.self) { _ async throws -> Person in
                    await Task.yield()
                    log.add("make")
                    return Person("asynchronous")
                }
            },
            initialize: { context in
                log.add("first \(try context.service(Person.self).name)")
            }
        )
        try hive.script(
            Second.self,
            initialize: { context in
                log.add("second \(try context.service(Person.self).name)")
            }
        )
        try await hive.start()
        #expect(log.current == ["make", "first asynchronous", "second asynchronous"])
        try expectError(.notCreatable) { try hive.services.make(Person.self) }
        try expectError(.notCreatable) { try hive.services.evict(Person.self) }
        try await hive.stop()
    }

    // C22, C24
    @Test func anEarlierLookupOfAnAsynchronousServiceSaysSo() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let code = Locked<HiveError.Code?>(nil)
        try hive.script(
            First.self,
            initialize: { context in
                let error = try expectError(.serviceNotMade) { try context.service(Person.self) }
                code.with { $0 = error.code }
            }
        )
        try hive.script(Second.self) { context in
            try context.services.register(Person.self) { _ async throws -> Person in Person() }
        }
        try await hive.start()
        #expect(code.current == .serviceNotMade)
        _ = try hive.services.service(Person.self)
        try await hive.stop()
    }

    // C22, C24: whoever waited would block a thread that the factory may need.
    @Test func aLookupOfAnAsynchronousServiceThatIsBeingMadeDoesNotWait() async throws {
        let (isUnderWay, mayEnd) = (Latch(), Latch())
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.script(First.self) { context in
            try context.services.register(Person.self) { _ async throws -> Person in
                isUnderWay.open()
                try await mayEnd.wait()
                return Person("made")
            }
        }
        let start = Task { try await hive.start() }
        try await isUnderWay.wait()
        try expectError(.serviceNotMade) { try hive.services.service(Person.self) }
        mayEnd.open()
        try await start.value
        #expect(try hive.services.service(Person.self).name == "made")
        try await hive.stop()
    }

    // C22
    @Test func anAsynchronousServiceThatFailsEndsTheStartAndIsNotMadeAgain() async throws {
        let calls = Locked(0)
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.script(First.self) { context in
            try context.services.register(Person.self) { _ async throws -> Person in
                calls.with { $0 += 1 }
                throw Broken(number: 4)
            }
        }
        let error = try await expectFailedStart(hive)
        #expect(error.failures.first?.error as? Broken == Broken(number: 4))
        #expect(error.failures.first?.module == "First")
        #expect(calls.current == 1)
    }

    // C21, C22
    @Test func anAsynchronousServiceThatItsModuleReplacesIsMadeOnce() async throws {
        let made = Locked<[String]>()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.script(First.self) { context in
            for name in ["old", "new"] {
                try context.services.register(Person.self, replacing: true) { _ async throws -> Person in
                    made.add(name)
                    return Person(name)
                }
            }
        }
        try await hive.start()
        #expect(made.current == ["new"])
        try await hive.stop()
    }

    // C22, C27
    @Test func anAsynchronousServiceOfTheHiveIsThereForEveryModule() async throws {
        let name = Locked("")
        try await withHive { hive in
            try hive.services.register(Person.self) { _ async throws -> Person in Person("hive") }
            try hive.script(
                First.self,
                initialize: { context in
                    let found = try context.service(Person.self).name
                    name.with { $0 = found }
                }
            )
        } _: { hive in
            #expect(name.current == "hive")
            // Nobody would make it any more.
            try expectError(.invalidState) {
                try hive.services.register(String.self) { _ async throws -> String in "late" }
            }
        }
    }
}
