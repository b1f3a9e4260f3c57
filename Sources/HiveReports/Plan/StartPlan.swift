// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

/// What a start is going to do, as far as it is known in advance.
public struct StartPlan: Sendable {
    /// All errors and warnings, as `Hive.verify()` returns them; with an error, the start does not begin.
    public let problems: [Problem]
    /// The names of the modules that take part, in boot order: the order of `setUp` and `ready`.
    public let modules: [String]
    /// The longest chain of modules of which each depends on the one before it.
    ///
    /// It has one module where none depends on another. Of chains of one length it is the first in boot order.
    public let longestChain: [String]
    /// The most modules that are initialized one after the other, for whatever reason (C14).
    ///
    /// A sequential module waits for the sequential one before it, every module for what it depends on and for the
    /// level before its own. Were all hooks equally slow, these modules would decide how long `initialize` takes. Of
    /// sequences of one length it is the first in boot order.
    public let longestSequence: [String]
    /// The modules that are initialized one after the other, for whatever reason, and may take the longest together, by
    /// their timeouts; nil when a module has none.
    public let slowestSequence: [String]?
    /// How long a start that succeeds can take: `setUp` and `ready` of every module, ``slowestSequence`` between them,
    /// each to the end of its timeout, and never more than the timeout of the whole start.
    ///
    /// Nil when there is no such limit, because a module has no timeout and the start has none.
    public let worstCase: Duration?
}

extension Hive {
    /// Checks what `verify()` checks, and says in which order the modules come up and which of them decide how long
    /// that takes (C14).
    ///
    /// It may be called at any time and changes nothing. Where there are errors, order and chains are of what is left.
    ///
    /// - Complexity: O(n log n + dependencies).
    public func startPlan() -> StartPlan {
        StartPlan(plan, of: self)
    }
}

extension StartPlan {
    /// Makes the plan of a start from what was found out about its modules.
    init(_ plan: ModulePlan, of hive: Hive) {
        problems = plan.problems
        modules = plan.modules.map(\.name)
        longestChain = plan.longestChain.map { plan.modules[$0].name }
        longestSequence = plan.longestSequence(plan.modules.map { _ in .seconds(1) }).map { plan.modules[$0].name }

        let timeouts = hive.timeouts
        let times = plan.modules.map { $0.manifest.startTimeout ?? timeouts[.start] }
        let limits = times.compactMap { $0 }
        // Services of the hive's own are made before the first module is initialized.
        let own = hive.makesOwnServices ? timeouts[.start] : .zero
        guard limits.count == times.count, let own else {
            slowestSequence = nil
            worstCase = timeouts[.wholeStart]
            return
        }
        let slowest = plan.longestSequence(limits)
        slowestSequence = slowest.map { plan.modules[$0].name }
        let everyModule = limits.reduce(Duration.zero) { $0.adding($1) }
        let sum = slowest.reduce(everyModule.adding(own).adding(everyModule)) { $0.adding(limits[$1]) }
        worstCase = timeouts[.wholeStart].map { min($0, sum) } ?? sum
    }
}

extension ModulePlan {
    /// The places in the boot order of the longest chain of modules that depend on each other; of equal ones the first.
    ///
    /// - Complexity: O(modules + dependencies).
    fileprivate var longestChain: [Int] {
        longestPath(through: Array(modules.indices)) { (schedule[$0].dependencies, .seconds(1)) }
    }

    /// The places in the boot order of the modules whose `initialize` hooks run one after the other and together take
    /// the longest, where each takes a time that is given; of equal ones the first.
    ///
    /// - Complexity: O(modules + dependencies).
    fileprivate func longestSequence(_ times: [Duration]) -> [Int] {
        // Levels come one after the other.
        modules.indices.grouped { schedule[$0].level }.flatMap { _, level in
            var lastSequential: Int?
            return longestPath(through: level) { place in
                var earlier = schedule[place].dependencies.filter { $0 >= level[0] }
                if !modules[place].initializesConcurrently {
                    if let lastSequential { earlier.append(lastSequential) }
                    lastSequential = place
                }
                return (earlier, times[place])
            }
        }
    }

    /// The longest path through some places, each of which comes after earlier ones and takes a time.
    private func longestPath(
        through places: [Int],
        _ step: (Int) -> (earlier: [Int], time: Duration)
    ) -> [Int] {
        var sums: [Int: Duration] = [:]
        var before: [Int: Int] = [:]
        /// The first of the places with the longest time.
        func longest(of places: [Int]) -> Int? {
            places.max { (sums[$0, default: .zero], $1) < (sums[$1, default: .zero], $0) }
        }
        for place in places {
            let (earlier, time) = step(place)
            // Cycles, which `verify` reports, have legs that lead forwards.
            let previous = longest(of: earlier.filter { $0 < place })
            before[place] = previous
            sums[place] = time.adding(previous.flatMap { sums[$0] } ?? .zero)
        }
        guard let last = longest(of: places) else { return [] }
        return sequence(first: last) { before[$0] }.reversed()
    }
}
