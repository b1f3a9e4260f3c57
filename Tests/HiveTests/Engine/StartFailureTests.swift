// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct StartFailureTests {
    // C3: what caused the failure comes first, and a failing rollback hides nothing.
    @Test func rollbackFailuresAreKeptBesideTheCause() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, Journal()) { $0.tearDown = { _ in throw Failure("A.tearDown") } }
        try hive.addProbe(B.self, Journal()) { $0.ready = { _ in throw Failure("B") } }

        let error = await #expect(throws: HiveError.self) { try await hive.start() }

        #expect(error?.failures.map { "\($0)" } == ["B.ready: Failure(B)"])
        #expect(error?.start?.rollbackFailures.map { "\($0)" } == ["A.tearDown: Failure(A.tearDown)"])
        #expect(error?.report.contains("while rolling back: A.tearDown: Failure(A.tearDown)") == true)
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
            static let manifest = ModuleManifest(provides: [Int.self])
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
