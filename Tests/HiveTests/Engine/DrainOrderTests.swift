// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// In which order work ends, without a hive (C51).
struct DrainOrderTests {
    private func node(_ level: Int = 1, work: Bool = true, _ dependencies: Int...) -> DrainOrder.Node {
        DrainOrder.Node(level: level, priority: 0, hasWork: work, dependencies: dependencies)
    }

    private func node(_ level: Int = 1, work: Bool = true, all dependencies: [Int]) -> DrainOrder.Node {
        DrainOrder.Node(level: level, priority: 0, hasWork: work, dependencies: dependencies)
    }

    /// What ends at the same time, were all equally slow and all asked to end.
    private func waves(_ nodes: [DrainOrder.Node]) -> [[Int]] {
        DrainOrder.levels(nodes).flatMap { members in
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

    /// Some places, with what stands behind joints instead of these.
    private func steps(behind some: [Int], _ places: [StepPlace]) -> Set<Int> {
        some.reduce(into: []) { found, place in
            if places[place].isJoint {
                found.formUnion(steps(behind: places[place].dependencies, places))
            } else {
                found.insert(place)
            }
        }
    }

    // C51: dependents first, indirect ones too, through a module without work.
    @Test func dependentsEndFirstAlsoThroughModulesWithoutWork() {
        let levels = DrainOrder.levels([node(), node(1, work: false, 0), node(1, work: true, 1)])
        #expect(levels.map { $0.map(\.node) } == [[2, 0]])
        #expect(levels[0].map(\.dependents) == [[], [0]])
        #expect(waves([node(), node(1, work: false, 0), node(1, work: true, 1)]) == [[2], [0]])
    }

    // C51: work that is cancelled lets all end before that is asked to, unless some of this waits for it.
    @Test func cancelledWorkThatNobodyWaitsForEndsLast() {
        // The second one is asked to end, and waits for the first one; nobody waits for the third.
        let members = [[], [0], []].enumerated().map { place, dependents in
            DrainOrder.Member(node: place, hasWork: true, dependents: dependents)
        }
        let places = DrainOrder.places(of: members, drains: [false, true, false])
        #expect(steps(behind: places[0].softDependencies, places).isEmpty)
        #expect(steps(behind: places[2].softDependencies, places) == [1])
    }

    // C51: what does not depend on each other ends at the same time.
    @Test func independentWorkEndsTogether() {
        #expect(waves([node(), node(), node()]).map(Set.init) == [[0, 1, 2]])
        #expect(DrainOrder.levels([node(work: false), node(work: false)]).isEmpty)
    }

    // C51 C14: higher levels end first; a dependency counts with the lowest level of its dependents.
    @Test func higherLevelsEndFirst() {
        #expect(waves([node(0), node(1), node(2)]) == [[2], [1], [0]])
        // The first is of level 5, and the second, of level 0, needs it.
        #expect(waves([node(5), node(0, work: true, 0), node(1)]) == [[2], [1], [0]])
    }

    // C51: fields may lead in a circle; then the order of the modules decides, and nobody waits for ever.
    @Test func aCircleIsCutOpen() {
        let levels = DrainOrder.levels([node(1, work: true, 1), node(1, work: true, 0)])
        #expect(levels[0].map(\.dependents).filter(\.isEmpty).count == 1)
    }

    // C51: who is cancelled lets those end that are asked, unless one of them waits for it.
    @Test func whoIsCancelledComesLastUnlessADependencyIsInTheWay() {
        func softDependencies(_ nodes: [DrainOrder.Node], asked: Set<Int>) -> [Int: Set<Int>] {
            let members = DrainOrder.levels(nodes)[0]
            let places = DrainOrder.places(of: members, drains: members.map { asked.contains($0.node) })
            return Dictionary(
                uniqueKeysWithValues: zip(members, places).map { member, place in
                    (member.node, Set(steps(behind: place.softDependencies, places).map { members[$0].node }))
                }
            )
        }
        #expect(softDependencies([node(), node(), node()], asked: [0, 1]) == [0: [], 1: [], 2: [0, 1]])
        // The last one needs the first, which has to wait for it.
        #expect(softDependencies([node(), node(), node(1, work: true, 0)], asked: [0, 1]) == [0: [], 1: [], 2: [1]])
        // Each of two that are asked has to wait for one that is cancelled: neither of these waits for the other's.
        let crossed = [node(), node(), node(1, work: true, 0), node(1, work: true, 1)]
        #expect(softDependencies(crossed, asked: [0, 1]) == [0: [], 1: [], 2: [], 3: []])
        // So it is also where the last one needs both, and the circle would not close: nobody looks for the shortest
        // way out.
        let nested = [node(), node(), node(1, work: true, 0), node(1, work: true, 0, 1)]
        #expect(softDependencies(nested, asked: [0, 1]) == [0: [], 1: [], 2: [], 3: []])
    }

    // C51: work that is alone lets nobody end first, whether it is asked or cancelled.
    @Test(arguments: [true, false]) func whoIsAloneWaitsForNobody(isAsked: Bool) {
        let levels = DrainOrder.levels([node(work: false), node(1, work: true, 0), node(1, work: false, 1)])
        #expect(levels == [[DrainOrder.Member(node: 1, hasWork: true, dependents: [])]])
        let places = DrainOrder.places(of: levels[0], drains: [isAsked])
        #expect(places.count == 1 && places[0].dependencies.isEmpty && places[0].softDependencies.isEmpty)
    }

    // C51: whatever the graph, and whoever is asked, everybody's turn comes, after that of its dependents.
    @Test(arguments: 0..<200 as Range<UInt64>) func everybodysTurnComes(seed: UInt64) {
        var generator = SeedGenerator(seed: seed)
        let count = Int.random(in: 1...9, using: &generator)
        let nodes = (0..<count).map { place in
            node(
                Int.random(in: 0...2, using: &generator),
                work: Int.random(in: 0...3, using: &generator) > 0,
                all: (0..<place).filter { _ in Int.random(in: 0...2, using: &generator) == 0 }
            )
        }
        var ended: [Int] = []
        for members in DrainOrder.levels(nodes) {
            let drains = members.map { _ in Bool.random(using: &generator) }
            let places = DrainOrder.places(of: members, drains: drains)
            var left = Set(places.indices)
            while !left.isEmpty {
                let ready = left.filter { place in
                    !(places[place].dependencies + places[place].softDependencies).contains { left.contains($0) }
                }
                #expect(!ready.isEmpty, "nobody's turn comes: \(nodes), \(drains)")
                if ready.isEmpty { return }
                left.subtract(ready)
                ended += ready.filter { !places[$0].isJoint }.map { members[$0].node }
            }
        }
        #expect(Set(ended) == Set(nodes.indices.filter { nodes[$0].hasWork }))
        var needed = nodes.map { Set($0.dependencies) }
        for place in nodes.indices { for other in nodes[place].dependencies { needed[place].formUnion(needed[other]) } }
        for (position, place) in ended.enumerated() {
            #expect(needed[place].isDisjoint(with: ended[..<position]), "a dependency ended first: \(nodes)")
        }
    }

    // C51, C61: what waits for what grows with the modules and their dependencies, not with their product.
    @Test(arguments: [nil, 2] as [Int?]) func theOrderGrowsWithTheModules(askedOneIn: Int?) throws {
        let count = 1_000
        // A chain of modules without work; behind each link there is one with work, and each needs another one.
        var nodes: [DrainOrder.Node] = []
        for link in 0..<count {
            nodes.append(node())
            nodes.append(node(1, work: false, all: link == 0 ? [0] : [3 * link - 2, 3 * link]))
            nodes.append(node(1, work: true, 3 * link + 1))
        }
        let levels = DrainOrder.levels(nodes)
        let members = try #require(levels.first)
        #expect(levels.count == 1 && members.count(where: \.hasWork) == 2 * count)
        let places = DrainOrder.places(
            of: members,
            drains: members.map { member in askedOneIn.map { member.node.isMultiple(of: $0) } ?? true }
        )
        let edges = places.reduce(0) { $0 + $1.dependencies.count + $1.softDependencies.count }
        #expect(edges < 4 * nodes.count, "\(edges) for \(nodes.count) modules")
        // Those that need others still end first.
        #expect(waves(nodes).map { Set($0.map { $0 % 3 }) } == [[2], [0]])
    }
}
