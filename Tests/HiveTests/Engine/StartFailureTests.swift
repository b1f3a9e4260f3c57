// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct StartFailureTests {
    /// A hive of A, B and C in this order, of which B fails in a phase.
    private func hive(_ journal: Journal, failing: Phase, stopping: Phase? = nil) throws -> Hive {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, journal) { script in
            if stopping == .tearDown { script.tearDown = { _ in throw Failure("A.tearDown") } }
        }
        try hive.addProbe(B.self, journal) { script in
            switch failing {
            case .setUp: script.setUp = { _ in throw Failure("B") }
            case .initialize: script.initialize = { _ in throw Failure("B") }
            default: script.ready = { _ in throw Failure("B") }
            }
        }
        try hive.addProbe(C.self, journal)
        return hive
    }

    // C3
    @Test func setUpThatThrowsTearsDownOnlyWhatWasSetUp() async throws {
        let journal = Journal()
        let hive = try hive(journal, failing: .setUp)

        let error = await #expect(throws: HiveError.self) { try await hive.start() }

        #expect(journal.entries == ["A.init", "A.setUp", "B.init", "B.setUp", "A.tearDown"])
        #expect(error?.code == .startFailed)
        #expect(error?.start?.phase == .setUp)
        #expect(error?.start?.module == "B")
        #expect(error?.start?.started == ["A"])
        #expect(error?.start?.notStarted == ["B", "C"])
        #expect(error?.failures.first?.error as? Failure == Failure("B"))
        #expect(hive.state == .failed)
        #expect(hive.modules.running.isEmpty)
    }

    // C3, C1: a module that failed after its setUp is torn down too, and nothing is told that it will stop.
    @Test(arguments: [Phase.initialize, .ready])
    func laterFailureTearsDownEveryModule(phase: Phase) async throws {
        let journal = Journal()
        let hive = try hive(journal, failing: phase)

        let error = await #expect(throws: HiveError.self) { try await hive.start() }

        #expect(journal.entries.suffix(3) == ["C.tearDown", "B.tearDown", "A.tearDown"])
        #expect(!journal.entries.contains { $0.hasSuffix("willStop") })
        #expect(journal.entries.filter { $0 == "C.\(phase)" }.isEmpty)
        #expect(error?.start?.phase == phase)
        #expect(error?.start?.started == ["A", "B", "C"])
        #expect(error?.start?.notStarted == [])
    }

    // C3: what caused the failure comes first, and a failing rollback hides nothing.
    @Test func rollbackFailuresAreKeptBesideTheCause() async throws {
        let journal = Journal()
        let hive = try hive(journal, failing: .ready, stopping: .tearDown)

        let error = await #expect(throws: HiveError.self) { try await hive.start() }

        #expect(error?.failures.map { "\($0)" } == ["B.ready: Failure(B)"])
        #expect(error?.start?.rollbackFailures.map { "\($0)" } == ["A.tearDown: Failure(A.tearDown)"])
        #expect(error?.report.contains("while rolling back: A.tearDown: Failure(A.tearDown)") == true)
    }

    // C3: what a module registered before it threw is withdrawn with it.
    @Test func registrationsOfAFailedModuleAreWithdrawn() async throws {
        let journal = Journal()
        let closed = Gate()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, journal) { script in
            script.setUp = { context in
                try context.services.register(
                    Int.self,
                    shutdown: { _ in
                        journal.write("shutdown")
                        closed.open()
                    },
                    instance: 3
                )
                throw Failure("A")
            }
        }
        await #expect(throws: HiveError.self) { try await hive.start() }
        #expect(journal.entries == ["A.init", "A.setUp", "shutdown"])
        #expect { try hive.services.service(Int.self) } throws: { ($0 as? HiveError)?.code == .stopped }
    }

    // C3: creation is the first step of setUp, so a factory that throws leaves nothing to tear down.
    @Test func creationThatThrowsEndsTheStart() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(Probe<A>.self) { throw Failure("factory") }
        let error = await #expect(throws: HiveError.self) { try await hive.start() }
        #expect(error?.start?.phase == .setUp)
        #expect(error?.failures.first?.error as? Failure == Failure("factory"))
    }

    // C4: the rollback runs in a task that is not cancelled, whoever is.
    @Test func rollbackIsNotCancelledWithTheCaller() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let isInside = Gate()
        try hive.addProbe(A.self, journal) { script in
            script.tearDown = { _ in journal.write("cancelled: \(Task.isCancelled)") }
        }
        try hive.addProbe(B.self, journal) { script in
            script.initialize = { _ in
                isInside.open()
                await Gate().wait()
                throw Failure("B, cancelled: \(Task.isCancelled)")
            }
        }
        let start = Task { try await hive.start() }
        await isInside.wait()
        start.cancel()
        let result = await start.result
        let error = #expect(throws: HiveError.self) { try result.get() }
        #expect(error?.code == .cancelled)
        #expect(error?.failures.map { "\($0)" } == ["B.initialize: Failure(B, cancelled: true)"])
        #expect(journal.entries.contains("cancelled: false"))
        #expect(journal.entries.suffix(2) == ["A.tearDown", "cancelled: false"])
        #expect(hive.state == .stopped)
    }

    // C11: a service that a module promised has to be there when the setUp phase ends.
    @Test func promisedServiceThatIsMissingEndsTheStartBeforeInitialize() async throws {
        final class Promising: HiveModule {
            static let provides: [any Any.Type] = [Int.self]
        }
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(Promising.self)
        try hive.addProbe(A.self, journal)
        let error = await #expect(throws: HiveError.self) { try await hive.start() }
        #expect(error?.failures.map { ($0.error as? HiveError)?.code } == [.unprovidedService])
        #expect(error?.start?.module == "Promising")
        #expect(journal.entries == ["A.init", "A.setUp", "A.tearDown"])
    }

    // C30: a start that fails says which events it could not deliver.
    @Test func undeliveredEventsAreListed() async throws {
        struct Hello: HiveEvent {}
        struct Bye: HiveEvent {}
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.events.post(Hello())
        try hive.events.post(Bye())
        try hive.events.post(Hello())
        try hive.addProbe(A.self, Journal()) { $0.ready = { _ in throw Failure("A") } }
        let error = await #expect(throws: HiveError.self) { try await hive.start() }
        #expect(error?.start?.undeliveredEvents == ["Hello", "Bye", "Hello"])
        // A full queue is not to hide the cause.
        let lines = error?.report.split(separator: "\n").filter { $0.contains("never delivered") }
        #expect(lines == ["  never delivered: Hello, 2 times", "  never delivered: Bye"])
    }
}
