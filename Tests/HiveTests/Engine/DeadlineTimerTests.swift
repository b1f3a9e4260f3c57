// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Synchronization
import Testing

@testable import Hive

/// The queue of deadlines and the timer that watches over it.
@Suite(.timeLimit(.minutes(5)))
struct DeadlineTimerTests {
    private final class Listener: Sendable {
        private let count = TestMutex(0)
        var times: Int { count.withLock { $0 } }
        func timeHasCome() { count.withLock { $0 += 1 } }
    }

    // C61: whatever comes and goes in whichever order, what is due comes out in order, and nothing else.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func queueDoesWhatASortedListDoes(seed: UInt64) {
        var generator = SeedGenerator(seed: seed)
        var queue = DeadlineQueue<Int>()
        var model: [(time: Duration, element: Int, key: DeadlineQueue<Int>.Key)] = []
        var removed: [DeadlineQueue<Int>.Key] = []
        for step in 0..<2_000 {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<5:
                let time = Duration.seconds(Int.random(in: 0..<200, using: &generator))
                model.append((time, step, queue.insert(step, at: time)))
            case 5..<9:
                guard let index = model.indices.randomElement(using: &generator) else { continue }
                let gone = model.remove(at: index)
                removed.append(gone.key)
                #expect(queue.remove(gone.key) == gone.element)
            default:
                let now = Duration.seconds(Int.random(in: 0..<60, using: &generator))
                let due = queue.removeDue(at: now)
                let expected = model.filter { $0.time <= now }
                model.removeAll { $0.time <= now }
                #expect(Set(due) == Set(expected.map(\.element)))
                let times = due.map { element in expected.first { $0.element == element }?.time ?? .zero }
                #expect(times == times.sorted())
            }
            #expect(queue.earliest == model.map(\.time).min())
            #expect(queue.isEmpty == model.isEmpty)
        }
        for key in removed { #expect(queue.remove(key) == nil) }
    }

    /// How much room a queue takes: its entries, and what its elements could hold.
    private static func room(of queue: DeadlineQueue<Int>) throws -> (entries: Int, elements: Int) {
        let parts = Dictionary(uniqueKeysWithValues: Mirror(reflecting: queue).children.map { ($0.label, $0.value) })
        let elements = try #require(parts["elements"] as? [DeadlineQueue<Int>.Key: Int])
        return (Mirror(reflecting: try #require(parts["entries"])).children.count, elements.capacity)
    }

    // C61: of many calls at once nothing is left, neither while one of them goes on nor when the last one has ended.
    @Test func queueLetsGoOfTheRoomOfWhatHasGone() throws {
        var queue = DeadlineQueue<Int>()
        let keys = (0..<10_000).map { queue.insert($0, at: .seconds(10_000 - $0)) }
        for key in keys.dropFirst() { _ = queue.remove(key) }
        // Before anybody asks for the earliest, which tidies up as well.
        #expect(try Self.room(of: queue).entries < 100)
        #expect(queue.earliest == .seconds(10_000))
        #expect(queue.remove(keys[0]) == 0)
        let left = try Self.room(of: queue)
        #expect(left.entries == 0 && left.elements < 100, "\(left)")
    }

    // C34, C5: the timer of the system rings for the earliest, whichever came first, and only for what is left.
    @Test(arguments: [HiveClock(ContinuousClock()), HiveClock(SuspendingClock())])
    func machinesClockRings(clock: HiveClock) async throws {
        let timer = DeadlineTimer(clock)
        let listeners = (late: Listener(), early: Listener(), gone: Listener(), next: Listener())
        let now = clock.now()
        let late = timer.add(at: now.adding(.seconds(3600)), now: now, listeners.late.timeHasCome)
        let gone = timer.add(at: now.adding(.seconds(1800)), now: now, listeners.gone.timeHasCome)
        _ = timer.add(at: now.adding(.milliseconds(1)), now: now, listeners.early.timeHasCome)
        timer.remove(gone)
        #expect(await becomesTrue { listeners.early.times == 1 })
        _ = timer.add(at: clock.now(), now: clock.now(), listeners.next.timeHasCome)
        #expect(await becomesTrue { listeners.next.times == 1 })
        #expect(listeners.late.times == 0 && listeners.gone.times == 0)
        timer.remove(late)
        timer.end()
        // One that comes later is served all the same.
        _ = timer.add(at: clock.now(), now: clock.now(), listeners.gone.timeHasCome)
        #expect(await becomesTrue { listeners.gone.times == 1 })
    }

    // C61: only the machine's clocks are served by a source of the system, which leaves nothing behind.
    @Test func machinesClocksAreKnown() {
        #expect(HiveClock(ContinuousClock()).isMachines && HiveClock(SuspendingClock()).isMachines)
        #expect(!HiveClock(ManualClock()).isMachines && !HiveClock(WrappedClock()).isMachines)
    }

    // C34, C5: by any other clock it sleeps until the time has come, and does not ring before.
    @Test func anyOtherClockIsSleptBy() async {
        let clock = ManualClock()
        let rings = TestMutex(0)
        let wakeups = TestMutex(0)
        let counting = HiveClock(CountingClock(clock: clock) { wakeups.withLock { $0 += 1 } })
        var alarm = Alarm(counting) { _ in rings.withLock { $0 += 1 } }
        alarm.set(to: .seconds(5), now: .zero)?()
        #expect(await becomesTrue { wakeups.withLock { $0 } == 1 })
        #expect(rings.withLock { $0 } == 0)
        clock.advance(by: .seconds(5))
        #expect(await becomesTrue { rings.withLock { $0 } == 1 })
        alarm.cancel()
    }

    // A hive that is older than the longest sleep waits for its times all the same.
    @Test func aClockThatHasGoneFarIsSleptBy() async throws {
        let clock = ManualClock()
        let hives = HiveClock(clock)
        clock.advance(by: HiveClock.longest * 2)
        let time = hives.now() + .seconds(5)
        let sleep = Task { try await hives.sleep(time) }
        // To begin with, it is not over: it is cancelled while it sleeps.
        for _ in 0..<100 { await Task.yield() }
        sleep.cancel()
        await #expect(throws: CancellationError.self) { try await sleep.value }
        let again = Task { try await hives.sleep(time) }
        clock.advance(by: .seconds(5))
        try await again.value
    }

    // C50, C61: a timer that was ended goes, and keeps no listener that has gone.
    @Test func nothingIsKept() async throws {
        for clock in [HiveClock(ContinuousClock()), HiveClock(ManualClock())] {
            weak var kept: DeadlineTimer?
            weak var listener: Listener?
            func use() {
                let timer = DeadlineTimer(clock)
                let gone = Listener()
                (kept, listener) = (timer, gone)
                timer.remove(timer.add(at: .seconds(3600), now: clock.now(), gone.timeHasCome))
                timer.end()
            }
            use()
            #expect(await becomesTrue { kept == nil && listener == nil })
        }
    }

    // C50, C61: the timer of a hive that somebody forgot to stop goes with the hive.
    @Test(arguments: [true, false])
    func goesWithItsHive(isMachines: Bool) async {
        weak var kept: DeadlineTimer?
        func use() {
            let hive =
                isMachines ? Hive(HiveOptions(clock: ContinuousClock())) : Hive(HiveOptions(clock: ManualClock()))
            let timer = hive.engine.timer
            timer.remove(timer.add(at: .seconds(3600), now: timer.clock.now(), Listener().timeHasCome))
            kept = timer
        }
        use()
        #expect(await becomesTrue { kept == nil })
    }

    // C47, C61: deadlines come and go on several threads while some of them end.
    @Test(arguments: [true, false])
    func deadlinesComeAndGoOnSeveralThreads(isMachines: Bool) async throws {
        let clock = isMachines ? HiveClock(ContinuousClock()) : HiveClock(WrappedClock())
        let timer = DeadlineTimer(clock)
        let listeners = (0..<4).map { _ in Listener() }
        await withTaskGroup { group in
            for listener in listeners {
                group.addTask {
                    for round in 0..<500 {
                        let now = clock.now()
                        let timeout: Duration = round % 2 == 0 ? .seconds(3600) : .microseconds(200)
                        let key = timer.add(at: now.adding(timeout), now: now, listener.timeHasCome)
                        if round % 50 != 1 { timer.remove(key) }
                        await Task.yield()
                    }
                }
            }
        }
        // Ten of each were left to end; a few more may have ended before they were removed.
        for listener in listeners { #expect(await becomesTrue { listener.times >= 10 }) }
        timer.end()
    }
}

/// A clock of a user's own, which the system has no timer for.
private struct WrappedClock: Clock {
    private let clock = ContinuousClock()
    var now: ContinuousClock.Instant { clock.now }
    var minimumResolution: Duration { clock.minimumResolution }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try await clock.sleep(until: deadline, tolerance: tolerance)
    }
}

/// A clock that tells when it is slept by.
private struct CountingClock: Clock {
    let clock: ManualClock
    let willSleep: @Sendable () -> Void
    var now: ManualClock.Instant { clock.now }
    var minimumResolution: Duration { clock.minimumResolution }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        willSleep()
        try await clock.sleep(until: deadline, tolerance: tolerance)
    }
}
