// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// Additions and removals at the edges of a start and of other modules' lives (C15, C16, C58).
@Suite(.timeLimit(.minutes(5)))
struct JoiningTests {
    private protocol Stock: Sendable {}
    private struct Shelf: Stock {}
    private struct Label: Stock { let inner: any Stock }

    // MARK: While a start fails

    // C15: what is rolled back takes nobody in any more, and says so.
    @Test func additionDuringARollbackIsRefused() async throws {
        let test = TestHive()
        let journal = Journal()
        try test.hive.addProbe(A.self, journal)
        try test.hive.addProbe(B.self, journal) { $0.ready = { _ in throw Failure("B") } }
        let add = Fault.reentering { hive in
            let error = await #expect(throws: HiveError.self) {
                try await hive.add(Probe<C>.self) { Probe<C>(Script(journal: journal)) }
            }
            #expect(error?.code == .invalidState)
            #expect(error?.message == "C cannot be added: the start has failed, and the hive is being taken down.")
        }
        test.faults.inject(add, into: Probe<A>.self, at: .tearDown)
        await #expect(throws: HiveError.self) { try await test.hive.start() }
        #expect(test.faults.modules(.tearDown, .returned) == ["B", "A"])
        #expect(!journal.entries.contains("C.init"))
    }

    // C15, C8: neither does a start that was told to stop.
    @Test func additionDuringACancelledStartIsRefused() async throws {
        let test = TestHive()
        try test.hive.addProbe(A.self, Journal())
        let add = Fault.reentering { hive in
            hive.requestStop(StopReason("enough"))
            let error = await #expect(throws: HiveError.self) {
                try await hive.add(Probe<C>.self) { throw Failure("never") }
            }
            #expect(error?.code == .invalidState)
            #expect(error?.message == "C cannot be added: the start was cancelled: enough.")
        }
        test.faults.inject(add, into: Probe<A>.self, at: .ready)
        let error = await #expect(throws: HiveError.self) { try await test.hive.start() }
        #expect(error?.code == .cancelled)
    }

    // C16: a removal that was queued and fails is called a removal, of that module.
    @Test func removalThatFailsAfterReadyIsReportedAsOne() async throws {
        let test = TestHive()
        try test.hive.addProbe(A.self, Journal()) { $0.tearDown = { _ in throw Failure("A") } }
        try test.hive.addProbe(B.self, Journal())
        test.faults.inject(
            .reentering { try await $0.remove(Probe<A>.self) },
            into: Probe<B>.self,
            at: .ready
        )
        let error = await #expect(throws: HiveError.self) { try await test.hive.start() }
        #expect(error?.failures.map { "\($0.module ?? "-").\($0.step)" } == ["A.remove"])
        #expect(error?.start?.module == "A")
    }

    // C15: so is an addition.
    @Test func additionThatFailsAfterReadyNamesItsModule() async throws {
        let test = TestHive()
        try test.hive.addProbe(A.self, Journal())
        test.faults.inject(
            .reentering { try await $0.add(Probe<B>.self) { throw Failure("B") } },
            into: Probe<A>.self,
            at: .ready
        )
        let error = await #expect(throws: HiveError.self) { try await test.hive.start() }
        #expect(error?.failures.map { "\($0.module ?? "-").\($0.step)" } == ["B.add"])
        #expect(error?.start?.module == "B")
        #expect(error?.report.contains("Failure(B)") == true)
    }

    // C6: the timeout of the whole start counts for what its hooks asked for as well.
    @Test func timeoutOfTheWholeStartCountsForQueuedAdditions() async throws {
        let test = TestHive(HiveOptions(timeouts: HiveTimeouts(wholeStart: .milliseconds(300))))
        try test.hive.addProbe(A.self, Journal())
        let add = Fault.reentering { hive in
            try await hive.add(Probe<B>.self) { Probe<B>(Script(initialize: { _ in try await Latch().wait() })) }
        }
        test.faults.inject(add, into: Probe<A>.self, at: .ready)
        let start = Task { try await test.hive.start() }
        try await test.faults.wait(for: .init("B", .initialize, .began))
        test.clock.advance(by: .milliseconds(300))
        let error = await #expect(throws: HiveError.self) { try await start.value }
        #expect(error?.report.contains("the timeout of the whole start") == true)
        #expect(error?.exitCode == 75)
    }

    // C6: also when what was queued is a removal, which is not cut short for it.
    @Test func timeoutOfTheWholeStartCountsForQueuedRemovals() async throws {
        let test = TestHive(HiveOptions(timeouts: HiveTimeouts(wholeStart: .milliseconds(300))))
        try test.hive.addProbe(A.self, Journal()) { [clock = test.clock] script in
            script.tearDown = { _ in
                clock.advance(by: .milliseconds(400))
                #expect(!Task.isCancelled)
            }
        }
        try test.hive.addProbe(B.self, Journal())
        test.faults.inject(.reentering { try await $0.remove(Probe<A>.self) }, into: Probe<B>.self, at: .ready)
        let error = await #expect(throws: HiveError.self) { try await test.hive.start() }
        #expect(error?.report.contains("the timeout of the whole start") == true)
        #expect(error?.exitCode == 75)
    }

    // MARK: One instance

    // C2, C5: a module that has not come back from its tearDown is not made a second time beside it.
    @Test func abandonedModuleIsNotMadeAgainBeforeItHasReturned() async throws {
        let test = TestHive()
        let journal = Journal()
        let release = Latch()
        try test.hive.addProbe(A.self, journal)
        try await test.hive.start()
        test.faults.inject(.ignoringCancellation(until: release), into: Probe<A>.self, at: .tearDown)
        let removal = Task { try await test.hive.remove(Probe<A>.self) }
        try await test.faults.wait(for: .init("A", .tearDown, .began))
        while test.recorder.count(of: .hookEnded(.tearDown, of: "A")) == 0 {
            try Task.checkCancellation()
            test.clock.advance(by: .seconds(1))
            await Task.yield()
        }
        await #expect(throws: HiveError.self) { try await removal.value }
        test.faults.removeAll()
        let error = await #expect(throws: HiveError.self) {
            try await test.hive.add(Probe<A>.self) { Probe<A>(Script(journal: journal)) }
        }
        #expect(error?.code == .invalidState)
        let text = """
            A cannot be added: the instance before has been abandoned and has not returned yet. Wait until it has, \
            which observers are told; or leave the module out, or restart the process.
            """
        #expect(error?.message == text)
        #expect(journal.entries.filter { $0 == "A.init" }.count == 1)

        release.open()
        try await test.recorder.wait(for: .hookReturnedLate(.tearDown, of: "A"))
        #expect(await becomesTrue { !test.hive.engine.modules.isLingering(ObjectIdentifier(Probe<A>.self)) })
        try await test.hive.add(Probe<A>.self) { Probe<A>(Script(journal: journal)) }
        #expect(journal.entries.filter { $0 == "A.init" }.count == 2)
        try await test.hive.stop()
    }

    // C2, C5: neither is one that has not come back from a hook of its addition.
    @Test func moduleThatWasAbandonedWhileItCameIsNotMadeAgain() async throws {
        let test = TestHive()
        let release = Latch()
        try await test.hive.start()
        test.faults.inject(.ignoringCancellation(until: release), into: Probe<A>.self, at: .setUp)
        let addition = Task { try await test.hive.add(Probe<A>.self) { Probe<A>(Script()) } }
        try await test.faults.wait(for: .init("A", .setUp, .began))
        while test.recorder.count(of: .hookEnded(.setUp, of: "A")) == 0 {
            try Task.checkCancellation()
            test.clock.advance(by: .seconds(1))
            await Task.yield()
        }
        await #expect(throws: HiveError.self) { try await addition.value }
        test.faults.removeAll()
        let error = await #expect(throws: HiveError.self) {
            try await test.hive.add(Probe<A>.self) { Probe<A>(Script()) }
        }
        #expect(error?.code == .invalidState)
        release.open()
        try await test.faults.wait(for: .init("A", .tearDown, .returned))
        #expect(await becomesTrue { !test.hive.engine.modules.isLingering(ObjectIdentifier(Probe<A>.self)) })
        try await test.hive.add(Probe<A>.self) { Probe<A>(Script()) }
        try await test.hive.stop()
    }

    // MARK: What stays when a module goes

    // C58: a decorator of what has gone waits for it to come again, and keeps nobody else away.
    @Test func decoratorOfAServiceThatHasGoneKeepsNobodyAway() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let shelves = Script(setUp: { try $0.services.register((any Stock).self) { _ in Shelf() } })
        try hive.addProbe(A.self, Journal()) { script in
            script.setUp = { try $0.services.decorate((any Stock).self) { inner, _ in Label(inner: inner) } }
        }
        try hive.addProbe(B.self, Journal()) { $0 = shelves }
        try await hive.start()
        try await hive.remove(Probe<B>.self)
        try await hive.add(Probe<C>.self) { Probe<C>(Script()) }
        #expect(hive.modules.running == ["A", "C"])
        try await hive.add(Probe<B>.self) { Probe<B>(shelves) }
        #expect(try hive.services.service((any Stock).self) is Label)
        try await hive.stop()
    }

    // C58: one that the hive itself has stays as well.
    @Test func decoratorOfTheHiveKeepsNobodyAwayWhenItsServiceHasGone() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let shelves = Script(setUp: { try $0.services.register((any Stock).self) { _ in Shelf() } })
        try hive.services.decorate((any Stock).self) { inner, _ in Label(inner: inner) }
        try hive.addProbe(B.self, Journal()) { $0 = shelves }
        try await hive.start()
        try await hive.remove(Probe<B>.self)
        try await hive.add(Probe<C>.self) { Probe<C>(Script()) }
        try await hive.stop()
    }

    // C15: one that comes and decorates what is not there fails, as before.
    @Test func comerThatDecoratesNothingFails() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try await hive.start()
        let error = await #expect(throws: HiveError.self) {
            try await hive.add(Probe<A>.self) {
                Probe<A>(
                    Script(setUp: { try $0.services.decorate((any Stock).self) { inner, _ in Label(inner: inner) } })
                )
            }
        }
        #expect(error?.failures.first.map { "\($0)" }?.contains("nobody has registered it") == true)
        try await hive.stop()
    }

    // MARK: From a hook of a running hive

    // C15, C18: an addition from a hook is only asked for, also where the hook belongs to another addition.
    @Test func additionFromAHookOfAnAdditionIsAskedFor() async throws {
        let test = TestHive()
        let journal = Journal()
        try await test.hive.start()
        try await test.hive.add(Probe<A>.self) { [weak hive = test.hive] in
            Probe<A>(
                Script(
                    journal: journal,
                    ready: { _ in
                        try await hive?.add(Probe<B>.self) { Probe<B>(Script(journal: journal)) }
                        journal.write("asked")
                    }
                )
            )
        }
        #expect(journal.entries.prefix(5) == ["A.init", "A.setUp", "A.initialize", "A.ready", "asked"])
        try await test.recorder.wait(for: .hookEnded(.ready, of: "B"))
        try await test.hive.stop()
    }

    // C15, C18: it waits where the hook is one of another hive.
    @Test func additionFromAHookOfAnotherHiveWaits() async throws {
        let journal = Journal()
        let (inner, outer) = (Hive(HiveOptions(clock: ManualClock())), Hive(HiveOptions(clock: ManualClock())))
        try await inner.start()
        try outer.addProbe(A.self, journal) { script in
            script.ready = { _ in
                try await inner.add(Probe<B>.self) { Probe<B>(Script(journal: journal)) }
                journal.write("added")
            }
        }
        try await outer.start()
        #expect(journal.entries.suffix(2) == ["B.ready", "added"])
        try await outer.stop()
        try await inner.stop()
    }
}
