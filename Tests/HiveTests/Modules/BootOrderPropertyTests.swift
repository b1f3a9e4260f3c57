// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// The boot order of random module sets, held against a model that is written from the contract alone.
@Suite(.timeLimit(.minutes(5)))
struct BootOrderPropertyTests {
    /// A module as the contract speaks of it.
    private struct Module {
        var level: Int
        var priority: Int
        /// Code is 0, property lists are 1, records are 2.
        var source: Int
        var place: Int
        var needs: [Int]
    }

    private static func random(_ generator: inout SeedGenerator, mayHaveCycles: Bool) -> [Module] {
        let count = Int.random(in: 0...14, using: &generator)
        // A hidden order keeps dependencies free of cycles, however wild levels and priorities are.
        let hidden = Array(0..<count).shuffled(using: &generator)
        return (0..<count).map { module in
            let candidates = (0..<count).filter { $0 != module && (mayHaveCycles || hidden[$0] < hidden[module]) }
            let needs = candidates.filter { _ in Int.random(in: 0..<5, using: &generator) == 0 }
            return Module(
                level: Int.random(in: -1...2, using: &generator),
                priority: Int.random(in: -2...2, using: &generator),
                source: Int.random(in: 0...2, using: &generator),
                place: module,
                needs: needs.shuffled(using: &generator)
            )
        }
    }

    /// The walk of C11 in its plainest form: again and again the first module that is left, its needs before it.
    private static func model(_ modules: [Module]) -> [Int] {
        func comes(_ left: Int, before right: Int) -> Bool {
            let (first, second) = (modules[left], modules[right])
            if first.level != second.level { return first.level < second.level }
            if first.priority != second.priority { return first.priority > second.priority }
            if first.source != second.source { return first.source < second.source }
            return first.place < second.place
        }
        var placed: [Int] = []
        func place(_ module: Int) {
            if placed.contains(module) { return }
            var left = modules[module].needs
            while let first = left.min(by: comes) {
                place(first)
                left.removeAll { $0 == first }
            }
            placed.append(module)
        }
        var left = Array(modules.indices)
        while let first = left.min(by: comes) {
            place(first)
            left.removeAll { $0 == first }
        }
        return placed
    }

    /// The same modules as the function under test takes them, in the order of their sources.
    private static func resolve(_ modules: [Module]) -> (result: BootOrder.Result, module: [Int]) {
        let bySource = modules.indices.sorted {
            (modules[$0].source, modules[$0].place) < (modules[$1].source, modules[$1].place)
        }
        var position: [Int: Int] = [:]
        for (index, module) in bySource.enumerated() { position[module] = index }
        let nodes = bySource.map { module in
            BootOrder.Node(
                level: modules[module].level,
                priority: modules[module].priority,
                dependencies: modules[module].needs.compactMap { position[$0] }
            )
        }
        return (BootOrder.resolve(nodes), bySource)
    }

    // C10, C11
    @Test(arguments: 0..<8 as Range<UInt64>)
    func orderIsTheModels(seed: UInt64) async {
        var generator = SeedGenerator(seed: seed)
        for _ in 0..<500 {
            // The other tests wait for this thread, some of them by the clock.
            await Task.yield()
            let modules = Self.random(&generator, mayHaveCycles: false)
            let (result, names) = Self.resolve(modules)
            #expect(result.order.map { names[$0] } == Self.model(modules), "\(modules)")
            #expect(result.cycles.isEmpty)
        }
    }

    // C11: a contradiction is exactly a need that level and priority would have put later.
    @Test func contradictionsAreTheNeedsThatOutrankTheirModule() {
        var generator = SeedGenerator(seed: 99)
        for _ in 0..<1000 {
            let modules = Self.random(&generator, mayHaveCycles: false)
            let (result, names) = Self.resolve(modules)
            let found = Set(
                result.contradictions.map { [names[$0.node], modules[names[$0.node]].needs[$0.dependency]] }
            )
            var expected: Set<[Int]> = []
            for (index, module) in modules.enumerated() {
                for need in module.needs {
                    let other = modules[need]
                    if other.level > module.level || other.level == module.level && other.priority < module.priority {
                        expected.insert([index, need])
                    }
                }
            }
            #expect(found == expected)
        }
    }

    // C12: a cycle is reported exactly when there is one, and what is reported is one.
    @Test(arguments: 0..<4 as Range<UInt64>)
    func cyclesAreFound(seed: UInt64) async {
        var generator = SeedGenerator(seed: 1000 + seed)
        for _ in 0..<500 {
            // The other tests wait for this thread, some of them by the clock.
            await Task.yield()
            let modules = Self.random(&generator, mayHaveCycles: true)
            let (result, names) = Self.resolve(modules)
            #expect(result.order.count == modules.count)
            #expect(Set(result.order).count == modules.count)
            #expect(result.cycles.isEmpty == !Self.hasCycle(modules))
            for cycle in result.cycles {
                for (index, leg) in cycle.enumerated() {
                    let next = cycle[(index + 1) % cycle.count]
                    #expect(modules[names[leg.node]].needs[leg.dependency] == names[next.node])
                }
            }
        }
    }

    /// Takes away modules that need nothing that is left, until none goes any more.
    private static func hasCycle(_ modules: [Module]) -> Bool {
        var left = Set(modules.indices)
        while let free = left.first(where: { left.isDisjoint(with: modules[$0].needs) }) { left.remove(free) }
        return !left.isEmpty
    }

    // C11: a chain may be as long as memory allows.
    @Test func longChainNeedsNoStack() {
        let count = 100_000
        let nodes = (0..<count).map { index in
            BootOrder.Node(level: 0, priority: 0, dependencies: index + 1 < count ? [index + 1] : [])
        }
        #expect(BootOrder.resolve(nodes).order == Array((0..<count).reversed()))
    }

    // C11: what a module of a lower level needs, directly or not, is initialized with that level.
    @Test func whatALowerLevelNeedsHasThatLevel() {
        func node(level: Int, needs: [Int]) -> BootOrder.Node {
            BootOrder.Node(level: level, priority: 0, dependencies: needs)
        }
        let nodes = [
            node(level: 3, needs: []), node(level: 2, needs: [0]), node(level: 1, needs: [1]),
            node(level: 2, needs: []),
        ]
        #expect(BootOrder.resolve(nodes).levels == [1, 1, 1, 2])
    }
}
