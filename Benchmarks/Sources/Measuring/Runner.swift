// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Times the entrants of contests, round by round.
///
/// Each round runs each entrant twice, with N iterations and with 2N. The time of both counts; and unless the second
/// takes about twice as long as the first, the work was not done, or was not what took the time, and the figure is
/// refused.
package struct Runner: Sendable {
    /// How much is run.
    ///
    /// Many short turns bear other programs on the machine better than a few long ones: those disturb only some of
    /// them.
    package struct Effort: Sendable {
        /// How many rounds there are.
        package let rounds: Int
        /// How long the first half of an entrant's turn should take, at least.
        let turn: Duration
        /// How long an entrant may take altogether; slow ones get fewer rounds, but three at least.
        let share: Duration
        /// Between which limits doubling the iterations has to multiply the time; nil when nobody asks.
        let doubling: ClosedRange<Double>?

        /// For figures that are written down.
        package static let full = Effort(
            rounds: 31,
            turn: .milliseconds(1),
            share: .seconds(1),
            doubling: 1.7...2.3
        )
        /// For a first impression.
        package static let quick = Effort(
            rounds: 11,
            turn: .microseconds(500),
            share: .milliseconds(200),
            doubling: 1.6...2.5
        )
        /// Only to see that everything runs, and does what it says.
        package static let check = Effort(rounds: 1, turn: .zero, share: .zero, doubling: nil)

        /// Whether times mean anything.
        package var isTimed: Bool { doubling != nil }

        /// How many rounds an entrant gets whose iterations take so long.
        fileprivate func rounds(_ nanoseconds: Double) -> Int {
            guard isTimed else { return rounds }
            return min(rounds, max(3, Int(share / .nanoseconds(3) / nanoseconds)))
        }
    }

    /// How much is run.
    package let effort: Effort

    /// Creates a runner.
    package init(effort: Effort) {
        self.effort = effort
    }

    /// Runs a contest and returns a figure for each entrant.
    ///
    /// When a figure would be refused, as may happen on a machine that others use too, everything that takes part is
    /// measured again, up to three times. Each entrant's figure comes from the first time that it was not refused, and
    /// each comparison from the first time that neither side was. What was refused every time stands as refused, and
    /// nothing is compared with it.
    ///
    /// - Throws: ``ChecksumError``, or whatever an entrant throws.
    package func run(_ contest: Contest) async throws -> [Figure] {
        var attempts = Attempts(contest: contest, effort: effort)
        repeat {
            attempts.add(try await attempt(contest))
        } while attempts.wantsAnother
        try await contest.finish()
        return attempts.figures
    }

    private func attempt(_ contest: Contest) async throws -> [Track] {
        var tracks: [Track] = []
        for entrant in contest.entrants { tracks.append(try await calibrate(entrant)) }
        for round in 0..<effort.rounds {
            for index in tracks.indices where round < tracks[index].rounds {
                let (entrant, iterations) = (tracks[index].entrant, tracks[index].iterations)
                // The others have used the caches meanwhile.
                if effort.isTimed { _ = try await time(entrant, 1) }
                tracks[index].once.append(try await time(entrant, iterations))
                tracks[index].twice.append(try await time(entrant, 2 * iterations))
            }
        }
        return tracks
    }

    /// Finds how many iterations fill a turn; that also warms up.
    private func calibrate(_ entrant: Entrant) async throws -> Track {
        var iterations = 1
        while true {
            let time = try await time(entrant, iterations)
            if time >= effort.turn / .nanoseconds(1) {
                return Track(entrant: entrant, iterations: iterations, rounds: effort.rounds(time))
            }
            if iterations > Self.iterationLimit { return Track(entrant: entrant, iterations: iterations, rounds: 0) }
            iterations *= time < effort.turn / .nanoseconds(8) ? 8 : 2
        }
    }

    /// More iterations than any work can do in one turn.
    private static let iterationLimit = 1 << 32

    private func time(_ entrant: Entrant, _ iterations: Int) async throws -> Double {
        let stopwatch = Stopwatch()
        let checksum = try await entrant.run(opaque(iterations), stopwatch)
        let expected = iterations * entrant.checksum
        guard checksum == expected else {
            throw ChecksumError(entrant: entrant.name, expected: expected, actual: checksum)
        }
        return stopwatch.nanoseconds
    }
}
