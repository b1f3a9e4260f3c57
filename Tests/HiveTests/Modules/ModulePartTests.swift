// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// The modules of a part, against the plainest definition (C56).
@Suite(.timeLimit(.minutes(5)))
struct ModulePartTests {
    private static let types: [any HiveModule.Type] = [
        Probe<A>.self, Probe<B>.self, Probe<C>.self, Probe<D>.self, Probe<E>.self, Probe<F>.self,
    ]
    private enum D {}
    private enum E {}
    private enum F {}

    /// Who needs whom, by their places, and who can do without whom.
    private struct Graph {
        var needs: [[Int]]
        var wishes: [[Int]]
        var disabled: Int?

        init(_ random: inout SeedGenerator) {
            let count = ModulePartTests.types.count
            needs = (0..<count).map { place in (0..<count).filter { $0 < place && random.next() % 4 == 0 } }
            wishes = (0..<count).map { place in (0..<count).filter { $0 < place && random.next() % 4 == 0 } }
            disabled = random.next() % 3 == 0 ? Int(random.next() % UInt64(count)) : nil
        }

        func needed(by places: Set<Int>) -> Set<Int> {
            let more = places.union(places.flatMap { needs[$0] })
            return more == places ? places : needed(by: more)
        }

        var declarations: [ModuleDeclaration] {
            ModulePartTests.types.enumerated().map { place, type in
                var declaration = ModuleDeclaration(type, at: .code())
                declaration.isEnabled = place != disabled
                declaration.needs = needs[place].map { (.module(ModulePartTests.types[$0]), .code()) }
                declaration.needs? += wishes[place].map {
                    (.named(ModulePartTests.types[$0].moduleName, optional: true), .code())
                }
                declaration.factory = { throw CancellationError() }
                return declaration
            }
        }
    }

    // C56: exactly what is needed, in the order of the whole.
    @Test func aPartIsWhatItsModulesNeed() throws {
        var random = SeedGenerator(seed: 56)
        for _ in 0..<500 {
            let graph = Graph(&random)
            let chosen = Set(Self.types.indices.filter { _ in random.next() % 3 == 0 })
            let whole = Hive(HiveOptions(clock: ManualClock()))
            let only = chosen.sorted().map { ModuleDependency.module(Self.types[$0]) }
            let part = Hive(HiveOptions(only: only, clock: ManualClock()))
            for hive in [whole, part] { try hive.modules.register(graph.declarations) }
            var expected = graph.needed(by: chosen)
            let isBroken = graph.disabled.map { expected.contains($0) } ?? false
            if let disabled = graph.disabled { expected.remove(disabled) }
            // Nobody goes on from a module that is disabled.
            if isBroken {
                #expect(part.verify().errors.allSatisfy { $0.code == .disabledDependency })
                #expect(!part.verify().errors.isEmpty)
                continue
            }
            let names = Set(expected.map { Self.types[$0].moduleName })
            #expect(part.verify() == [])
            let order = part.plan.modules.map(\.name)
            #expect(Set(order) == names)
            #expect(order.count == names.count)
            #expect(part.modules.descriptors.count == Self.types.count)
            // A chain keeps its order; what is not tied to it may stand elsewhere.
            let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($0.element, $0.offset) })
            for link in part.plan.links { #expect(link.target < link.module) }
            for place in expected {
                for need in graph.needs[place] {
                    #expect(places[Self.types[need].moduleName]! < places[Self.types[place].moduleName]!)
                }
            }
        }
    }

    // C56, C61: a circle does not hang.
    @Test func aCircleIsReportedInAPartAsInTheWhole() throws {
        let hive = Hive(HiveOptions(only: [.named("A")], clock: ManualClock()))
        let journal = Journal()
        try hive.addProbe(A.self, journal, dependencies: [.named("B")])
        try hive.addProbe(B.self, journal, dependencies: [.named("A")])
        try hive.addProbe(C.self, journal, dependencies: [.named("C")])
        #expect(hive.verify().map(\.code) == [.dependencyCycle])
    }
}
