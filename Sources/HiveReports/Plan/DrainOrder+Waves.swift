// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive

extension DrainOrder {
    /// The places in the input of what ends at the same time, were all equally slow and all asked to end.
    static func waves(_ nodes: [Node]) -> [[Int]] {
        levels(nodes).flatMap { members in
            var depths: [Int] = []
            for member in members {
                let last = member.dependents.map { depths[$0] }.max() ?? -1
                depths.append(member.hasWork ? last + 1 : last)
            }
            var waves = [[Int]](repeating: [], count: 1 + (depths.max() ?? -1))
            for (member, depth) in zip(members, depths) where member.hasWork { waves[depth].append(member.node) }
            return waves
        }
    }
}

extension ModulePlan {
    /// The places in the boot order of the modules that have work, in the order in which a stop drains it, side by
    /// side.
    package var drain: [[Int]] {
        DrainOrder.waves(
            zip(modules, schedule).map { module, slot in
                DrainOrder.Node(
                    level: module.level.rawValue,
                    priority: module.priority,
                    hasWork: module.type.hasWork,
                    dependencies: slot.dependencies
                )
            }
        )
    }
}
