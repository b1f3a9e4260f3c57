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

    /// Work that ends, among that of its level, or a module without work through which others depend on each other.
    struct Member: Equatable {
        /// The place of its module in the input.
        let node: Int
        /// Whether there is work; a member without work ends together with its dependents.
        let hasWork: Bool
        /// The members of the level, by their places in it, that have to end before.
        let dependents: [Int]
    }

    /// The work of each level, from the highest level to the lowest one; in a level, that which comes up last stands
    /// first.
    ///
    /// A level is that of the boot order: a dependency counts with the lowest level of its dependents (C14). What
    /// members say of each other grows with the dependencies, and not with who depends on whom in the end.
    ///
    /// - Complexity: O((n + e) log n), with e the number of dependencies.
    static func levels(_ nodes: [Node]) -> [[Member]] {
        let order = BootOrder.resolve(
            nodes.map { BootOrder.Node(level: $0.level, priority: $0.priority, dependencies: $0.dependencies) }
        )
        var rank = [Int](repeating: 0, count: nodes.count)
        for (position, node) in order.order.enumerated() { rank[node] = position }
        let targets = nodes.indices.map { node in
            // Where modules need each other in a circle, which only fields can, the boot order decides. Other levels
            // end at other times.
            nodes[node].dependencies.filter { rank[$0] < rank[node] && order.levels[$0] == order.levels[node] }
        }
        // A module without work from which no dependency leads to work holds up nobody.
        var leadsToWork = nodes.map(\.hasWork)
        for node in order.order where !leadsToWork[node] {
            leadsToWork[node] = targets[node].contains { leadsToWork[$0] }
        }

        var members: [Int: [Member]] = [:]
        // For each module the members that have to end before.
        var before = [[Int]](repeating: [], count: nodes.count)
        for node in order.order.reversed() where leadsToWork[node] {
            let dependents = before[node].count < 2 ? before[node] : Set(before[node]).sorted()
            before[node] = []
            var passedOn = dependents
            if nodes[node].hasWork || dependents.count > 1 {
                let level = order.levels[node]
                passedOn = [members[level]?.count ?? 0]
                let member = Member(node: node, hasWork: nodes[node].hasWork, dependents: dependents)
                members[level, default: []].append(member)
            }
            for target in targets[node] { before[target] += passedOn }
        }
        return members.sorted { $0.key > $1.key }.map(\.value)
    }

    /// When the work of each member of a level ends; members without work, and what stands behind the members, run
    /// nothing.
    ///
    /// Besides its dependents, work that is cancelled lets that end which is asked to, unless some of this has to wait
    /// for it. Nobody waits in a circle. Those that wait for no member that is cancelled end first. Next come those for
    /// which a member waits that is asked to end, and then all others.
    ///
    /// - Complexity: O(the members and their dependents).
    static func places(of members: [Member], drains: [Bool]) -> [StepPlace] {
        // Members stand after their dependents.
        var isFree = zip(members, drains).map { member, drains in drains || !member.hasWork }
        var mustHurry = [Bool](repeating: false, count: members.count)
        for place in members.indices where isFree[place] {
            isFree[place] = members[place].dependents.allSatisfy { isFree[$0] }
        }
        for place in members.indices.reversed() where members[place].hasWork && drains[place] || mustHurry[place] {
            for dependent in members[place].dependents { mustHurry[dependent] = true }
        }
        let cancelled = members.indices.filter { members[$0].hasWork && !drains[$0] }
        let asked = members.indices.filter { members[$0].hasWork && drains[$0] }
        var joints: [StepPlace] = []
        // Each of those that wait would otherwise name each of those that it waits for.
        func joint(_ steps: [Int], isNeeded: Bool) -> [Int] {
            guard isNeeded, steps.count > 1 else { return steps }
            joints.append(StepPlace(isConcurrent: true, isJoint: true, dependencies: steps))
            return [members.count + joints.count - 1]
        }
        let all = joint(asked, isNeeded: cancelled.contains { !mustHurry[$0] })
        let free = joint(asked.filter { isFree[$0] }, isNeeded: cancelled.contains { mustHurry[$0] })
        let places = members.indices.map { place in
            let member = members[place]
            let isAsked = drains[place] || !member.hasWork
            return StepPlace(
                isConcurrent: true,
                isJoint: !member.hasWork,
                dependencies: member.dependents,
                softDependencies: isAsked ? [] : mustHurry[place] ? free : all
            )
        }
        return places + joints
    }
}
