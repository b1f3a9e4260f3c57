// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// Modules that are initialized beside each other.
@Suite(.timeLimit(.minutes(5)))
struct ConcurrentModulesTests {
    // C14: the first failure cancels the others, and every failure is in the error.
    @Test func firstFailureCancelsTheOthers() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let isWaiting = Gate()
        try hive.addProbe(A.self, journal, initializesConcurrently: true) { script in
            script.initialize = { _ in
                isWaiting.open()
                await Gate().wait()
                throw Failure("A, cancelled: \(Task.isCancelled)")
            }
        }
        try hive.addProbe(B.self, journal, initializesConcurrently: true) { script in
            script.initialize = { _ in
                await isWaiting.wait()
                throw Failure("B")
            }
        }
        let error = await #expect(throws: HiveError.self) { try await hive.start() }
        let failures = error?.failures.map { "\($0.error)" }
        #expect(Set(failures ?? []) == ["Failure(A, cancelled: true)", "Failure(B)"])
        #expect(journal.entries.suffix(2) == ["B.tearDown", "A.tearDown"])
    }

    // C14: a module that only says that it was cancelled is not the cause.
    @Test func causeComesBeforeItsConsequences() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let isWaiting = Gate()
        try hive.addProbe(A.self, Journal(), initializesConcurrently: true) { script in
            script.initialize = { _ in
                isWaiting.open()
                await Gate().wait()
                try Task.checkCancellation()
            }
        }
        try hive.addProbe(B.self, Journal(), initializesConcurrently: true) { script in
            script.initialize = { _ in
                await isWaiting.wait()
                throw Failure("B")
            }
        }
        let error = await #expect(throws: HiveError.self) { try await hive.start() }
        #expect(error?.start?.module == "B")
        #expect(error?.failures.map(\.module) == ["B", "A"])
    }

    // C14: concurrent modules of a level are under way at the same time; each waits for the other to begin.
    @Test func modulesOfALevelRunBesideEachOther() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let gates = (Gate(), Gate())
        try hive.addProbe(A.self, Journal(), initializesConcurrently: true) { script in
            script.initialize = { _ in
                gates.0.open()
                await gates.1.wait()
            }
        }
        try hive.addProbe(B.self, Journal(), initializesConcurrently: true) { script in
            script.initialize = { _ in
                gates.1.open()
                await gates.0.wait()
            }
        }
        try await hive.start()
        try await hive.stop()
    }

    // C14: sequential modules keep their order, beside a concurrent one that takes longer than all of them.
    @Test func sequentialModulesKeepTheirOrder() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let areDone = Gate()
        try hive.addProbe(A.self, journal, initializesConcurrently: true) {
            $0.initialize = { _ in await areDone.wait() }
        }
        try hive.addProbe(B.self, journal)
        try hive.addProbe(C.self, journal) { $0.initialize = { _ in areDone.open() } }
        try hive.addProbe(D.self, journal) { $0.ready = { _ in journal.write("all initialized") } }
        try await hive.start()
        let order = journal.entries.filter { $0.hasSuffix("initialize") && $0 != "A.initialize" }
        #expect(order == ["B.initialize", "C.initialize", "D.initialize"])
        try await hive.stop()
    }

    // C14: a level ends before the next begins, and a dependency belongs to the level of its dependents.
    @Test func levelEndsBeforeTheNextBegins() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        func log(_ name: String) -> (inout Script) -> Void {
            { script in
                script.initialize = { _ in
                    await Task.yield()
                    journal.write("\(name) is done")
                }
            }
        }
        try hive.addProbe(
            A.self,
            journal,
            level: 0,
            dependencies: [.named("C")],
            initializesConcurrently: true,
            log("A")
        )
        try hive.addProbe(B.self, journal, level: 0, initializesConcurrently: true, log("B"))
        try hive.addProbe(C.self, journal, level: 5, initializesConcurrently: true, log("C"))
        try hive.addProbe(D.self, journal, level: 1, initializesConcurrently: true, log("D"))
        try await hive.start()
        let order = journal.entries
        let beginOfD = try #require(order.firstIndex(of: "D.initialize"))
        for name in ["A", "B", "C"] {
            #expect(try #require(order.firstIndex(of: "\(name) is done")) < beginOfD)
        }
        let beginOfA = try #require(order.firstIndex(of: "A.initialize"))
        #expect(try #require(order.firstIndex(of: "C is done")) < beginOfA)
        try await hive.stop()
    }
}
