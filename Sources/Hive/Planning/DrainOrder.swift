// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The order in which the work of modules ends, as a pure function over values (C51).
///
/// Dependents come before what they depend on, also through modules without work; higher levels before lower ones; the
/// rest at the same time.
enum DrainOrder {
    /// What the order depends on, for one module; the input stands in boot order.
    struct Node {
        let level: Int
        let priority: Int
        let hasWork: Bool
        /// What it depends on, by the places in the input.
        let dependencies: [Int]
    }

    /// Work that ends, among that of its level.
    struct Member: Equatable {
        /// The place of its module in the input.
        let node: Int
        /// The members of the level, by their places in it, that have to end before.
        let dependents: [Int]
    }

    /// The work of each level, from the highest level to the lowest one; in a level, that which comes up last stands
    /// first.
    ///
    /// A level is that of the boot order: a dependency counts with the lowest level of its dependents (C14).
    ///
    /// - Complexity: O(n log n + e w), with w the number of modules that have work.
    static func levels(_ nodes: [Node]) -> [[Member]] {
        let order = BootOrder.resolve(
            nodes.enumerated().map { place, node in
                BootOrder.Node(
                    level: node.level,
                    priority: node.priority,
                    index: place,
                    dependencies: node.dependencies.map { BootOrder.Edge(target: $0, origin: .code()) }
                )
            }
        )
        var rank = [Int](repeating: 0, count: nodes.count)
        for (position, node) in order.order.enumerated() { rank[node] = position }

        // For each module the work that has to end before its own does.
        var before = [Set<Int>](repeating: [], count: nodes.count)
        var members: [Int: [Int]] = [:]
        for node in order.order.reversed() {
            if nodes[node].hasWork { members[order.levels[node], default: []].append(node) }
            let passedOn = nodes[node].hasWork ? [node] : before[node]
            // Where modules need each other in a circle, which only fields can, the boot order decides.
            for target in nodes[node].dependencies where rank[target] < rank[node] {
                before[target].formUnion(passedOn)
            }
        }
        return members.sorted { $0.key > $1.key }.map { _, level in
            var places: [Int: Int] = [:]
            for (place, node) in level.enumerated() { places[node] = place }
            return level.map { Member(node: $0, dependents: before[$0].compactMap { places[$0] }.sorted()) }
        }
    }

    /// The places in the input of what ends at the same time, were all equally slow and all asked to end.
    static func waves(_ nodes: [Node]) -> [[Int]] {
        levels(nodes).flatMap { members in
            var depths: [Int] = []
            for member in members { depths.append(1 + (member.dependents.map { depths[$0] }.max() ?? -1)) }
            var waves = [[Int]](repeating: [], count: 1 + (depths.max() ?? -1))
            for (member, depth) in zip(members, depths) { waves[depth].append(member.node) }
            return waves
        }
    }

    /// Which members of a level each one lets end first, besides its dependents: one that is cancelled lets those end
    /// that are asked to, unless one of these has to wait for it.
    ///
    /// Nobody waits in a circle. Those that wait for no member that is cancelled end first. Next come those for which a
    /// member waits that is asked to end, and then all others.
    static func softDependencies(_ members: [Member], drains: [Bool]) -> [[Int]] {
        if members.count == 1 { return [[]] }
        // Members stand after their dependents.
        var isFree = drains
        var mustHurry = [Bool](repeating: false, count: members.count)
        for place in members.indices where isFree[place] {
            isFree[place] = members[place].dependents.allSatisfy { isFree[$0] }
        }
        for place in members.indices.reversed() where drains[place] || mustHurry[place] {
            for dependent in members[place].dependents { mustHurry[dependent] = true }
        }
        let asked = members.indices.filter { drains[$0] }
        let free = asked.filter { isFree[$0] }
        return members.indices.map { drains[$0] ? [] : mustHurry[$0] ? free : asked }
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
