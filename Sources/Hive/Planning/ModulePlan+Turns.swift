// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension ModulePlan {
    /// Whose turn it was when each module was placed, by their places in the boot order (C11).
    ///
    /// A module that is placed when its own turn comes, by level, priority and order of registration, has its own place
    /// here. One that is placed before has that of the module that needs it.
    ///
    /// - Parameter registered: The modules, in the order in which they were registered.
    /// - Returns: For each module in boot order, a place in the boot order.
    /// - Complexity: O(n).
    package func turns(registered: [ModuleDescriptor]) -> [Int] {
        var indices: [ObjectIdentifier: Int] = [:]
        for (index, module) in registered.enumerated() { indices[module.id] = index }
        func precedes(_ left: Int, _ right: Int) -> Bool {
            let (one, other) = (modules[left], modules[right])
            return (one.level.rawValue, other.priority, indices[one.id] ?? 0)
                < (other.level.rawValue, one.priority, indices[other.id] ?? 0)
        }
        // Turns come in C10's order, so of what is still to be placed it is always the turn of the first.
        var turns = Array(modules.indices)
        for place in modules.indices.dropLast().reversed() where precedes(turns[place + 1], place) {
            turns[place] = turns[place + 1]
        }
        return turns
    }

    /// The shortest way from a module to one that it needs, by their places, both included; empty where there is none.
    ///
    /// - Returns: Places in the boot order.
    /// - Complexity: O(modules + dependencies).
    package func chain(from first: Int, to last: Int) -> [Int] {
        var needs: [Int: [Int]] = [:]
        for link in links { needs[link.module, default: []].append(link.target) }
        var before = [first: first]
        var open = [first][...]
        while let place = open.popFirst(), place != last {
            for target in needs[place] ?? [] where before[target] == nil {
                before[target] = place
                open.append(target)
            }
        }
        guard before[last] != nil else { return [] }
        var chain = [last]
        while let place = chain.last, place != first, let next = before[place] { chain.append(next) }
        return chain.reversed()
    }
}
