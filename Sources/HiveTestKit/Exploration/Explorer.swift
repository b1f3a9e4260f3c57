// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if compiler(>=6.3) && os(Linux) && canImport(Glibc)
import Dispatch
import Glibc
import Hive
import Synchronization

/// Has the seeds of one call run, in as many processes as there are processors.
final class Explorer: Sendable {
    private struct State {
        /// The place of the next seed.
        var next = 0
        var isCancelled = false
        var orders: [UInt64?]
        var steps = 0
        var count = 0
        var failure: (place: Int, failure: ExplorationFailure)?
    }

    /// One exploration of a process after the other: each has all processors.
    private static let turns = DispatchQueue(label: "HiveTestKit.explore")

    private let call: ExploredCall
    private let seeds: [Int]
    private let stopsAtFailure: Bool
    private let maximumSteps: Int
    private let state: Mutex<State>

    init(_ call: ExploredCall, seeds: [Int], stopsAtFailure: Bool, maximumSteps: Int) {
        self.call = call
        self.seeds = seeds
        self.stopsAtFailure = stopsAtFailure
        self.maximumSteps = maximumSteps
        state = Mutex(State(orders: Array(repeating: nil, count: seeds.count)))
    }

    func cancel() { state.withLock { $0.isCancelled = true } }

    func runs() async -> ExploredRuns {
        await withCheckedContinuation { continuation in
            Self.turns.async { continuation.resume(returning: self.runNow()) }
        }
    }

    private func runNow() -> ExploredRuns {
        let clock = ContinuousClock()
        let began = clock.now
        let lanes = min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), max(1, seeds.count / 8))
        DispatchQueue.concurrentPerform(iterations: lanes) { runLane(isFirst: $0 == 0) }
        return state.withLock { state in
            let summary = ExplorationSummary(
                seeds: state.count,
                orders: Set(state.orders.compactMap { $0 }).count,
                steps: state.steps,
                duration: clock.now - began
            )
            return ExploredRuns(failure: state.failure?.failure, summary: summary, orders: state.orders)
        }
    }

    private func runLane(isFirst: Bool) {
        do {
            let lane = try ExplorationLane(call, maximumSteps: maximumSteps)
            defer { lane.end() }
            try runPlainly(in: lane)
            while let place = takeSeed() { try run(place, in: lane) }
            if isFirst, state.withLock({ $0.failure == nil }) { try lane.finishTest() }
        } catch {
            note(error, at: -1)
        }
    }

    /// Runs in the plain order: every run is measured by it, and what fails in it needs no seed.
    private func runPlainly(in lane: ExplorationLane) throws {
        do {
            try lane.run(seed: nil)
        } catch let failure as ExplorationFailure where !stopsAtFailure && failure.reason != .unavailable {
            note(failure, at: -1)
            lane.noteLengthOfPlainRun()
            return
        }
        try lane.rehearse()
        try lane.run(seed: nil)
        let order = lane.order
        try lane.run(seed: nil)
        guard lane.order == order else { throw lane.failure(.outside, seed: nil, Self.unsteady) }
        lane.noteLengthOfPlainRun()
    }

    private static let unsteady = """
        The same schedule gave two orders, so that no seed could be played again.
        \(dependence)
        """
    private static let dependence = """
        The body depends on what a schedule does not decide, such as random numbers, dates or ContinuousClock.now.
        """

    private func run(_ place: Int, in lane: ExplorationLane) throws {
        var failed: ExplorationFailure?
        do {
            try lane.run(seed: seeds[place])
        } catch let failure as ExplorationFailure {
            failed = failure
        }
        state.withLock { state in
            state.orders[place] = lane.order
            state.steps += lane.steps
            state.count += 1
        }
        guard let failed else { return }
        note(stopsAtFailure ? again(failed, place, in: lane) : failed, at: place)
    }

    /// The failure, with what is to be said when its seed gives another order the second time.
    private func again(_ failure: ExplorationFailure, _ place: Int, in lane: ExplorationLane) -> ExplorationFailure {
        guard failure.reason != .crashed, failure.reason != .unavailable else { return failure }
        let order = lane.order
        try? lane.run(seed: seeds[place])
        guard lane.order != order else { return failure }
        let text = "Played again at once, the seed has given another order.\n\(Self.dependence)\n\n"
        return ExplorationFailure(
            reason: failure.reason,
            seed: failure.seed,
            description: text + failure.description
        )
    }

    private func note(_ error: any Error, at place: Int) {
        let failure =
            error as? ExplorationFailure
            ?? ExplorationFailure(reason: .unavailable, seed: nil, description: "\(error)")
        state.withLock { state in
            // Seeds are given out in order, and each that was is run to its end.
            if place < state.failure?.place ?? .max { state.failure = (place, failure) }
        }
    }

    private func takeSeed() -> Int? {
        state.withLock { state in
            guard state.next < seeds.count, !state.isCancelled, state.failure == nil || !stopsAtFailure else {
                return nil
            }
            state.next += 1
            return state.next - 1
        }
    }
}
#endif
