// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if os(Linux) && canImport(Glibc)
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
        var runs = ExploredRuns()
        /// The place of the seed that has failed; -1 when it was none.
        var failed: Int?
    }

    /// One exploration of a process after the other: each has all processors.
    private static let turns = DispatchQueue(label: "HiveTestKit.explore")

    private let call: ExploredCall
    private let seeds: [Int]
    private let maximumSteps: Int
    private let state: Mutex<State>

    init(_ call: ExploredCall, seeds: [Int], maximumSteps: Int) {
        self.call = call
        self.seeds = seeds
        self.maximumSteps = maximumSteps
        state = Mutex(State(runs: ExploredRuns(orders: Array(repeating: nil, count: seeds.count))))
    }

    func run() async throws -> ExploredRuns {
        await withTaskCancellationHandler {
            await withCheckedContinuation { done in
                Self.turns.async {
                    let lanes = min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), max(1, self.seeds.count / 8))
                    DispatchQueue.concurrentPerform(iterations: lanes) { self.runLane(isFirst: $0 == 0) }
                    done.resume()
                }
            }
        } onCancel: {
            state.withLock { $0.isCancelled = true }
        }
        try Task.checkCancellation()
        return state.withLock { $0.runs }
    }

    private func runLane(isFirst: Bool) {
        do throws(ExplorationFailure) {
            let lane = try ExplorationLane(call, maximumSteps: maximumSteps)
            try runPlainly(in: lane)
            while let place = takeSeed() { run(place, in: lane) }
            if isFirst, state.withLock({ $0.failed == nil }) { try lane.finishTest() }
        } catch {
            note(error, at: -1)
        }
    }

    /// Runs in the plain order: every run is measured by it, and what fails in it needs no seed.
    private func runPlainly(in lane: ExplorationLane) throws(ExplorationFailure) {
        try lane.run(seed: nil)
        try lane.rehearse()
        try lane.run(seed: nil)
        // A sleep that a busy machine holds up between the reading of its clock and its beginning is shorter than asked
        // for by what `recovered` cannot know, and may change the order; a body that depends on chance does so again.
        for _ in 1...3 {
            let order = lane.order
            try lane.run(seed: nil)
            if lane.order == order { return lane.noteLengthOfPlainRun() }
        }
        throw lane.failure(.outside, seed: nil, Self.unsteady)
    }

    private static let unsteady = """
        The same schedule gave two orders, so that no seed could be played again.
        \(dependence)
        """
    private static let dependence = """
        The body depends on what a schedule does not decide, such as random numbers, dates or ContinuousClock.now.
        """

    private func run(_ place: Int, in lane: ExplorationLane) {
        do throws(ExplorationFailure) {
            try lane.run(seed: seeds[place])
        } catch {
            return note(again(error, place, in: lane), at: place)
        }
        state.withLock { $0.runs.orders[place] = lane.order }
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

    private func note(_ failure: ExplorationFailure, at place: Int) {
        state.withLock { state in
            // Seeds are given out in order, and each that was is run to its end.
            if place < state.failed ?? .max { (state.failed, state.runs.failure) = (place, failure) }
        }
    }

    private func takeSeed() -> Int? {
        state.withLock { state in
            guard state.next < seeds.count, !state.isCancelled, state.failed == nil else { return nil }
            state.next += 1
            return state.next - 1
        }
    }
}
#endif
