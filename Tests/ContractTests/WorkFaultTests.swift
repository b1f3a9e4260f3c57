// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Synchronization
import Testing

/// What people who test servers rely on: modules whose work announces itself, drains, or does not (C49, C51).
@Suite(.timeLimit(.minutes(5)))
struct WorkFaultTests {
    private struct Refused: Error {}

    /// A server whose requests a test holds.
    private actor Server {
        private var inFlight = 0
        private var isClosing = false
        private var waiter: CheckedContinuation<Void, Never>?

        /// Returns when nothing is in flight after ``close()``.
        func serve() async {
            if isClosing, inFlight == 0 { return }
            await withCheckedContinuation { waiter = $0 }
        }

        func answer(_ began: Latch, until release: Latch) async throws -> String {
            if isClosing { throw Refused() }
            inFlight += 1
            began.open()
            await release.waitIgnoringCancellation()
            inFlight -= 1
            endIfIdle()
            return "answered"
        }

        func close() {
            isClosing = true
            endIfIdle()
        }

        private func endIfIdle() {
            guard isClosing, inFlight == 0 else { return }
            waiter?.resume()
            waiter = nil
        }
    }

    private final class Web: WorkingModule, FactoryModule {
        static let manifest = ModuleManifest(work: .announced)
        private let server: Server
        init(_ server: Server) { self.server = server }

        func run(_ context: WorkContext) async throws {
            await withDrainHandler { [server] in
                await context.announceReady()
                await server.serve()
            } onDrain: { [server] in
                Task { await server.close() }
            }
        }
    }

    /// Work that neither announces itself nor drains.
    private final class Loop: WorkingModule {
        static let manifest = ModuleManifest()
        func run(_ context: WorkContext) async throws { try await Latch().wait() }
    }

    private static func makeHive(_ server: Server, timeouts: HiveTimeouts = HiveTimeouts()) throws -> TestHive {
        let test = TestHive(HiveOptions(timeouts: timeouts))
        try test.hive.modules.register(Web.self) { Web(server) }
        return test
    }

    @Test func requestInFlightIsAnsweredDuringADrainByHand() async throws {
        let server = Server()
        let test = try Self.makeHive(server)
        try test.hive.modules.register(Loop.self)
        #expect(!test.hasAnnounced(Web.self))
        try await test.hive.start()
        #expect(test.hasAnnounced(Web.self))
        #expect(!test.hasAnnounced(Loop.self))
        let (began, release) = (Latch(), Latch())
        let answer = Task { try await server.answer(began, until: release) }
        try await began.wait()
        try test.beginDrain(of: Web.self)
        // The hive goes on, and so does the request.
        #expect(test.hive.state == .running)
        release.open()
        #expect(try await answer.value == "answered")
        await test.finishDrain(of: Web.self)
        await #expect(throws: Refused.self) { try await server.answer(Latch(), until: release) }
        #expect(test.hive.state == .running)
        // There is nothing left to drain.
        let error = #expect(throws: HiveError.self) { try test.beginDrain(of: Web.self) }
        #expect(error?.code == .unknownModule)
        // The rest, which is a loop that is cancelled.
        try test.beginDrain()
        await test.finishDrain()
        try await test.hive.stop()
        try test.requireNothingCutShort()
    }

    @Test func requestInFlightIsAnsweredDuringAStop() async throws {
        let server = Server()
        let test = try Self.makeHive(server)
        try await test.hive.start()
        let (began, release) = (Latch(), Latch())
        let answer = Task { try await server.answer(began, until: release) }
        try await began.wait()
        let stopping = Task { try await test.hive.stop() }
        try await test.recorder.wait(for: .hookBegan(.drain, of: "Web"))
        #expect(!test.hive.readiness.isReady)
        release.open()
        #expect(try await answer.value == "answered")
        try await stopping.value
        try test.requireNothingCutShort()
    }

    @Test func workThatNeverAnnouncesFailsTheStart() async throws {
        let test = try Self.makeHive(Server(), timeouts: HiveTimeouts(start: .seconds(5)))
        test.faults.inject(.neverAnnouncing, into: Web.self, at: .work)
        let starting = Task { try await test.hive.start() }
        try await test.recorder.wait(for: .hookBegan(.ready, of: "Web"))
        #expect(!test.hasAnnounced(Web.self))
        try await test.advance(until: .state(.failed))
        let error = try await hiveError { try await starting.value }
        #expect(error.exitCode == 75)
        #expect(error.start?.module == "Web")
        #expect(test.hive.state == .failed)
    }

    @Test func workThatIgnoresTheDrainIsCutShortAndNamedWithItsTime() async throws {
        let test = try Self.makeHive(Server(), timeouts: HiveTimeouts(drain: .seconds(8)))
        let release = Latch()
        test.faults.inject(.ignoringDrain(until: release), into: Web.self, at: .work)
        try await test.hive.start()
        #expect(test.hasAnnounced(Web.self))
        let stopping = Task { try await test.hive.stop() }
        try await test.advance(until: .state(.stopped))
        let error = try await hiveError { try await stopping.value }
        #expect(error.exitCode == 75)
        let loss = try await hiveError { try test.requireNothingCutShort() }
        #expect(loss.code == .timedOut)
        #expect(loss.message.hasPrefix("Work was cut short: Web after "))
        #expect(loss.failures.map(\.module) == ["Web"])
        release.open()
        try await test.recorder.wait(for: .hookReturnedLate(.drain, of: "Web"))
    }

    @Test func workThatEndsEarlyStopsTheHive() async throws {
        let end = Latch()
        let test = try Self.makeHive(Server())
        test.faults.inject(.endingEarly(when: end), into: Web.self, at: .work)
        try await test.hive.start()
        #expect(test.hasAnnounced(Web.self))
        end.open()
        try await test.recorder.wait(for: .state(.stopped))
        try await test.hive.stop()
        try test.requireNothingCutShort()
    }

    @Test func workThatEndsEarlyWithAnErrorIsAFailure() async throws {
        let end = Latch()
        let test = try Self.makeHive(Server())
        test.faults.inject(.endingEarly(when: end, throwing: Broken(number: 2)), into: Web.self, at: .work)
        try await test.hive.start()
        end.open()
        try await test.recorder.wait(for: .state(.stopped))
        let error = try await hiveError { try await test.hive.stop() }
        #expect(error.code == .workFailed)
        #expect(error.failures.first?.error as? Broken == Broken(number: 2))
    }

    @Test func workThatThrowsLateIsAFailureOfTheStop() async throws {
        let test = try Self.makeHive(Server())
        test.faults.inject(.throwingLate(Broken(number: 7)), into: Web.self, at: .work)
        try await test.hive.start()
        let error = try await hiveError { try await test.hive.stop() }
        #expect(error.code == .stopFailed)
        #expect(error.failures.map(\.module) == ["Web"])
        #expect(error.failures.first?.error as? Broken == Broken(number: 7))
        // It was not in time's way.
        try test.requireNothingCutShort()
    }

    /// Polls between its jobs whether to end; a test holds the jobs.
    private final class Poller: WorkingModule, FactoryModule {
        static let manifest = ModuleManifest()
        let drains: Bool
        let began = Latch(), mayEnd = Latch()
        /// Of each job, whether it was cut.
        let jobs = TestMutex<[Bool]>([])
        init(drains: Bool) { self.drains = drains }

        func run(_ context: WorkContext) async throws {
            guard drains else { return await loop(context) }
            await withDrainHandler {
                await loop(context)
            } onDrain: {
            }
        }

        private func loop(_ context: WorkContext) async {
            while !context.isDraining {
                began.open()
                try? await mayEnd.wait()
                jobs.withLock { $0.append(Task.isCancelled) }
            }
        }
    }

    // C51: `isDraining` answers, and says nothing to the hive.
    @Test func pollingAloneIsCancelledInTheMiddleOfAJob() async throws {
        let test = TestHive()
        let poller = Poller(drains: false)
        try test.hive.modules.register(Poller.self) { poller }
        try await test.hive.start()
        try await poller.began.wait()
        try await test.hive.stop()
        #expect(poller.jobs.withLock { $0 } == [true])
    }

    // C51
    @Test func pollingWithinADrainHandlerEndsItsJob() async throws {
        let test = TestHive()
        let poller = Poller(drains: true)
        try test.hive.modules.register(Poller.self) { poller }
        try await test.hive.start()
        try await poller.began.wait()
        let stop = Task { try await test.hive.stop() }
        try await test.recorder.wait(for: .hookBegan(.drain, of: "Poller"))
        poller.mayEnd.open()
        try await stop.value
        let jobs = poller.jobs.withLock { $0 }
        #expect(!jobs.isEmpty && !jobs.contains(true))
        try test.requireNothingCutShort()
    }

    // C53
    @Test func checkOfHealthCanHang() async throws {
        let test = try Self.makeHive(Server())
        test.faults.inject(.throwing(Broken(number: 1)), into: Web.self, at: .health)
        try await test.hive.start()
        #expect(try await test.hive.health().overall == .unhealthy(because: "Web: Broken(number: 1)"))
        test.faults.inject(.hanging, into: Web.self, at: .health)
        let answered = Latch()
        let asking = Task {
            defer { answered.open() }
            return try await test.hive.health()
        }
        while !answered.isOpen {
            test.clock.advance(by: .milliseconds(500))
            await Task.yield()
        }
        #expect(try await !asking.value.isWell)
        test.faults.removeAll()
        try await test.hive.stop()
    }
}
