// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// C10 to C13: in which order modules come, and what cannot be.

extension Model {
    /// The modules of a list that a module depends on, and what is wrong with the others.
    func needs(of part: Part, among indices: [Int]) -> (needs: Set<Int>, problems: Set<String>) {
        var needs: Set<Int> = []
        var problems: Set<String> = []
        for need in part.needs {
            let target = self.part(need.target)
            let isThere = target.map { target in
                indices.contains(target.index) && (!need.isService || target.provides)
            }
            if isThere == true, need.target == part.index {
                cover(.selfDependency)
                problems.insert("selfDependency")
            } else if isThere == true {
                cover(need.isService ? .dependencyOnService : .dependencyOnModule)
                needs.insert(need.target)
            } else if need.isOptional {
                cover(.optionalDependencyAbsent)
            } else {
                cover(need.isService ? .unprovidedDependency : .unknownDependency)
                problems.insert(need.isService ? "unprovidedService" : "unknownDependency")
            }
        }
        return (needs, problems)
    }

    /// The order of boot of everything that is registered, or what is wrong.
    func bootOrder() -> (order: [Part], problems: Set<String>) {
        let all = declared + list.map(\.index).filter { !declared.contains($0) }
        let parts = all.compactMap(described)
        var needs: [Int: Set<Int>] = [:]
        var problems: Set<String> = []
        for part in parts {
            let found = self.needs(of: part, among: all)
            needs[part.index] = found.needs
            problems.formUnion(found.problems)
        }
        // C10; sorting is stable, so the index decides in the end.
        let walk = parts.enumerated().sorted { left, right in
            (left.element.level, -left.element.priority, left.offset)
                < (right.element.level, -right.element.priority, right.offset)
        }.map(\.element)
        var order: [Part] = []
        var underWay: Set<Int> = []
        func place(_ part: Part) {
            if order.contains(where: { $0.index == part.index }) { return }
            guard underWay.insert(part.index).inserted else {
                cover(.cycle)
                problems.insert("dependencyCycle")
                return
            }
            // C11: each one's dependencies first, in the same order.
            for other in walk where needs[part.index]?.contains(other.index) == true { place(other) }
            underWay.remove(part.index)
            if !order.contains(where: { $0.index == part.index }) { order.append(part) }
        }
        for part in walk { place(part) }
        if problems.isEmpty, order != walk { cover(.dependencyBeatsLevel) }
        return (order, problems)
    }

    /// C14: a dependency counts with the lowest level of its dependents.
    func countLevels() {
        for live in modules { live.level = live.part.level }
        for _ in modules {
            for live in modules {
                for other in modules where needs(live, other) { other.level = min(other.level, live.level) }
            }
        }
    }

    /// Whether a module depends directly on another one.
    func needs(_ live: Live, _ other: Live) -> Bool {
        live.part.needs.contains { need in
            need.target == other.part.index && (!need.isService || other.part.provides)
        }
    }

    /// Whether a module depends on another one, also through others.
    func reaches(_ live: Live, _ other: Live) -> Bool {
        var seen: Set<String> = []
        func reach(_ live: Live) -> Bool {
            guard seen.insert(live.name).inserted else { return false }
            return modules.contains { needs(live, $0) && ($0 === other || reach($0)) }
        }
        return reach(live)
    }

    /// The modules that depend on one, directly or not, in boot order.
    func dependents(of live: Live) -> [Live] { modules.filter { $0 !== live && reaches($0, live) } }
}

extension Part {
    /// Whether it has said that it provides a service.
    var provides: Bool { offer == .provided || offer == .promised }
    var registersService: Bool { offer == .provided || offer == .service }
}
