// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Fixtures
import Foundation
import Hive
import Measuring
import Synchronization

/// Runs work on two threads and adds the time from when both are there until both are done.
///
/// What counts is what happens when both run at once. When a thread had to wait for a core, because other programs use
/// the machine, they run once more; on a machine where that is always so, the last time counts.
private func onTwoThreads(
    _ stopwatch: Stopwatch,
    _ first: @escaping @Sendable () throws -> Int,
    _ second: @escaping @Sendable () throws -> Int
) throws -> Int {
    for attempt in 1...attempts {
        let team = Team()
        let done = DispatchSemaphore(value: 0)
        for work in [first, second] {
            let thread = Thread {
                team.run(work)
                done.signal()
            }
            thread.start()
        }
        done.wait()
        done.wait()
        let outcome = try team.outcome()
        if attempt < attempts, outcome.isDisturbed { continue }
        stopwatch.add(outcome.time)
        return outcome.sum
    }
    return 0
}

private let attempts = 60

/// What two threads have in common: they begin at once, and the last one to end counts.
private final class Team: Sendable {
    /// What one thread did, in times of the machine and of its own.
    private struct Part {
        let sum: Int
        let began: Duration
        let ended: Duration
        let worked: Duration
    }

    private let waiting = Atomic<Int>(0)
    private let parts = Mutex<[Result<Part, any Error>]>([])

    func run(_ work: () throws -> Int) {
        waiting.add(1, ordering: .sequentiallyConsistent)
        while waiting.load(ordering: .sequentiallyConsistent) < 2 {}
        let part = Result {
            let (began, before) = (time(CLOCK_MONOTONIC), time(CLOCK_THREAD_CPUTIME_ID))
            let sum = try work()
            let worked = time(CLOCK_THREAD_CPUTIME_ID) - before
            return Part(sum: sum, began: began, ended: time(CLOCK_MONOTONIC), worked: worked)
        }
        parts.withLock { $0.append(part) }
    }

    /// What both did, from the first beginning to the last end; `isDisturbed` when a thread did not run nearly all of
    /// that time.
    func outcome() throws -> (sum: Int, time: Duration, isDisturbed: Bool) {
        let parts = try parts.withLock { try $0.map { try $0.get() } }
        guard let began = parts.map(\.began).min(), let ended = parts.map(\.ended).max() else {
            return (0, .zero, true)
        }
        let whole = ended - began
        let isDisturbed = parts.contains { $0.worked < whole * 9 / 10 }
        return (parts.reduce(0) { $0 + $1.sum }, whole, isDisturbed)
    }

    private func time(_ clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

private let retained = "retain and release, two threads, one object"
private let oneThread = "lookup, one thread"

/// How lookups of one thread bear the lookups of another; times are for one lookup of both threads together.
func threadContest() async throws -> Contest {
    let served = try await ServedHive(services: 1000)
    let services = served.hive.services
    let object = PlainHolder(FixedNumber(1))
    let holder = try services.autowire { AutowiredHolder() }

    let lookUp: @Sendable (Int) throws -> Int = { iterations in
        var sum = 0
        for _ in 0..<iterations { sum &+= try services.service((any NumberService).self).number }
        return sum
    }
    let lookUpOther: @Sendable (Int) throws -> Int = { iterations in
        var sum = 0
        for _ in 0..<iterations { sum &+= try services.service((any OtherNumberService).self).number }
        return sum
    }
    let retain: @Sendable (Int) throws -> Int = { iterations in
        var sum = 0
        for _ in 0..<iterations { sum &+= object.retained().number }
        return sum
    }
    let readField: @Sendable (Int) throws -> Int = { iterations in
        var sum = 0
        for _ in 0..<iterations { sum &+= try holder.service.get().number }
        return sum
    }
    func pair(
        _ name: String,
        _ role: Entrant.Role = .subject,
        _ first: @escaping @Sendable (Int) throws -> Int,
        _ second: @escaping @Sendable (Int) throws -> Int
    ) -> Entrant {
        Entrant(timing: name, role, operations: 2, checksum: 2) { iterations, stopwatch in
            try onTwoThreads(stopwatch, { try first(iterations) }, { try second(iterations) })
        }
    }
    return Contest(
        "Two threads",
        entrants: [
            pair(retained, .floor, retain, retain),
            Entrant(oneThread, checksum: 1) { try lookUp($0) },
            pair("lookup, different services", .subject, lookUp, lookUpOther),
            pair("lookup, one service", .subject, lookUp, lookUp),
            pair("Autowired, one service", .subject, readField, readField),
        ],
        budgets: [
            .speedup("lookup, different services", over: oneThread, atLeast: 1.5)
        ],
        finish: { try await served.hive.stop() }
    )
}
