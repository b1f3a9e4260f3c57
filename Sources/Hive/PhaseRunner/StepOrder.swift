// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// How many steps a phase has, and which of them wait for which.
struct StepOrder: Sendable {
    /// When one step runs.
    struct Place: Sendable {
        /// Whether it runs beside the others instead of after the one before it.
        let isConcurrent: Bool
        /// Whether it is no step: nothing runs, and it ends when all that it waits for has ended.
        var isJoint = false
        /// The places, of steps and others, that have to be done before.
        let dependencies: [Int]
        /// Those that it lets end first, unless it is told not to wait any more.
        var softDependencies: [Int] = []
    }

    /// How many places there are.
    let count: Int
    /// Empty where the steps run one after the other, as they do in most phases.
    let places: [Place]

    /// Steps that run one after the other.
    init(count: Int) {
        self.count = count
        places = []
    }

    /// Steps of which some run beside others.
    init(_ places: [Place]) {
        count = places.count
        self.places = places
    }
}
