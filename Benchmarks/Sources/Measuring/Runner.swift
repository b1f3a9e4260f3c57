// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Times the entrants of contests, round by round.
///
/// Each round runs each entrant twice, with N iterations and with 2N. The time of both counts; and unless the second takes
/// about twice as long as the first, the work was not done, or was not what took the time, and the figure is refused.
package struct Runner: Sendable {
    /// How much is run.
    ///
    /// Many short turns bear other programs on the machine better than a few long ones: those disturb only some of them.
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
    /// When figures would be refused, as may happen on a machine that others use too, the contest is run up to twice more,
    /// and the run with the fewest such figures counts.
    ///
    /// - Throws: ``ChecksumError``, or whatever an entrant throws.
    package func run(_ contest: Contest) async throws -> [Figure] {
        var best = try await attempt(contest)
        for _ in 0..<2 where best.contains(where: { $0.refusal != nil }) {
            let figures = try await attempt(contest)
            func refusals(_ figures: [Figure]) -> Int { figures.count { $0.refusal != nil } }
            if refusals(figures) < refusals(best) { best = figures }
        }
        try await contest.finish()
        return best
    }

    private func attempt(_ contest: Contest) async throws -> [Figure] {
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
        return tracks.map { figure($0, of: contest, beside: tracks) }
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

    private func figure(_ track: Track, of contest: Contest, beside tracks: [Track]) -> Figure {
        let entrant = track.entrant
        let times = track.isRemoved ? [0] : track.times
        var figure = Figure(
            group: contest.group,
            name: entrant.name,
            role: entrant.role,
            size: contest.size,
            unit: .nanoseconds,
            value: median(times)
        )
        figure.best = times.min()
        figure.spread = spread(times)
        if track.isRemoved {
            figure.refusal = "the optimiser removed the work"
        } else if let doubling = effort.doubling {
            figure.doubling = track.doubling
            if !doubling.contains(track.doubling) {
                figure.refusal = "twice the work took \(threeDigits(track.doubling)) times as long"
            }
        }
        guard effort.isTimed, !track.isRemoved else { return figure }
        let others = tracks.filter { $0.entrant.name != entrant.name && !$0.isRemoved }
        if entrant.role == .subject {
            figure.ratios = others.filter { $0.entrant.role != .subject }.map { other in
                .init(name: other.entrant.name, role: other.entrant.role, value: track.multiple(of: other))
            }
        }
        guard figure.refusal == nil else { return figure }
        figure.verdicts = contest.budgets.filter { $0.entrant == entrant.name }.compactMap { budget in
            func multiple(of name: String) -> Double? {
                others.first { $0.entrant.name == name }.map { track.multiple(of: $0) }
            }
            return switch budget.measure {
            case .absolute: Verdict(budget, value: figure.value)
            case .multiple(let name): multiple(of: name).map { Verdict(budget, value: $0) }
            case .speedup(let name): multiple(of: name).map { Verdict(budget, value: 1 / $0) }
            }
        }
        return figure
    }
}

/// What an entrant's rounds took.
private struct Track {
    let entrant: Entrant
    let iterations: Int
    /// In how many rounds it takes part: in none when no number of iterations takes time.
    let rounds: Int
    /// With N iterations, in nanoseconds.
    var once: [Double] = []
    /// With 2N iterations.
    var twice: [Double] = []

    var isRemoved: Bool { rounds == 0 }

    /// For one operation, round by round.
    var times: [Double] {
        zip(once, twice).map { ($0 + $1) / Double(3 * iterations * entrant.operations) }
    }

    /// How many times as long twice the iterations took.
    var doubling: Double { median(zip(once, twice).map { $1 / max($0, 1) }) }

    /// The median over the rounds that both took part in.
    func multiple(of other: Track) -> Double {
        median(zip(times, other.times).map { $0 / $1 })
    }
}
