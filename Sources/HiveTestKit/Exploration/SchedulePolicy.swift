// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What the seed says about the order of what is ready.
struct SchedulePolicy: CustomStringConvertible {
    enum Order: Equatable {
        /// What became ready first runs first.
        case plain
        /// Any with the same probability.
        case uniform
        /// The task of the highest priority; at so many steps less one, that of whichever would run is the lowest from
        /// then on (probabilistic concurrency testing).
        case priorities(depth: Int)
    }

    let order: Order
    /// Whether steps take time, up to 200 µs each; otherwise time stands still while anything is ready.
    let stepsTakeTime: Bool

    /// Without a seed it is the plain order, with which every exploration begins.
    init(seed: Int?) {
        order = seed.map { $0 & 1 == 0 ? .uniform : .priorities(depth: $0 & 2 == 0 ? 2 : 3) } ?? .plain
        stepsTakeTime = seed.map { $0 & 4 != 0 } ?? false
    }

    var description: String {
        let order =
            switch order {
            case .plain: "the plain order"
            case .uniform: "a uniform choice"
            case .priorities(let depth):
                "priorities of tasks, changed at \(depth == 2 ? "1 point" : "\(depth - 1) points")"
            }
        return stepsTakeTime ? "\(order), steps take time" : order
    }
}
