// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ServiceScopeTests {
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
