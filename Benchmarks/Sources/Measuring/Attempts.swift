// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The times that a contest was run, until no figure is refused.
struct Attempts {
    /// How often a contest is run again.
    private static let repetitions = 3

    let contest: Contest
    let effort: Runner.Effort
    /// The entrants' tracks, in their order, each time.
    private var attempts: [[Track]] = []

    init(contest: Contest, effort: Runner.Effort) {
        self.contest = contest
        self.effort = effort
    }

    mutating func add(_ tracks: [Track]) { attempts.append(tracks) }

    /// Whether a figure might be accepted yet.
    ///
    /// Work that the optimiser removed is not there the next time either.
    var wantsAnother: Bool {
        attempts.count <= Self.repetitions
            && contest.entrants.indices.contains { accepted($0) == nil && !track($0).isRemoved }
    }

    /// A figure for each entrant.
    var figures: [Figure] { contest.entrants.indices.map { figure($0) } }

    private func accepted(_ entrant: Int) -> Track? {
        attempts.lazy.map { $0[entrant] }.first { $0.refusal(effort) == nil }
    }

    /// What counts for an entrant: the first time that it was accepted, or the last time.
    private func track(_ entrant: Int) -> Track { accepted(entrant) ?? attempts[attempts.count - 1][entrant] }

    /// One as a multiple of the other, the first time that neither was refused.
    private func multiple(_ entrant: Int, of other: Int) -> Double? {
        attempts.first { $0[entrant].refusal(effort) == nil && $0[other].refusal(effort) == nil }
            .map { $0[entrant].multiple(of: $0[other]) }
    }

    private func figure(_ number: Int) -> Figure {
        let (entrant, track) = (contest.entrants[number], track(number))
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
        figure.refusal = track.refusal(effort)
        figure.isRemoved = track.isRemoved
        guard effort.isTimed, !track.isRemoved else { return figure }
        figure.doubling = track.doubling
        guard figure.refusal == nil else { return figure }
        compare(&figure, number)
        return figure
    }

    /// Fills in the ratios and the verdicts, or what is refused that they would stand on.
    private func compare(_ figure: inout Figure, _ number: Int) {
        let budgets = contest.budgets.filter { $0.entrant == figure.name }
        var multiples: [String: Double] = [:]
        for (place, other) in contest.entrants.enumerated() where place != number {
            let isCompared = figure.role == .subject && other.role != .subject
            guard isCompared || budgets.contains(where: { $0.measure.other == other.name }) else { continue }
            guard let multiple = multiple(number, of: place) else {
                figure.isWithout.append(other.name)
                continue
            }
            multiples[other.name] = multiple
            if isCompared { figure.ratios.append(.init(name: other.name, role: other.role, value: multiple)) }
        }
        figure.verdicts = budgets.compactMap { budget in
            switch budget.measure {
            case .absolute: Verdict(budget, value: figure.value)
            case .multiple(let name): multiples[name].map { Verdict(budget, value: $0) }
            case .speedup(let name): multiples[name].map { Verdict(budget, value: 1 / $0) }
            }
        }
        figure.unjudgedCount = budgets.count - figure.verdicts.count
    }
}

/// Attempts are used by the task that measures.
@available(*, unavailable)
extension Attempts: Sendable {}

/// What an entrant's rounds took, the one time.
struct Track {
    let entrant: Entrant
    let iterations: Int
    /// In how many rounds it takes part: in none when no number of iterations takes time.
    let rounds: Int
    /// With N iterations, in nanoseconds.
    var once: [Double] = []
    /// With 2N iterations.
    var twice: [Double] = []

    init(entrant: Entrant, iterations: Int, rounds: Int) {
        self.entrant = entrant
        self.iterations = iterations
        self.rounds = rounds
    }

    var isRemoved: Bool { rounds == 0 }

    /// For one operation, round by round.
    var times: [Double] {
        zip(once, twice).map { ($0 + $1) / Double(3 * iterations * entrant.operations) }
    }

    /// How many times as long twice the iterations took.
    var doubling: Double { median(zip(once, twice).map { $1 / max($0, 1) }) }

    /// Why the times must not be believed.
    func refusal(_ effort: Runner.Effort) -> String? {
        if isRemoved { return "the optimiser removed the work" }
        guard let allowed = effort.doubling, !allowed.contains(doubling) else { return nil }
        return "twice the work took \(threeDigits(doubling)) times as long"
    }

    /// The median over the rounds that both took part in.
    func multiple(of other: Track) -> Double {
        median(zip(times, other.times).map { $0 / $1 })
    }
}

/// A track is used by the task that measures.
@available(*, unavailable)
extension Track: Sendable {}
