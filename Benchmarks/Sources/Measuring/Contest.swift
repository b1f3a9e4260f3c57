// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Things that are timed in turn, so that whatever slows the machine slows all of them.
package struct Contest {
    /// What the contest is about, such as `Lookup`.
    package let group: String
    /// How much there is of it.
    package let size: Int?
    /// Who takes part, in the order of each round.
    package let entrants: [Entrant]
    /// What the entrants have to keep to.
    package let budgets: [Budget]
    /// Lets go of what the entrants used.
    let finish: () async throws -> Void

    /// Creates a contest.
    ///
    /// - Parameters:
    ///   - group: What the contest is about.
    ///   - size: How much there is of it.
    ///   - entrants: Who takes part.
    ///   - budgets: What the entrants have to keep to.
    ///   - finish: Lets go of what the entrants used.
    package init(
        _ group: String,
        size: Int? = nil,
        entrants: [Entrant],
        budgets: [Budget] = [],
        finish: @escaping () async throws -> Void = {}
    ) {
        self.group = group
        self.size = size
        self.entrants = entrants
        self.budgets = budgets
        self.finish = finish
    }
}

/// A contest is used by the task that measures.
@available(*, unavailable)
extension Contest: Sendable {}

/// Somebody did other work than was asked for.
package struct ChecksumError: Error, CustomStringConvertible {
    let entrant: String
    let expected: Int
    let actual: Int

    /// Who did, and what came out.
    package var description: String {
        "\(entrant) did other work than was asked for: its checksum is \(actual) instead of \(expected)"
    }
}
