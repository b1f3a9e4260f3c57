// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// What happens to hooks that do not return in time, by a clock that the tests move.
@Suite(.timeLimit(.minutes(5)))
struct TimeoutTests {
    /// Waits until cancelled, and tells when it began.
    private static func hang(_ began: Gate) -> @Sendable (ModuleContext) async throws -> Void {
        { _ in
            began.open()
            await Gate().wait()
            throw CancellationError()
        }
    }

    // C5: cancelled at its timeout, with module, phase, elapsed and timeout in the error.
    @Test func hookThatOutlivesItsTimeoutIsCancelledAndNamed() async throws {
        let clock = ManualClock()
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: clock))
        let began = Gate()
        try hive.addProbe(A.self, journal) { $0.initialize = Self.hang(began) }
        let start = Task { try await hive.start() }
        await began.wait()
        clock.advance(by: .seconds(31))
        let result = await start.result
        let error = #expect(throws: HiveError.self) { try result.get() }
        #expect(error?.code == .startFailed)
        #expect(error?.start?.module == "A")
        #expect(error?.exitCode == 75)
        // The cancellation that it throws says nothing more.
        #expect(error?.failures.count == 1)
        let cause = try #require(error?.failures.first?.error as? HiveError)
        #expect(cause.code == .timedOut)
        #expect(
            cause.message
                == "A took longer for initialize than the hive's timeout allows: 31 s of 30 s."
        )
        #expect(journal.entries.last == "A.tearDown")
    }

    // C5: one that ignores its cancellation is abandoned; when it returns, its tearDown runs once.
    @Test func hookThatIgnoresCancellationIsAbandonedAndTornDownLate() async throws {
        let clock = ManualClock()
        let journal = Journal()
        let recorder = HiveRecorder()
        let hive = Hive(HiveOptions(observers: [recorder.observe], clock: clock))
        let began = Gate()
        let wasCancelled = Gate()
        let mayReturn = Gate()
        let isTornDown = Gate()
        try hive.addProbe(A.self, journal) { script in
            script.initialize = { context in
                began.open()
                await Gate().wait()
                wasCancelled.open()
                await Task.detached { await mayReturn.wait() }.value
                #expect { try context.service(Int.self) } throws: { ($0 as? HiveError)?.code == .stopped }
                #expect { try context.post(Ping()) } throws: { ($0 as? HiveError)?.code == .stopped }
                throw Failure("late")
            }
            script.tearDown = { _ in isTornDown.open() }
        }
        try hive.addProbe(B.self, journal)
        let start = Task { try await hive.start() }
        await began.wait()
        clock.advance(by: .seconds(30))
        await wasCancelled.wait()
        clock.advance(by: .seconds(1))
        let result = await start.result
        let error = #expect(throws: HiveError.self) { try result.get() }
        #expect(error?.description.contains("was abandoned") == true)
        #expect(error?.start?.started == ["A", "B"])
        #expect(error?.start?.abandoned == ["A"])
        let report = "torn down again: B\n  set up, and abandoned before it could be torn down: A\n  not set up: none"
        #expect(error?.report.contains(report) == true, "\(error?.report ?? "")")
        #expect(hive.state == .failed)
        #expect(journal.entries.suffix(1) == ["B.tearDown"])
        #expect(!journal.entries.contains("A.tearDown"))

        mayReturn.open()
        await isTornDown.wait()
        #expect(journal.entries.filter { $0 == "A.tearDown" }.count == 1)
        let late = recorder.observations(of: .hookReturnedLate)
        #expect(late.first?.error as? Failure == Failure("late"))
    }

    // C5: nothing is begun any more for a module whose creation was abandoned.
    @Test func moduleThatIsMadeTooLateIsNotSetUp() async throws {
        let clock = ManualClock()
        let journal = Journal()
        let recorder = HiveRecorder()
        let hive = Hive(HiveOptions(observers: [recorder.observe], clock: clock))
        let (began, wasCancelled, mayReturn) = (Gate(), Gate(), Gate())
        try hive.modules.register(LateModule.self) {
            began.open()
            await Gate().wait()
            wasCancelled.open()
            await Task.detached { await mayReturn.wait() }.value
            return LateModule(journal)
        }
        let start = Task { try await hive.start() }
        await began.wait()
        clock.advance(by: .seconds(30))
        await wasCancelled.wait()
        clock.advance(by: .seconds(1))
        let result = await start.result
        #expect(throws: HiveError.self) { try result.get() }
        #expect(hive.state == .failed)

        mayReturn.open()
        #expect(await becomesTrue { recorder.observations(of: .hookReturnedLate).count == 1 })
        #expect(journal.entries.isEmpty)
    }

    private final class LateModule: FactoryModule {
        static let manifest = ModuleManifest()
        private let journal: Journal

        init(_ journal: Journal) { self.journal = journal }
        func setUp(_ context: SetupContext) async throws { journal.write("setUp") }
        func tearDown(_ context: StopContext) async throws { journal.write("tearDown") }
    }

    private struct Ping: HiveEvent {}

    // C6: of several timeouts the one that ends first counts.
    @Test func timeoutOfTheWholeStartCounts() async throws {
        let clock = ManualClock()
        let hive = Hive(HiveOptions(timeouts: HiveTimeouts(wholeStart: .seconds(5)), clock: clock))
        let began = Gate()
        try hive.addProbe(A.self, Journal()) { $0.setUp = { _ in clock.advance(by: .seconds(4)) } }
        try hive.addProbe(B.self, Journal()) { $0.initialize = Self.hang(began) }
        let start = Task { try await hive.start() }
        await began.wait()
        clock.advance(by: .seconds(1))
        let result = await start.result
        let error = #expect(throws: HiveError.self) { try result.get() }
        #expect(error?.start?.module == "B")
        #expect(error?.description.contains("the timeout of the whole start") == true)
    }

    // C18: a hook's cancellation handler is user code, and runs with no lock held.
    @Test func cancellationHandlerMayUseTheHive() async throws {
        let clock = ManualClock()
        let hive = Hive(HiveOptions(clock: clock))
        let began = Gate()
        try hive.addProbe(A.self, Journal()) { script in
            script.initialize = { [weak hive] _ in
                await withTaskCancellationHandler {
                    began.open()
                    await Gate().wait()
                } onCancel: {
                    hive?.requestStop(StopReason("asked while cancelled"))
                    #expect(hive?.state == .starting)
                }
            }
        }
        let start = Task { try await hive.start() }
        await began.wait()
        clock.advance(by: .seconds(30))
        let result = await start.result
        let error = #expect(throws: HiveError.self) { try result.get() }
        #expect(error?.failures.first?.module == "A")
        #expect(hive.state == .stopped)
    }

    // B20: the timeline has every hook of start and stop, and blames the slowest.
    @Test func timelineKnowsEveryHook() async throws {
        let clock = ManualClock()
        let hive = Hive(HiveOptions(clock: clock))
        try hive.addProbe(A.self, Journal()) { $0.setUp = { _ in clock.advance(by: .seconds(1)) } }
        try hive.addProbe(B.self, Journal()) { script in
            script.tearDown = { _ in
                clock.advance(by: .seconds(3))
                throw Failure("B")
            }
        }
        try await hive.start()
        await #expect(throws: HiveError.self) { try await hive.stop() }
        let timeline = hive.timeline
        #expect(timeline.entries.count == 10)
        #expect(timeline.dropped == 0)
        #expect(timeline.blame.prefix(2).map(\.module) == ["B", "A"])
        #expect(timeline.blame.first?.result == .failed)
        #expect(timeline.blame.first?.began == .seconds(1))
        #expect(timeline.blame.first?.duration == .seconds(3))
    }

    // B20: the buffer is bounded and says what it lost.
    @Test func timelineIsBounded() async throws {
        let hive = Hive(HiveOptions(timelineCapacity: 3, clock: ManualClock()))
        try hive.addProbe(A.self, Journal())
        try await hive.start()
        try await hive.stop()
        #expect(hive.timeline.entries.map(\.phase) == [.ready, .willStop, .tearDown])
        #expect(hive.timeline.dropped == 2)
    }
}
