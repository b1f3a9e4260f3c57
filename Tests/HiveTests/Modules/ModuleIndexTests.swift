// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Synchronization
import Testing

@testable import Hive

/// Who needs whom among the modules that run (C15, C16).
@Suite(.timeLimit(.minutes(5)))
struct ModuleIndexTests {
    private protocol Stock: Sendable {}

    private func descriptor<Tag>(
        _ tag: Tag.Type,
        needs: [ModuleDependency] = []
    ) -> ModuleDescriptor {
        var declaration = ModuleDeclaration(Probe<Tag>.self, at: .code()) { throw CancellationError() }
        declaration.needs = needs.map { ($0, .code()) }
        return ModuleDescriptor([declaration], ModuleSelection(HiveContext()))
    }

    private func id<Tag>(_ tag: Tag.Type) -> ObjectIdentifier { ObjectIdentifier(Probe<Tag>.self) }

    private func problems(
        of module: ModuleDescriptor,
        among running: [ModuleDescriptor],
        served: Set<ObjectIdentifier> = []
    ) -> [HiveErrorCode] {
        module.problems(ofJoining: running, listed: [], served, in: .development, policy: .stop).map(\.code)
    }

    @Test func whatIsNotThereCannotBeNeeded() {
        let running = [descriptor(A.self)]
        let stock = ModuleDependency.service((any Stock).self)
        let served: Set = [ObjectIdentifier((any Stock).self)]
        #expect(problems(of: descriptor(B.self, needs: [.named("C")]), among: running) == [.unknownDependency])
        #expect(problems(of: descriptor(B.self, needs: [stock]), among: running) == [.unprovidedService])
        #expect(problems(of: descriptor(B.self, needs: [stock]), among: running, served: served) == [])
        #expect(problems(of: descriptor(B.self, needs: [.named("C", optional: true)]), among: running) == [])
        let met = descriptor(B.self, needs: [.named("A"), .module(Probe<A>.self)])
        #expect(problems(of: met, among: running) == [])
        #expect(problems(of: descriptor(B.self, needs: [.named("B")]), among: running) == [.selfDependency])
    }

    // C12: whom it needs may need it, where that could be done without so far.
    @Test func circleThatAModuleClosesIsFound() {
        let waiting = descriptor(A.self, needs: [.named("C", optional: true)])
        let between = descriptor(B.self, needs: [.named("A")])
        let running = [waiting, between]
        #expect(problems(of: descriptor(C.self), among: running) == [])
        #expect(problems(of: descriptor(C.self, needs: [.named("B")]), among: running) == [.dependencyCycle])
        #expect(NeedGraph(running, services: []).dependents(of: id(A.self)) == [id(B.self)])
    }

    // C16: also through services that property lists give to a module.
    @Test func dependentsAreFoundThroughServices() {
        var service = ServiceDeclaration((any Stock).self, implementation: Shelf.self, at: .record("a"))
        service.module = "A"
        let stock = ModuleDependency.service((any Stock).self)
        let needy = descriptor(C.self, needs: [.module(Probe<B>.self)])
        let modules = [descriptor(A.self), descriptor(B.self, needs: [stock]), needy]
        let graph = NeedGraph(modules, services: [service])
        #expect(graph.dependents(of: id(A.self)) == [id(B.self), id(C.self)])
        #expect(graph.dependents(of: id(C.self)) == [])
        let index = ModuleIndex(modules, services: [service])
        #expect(index.needed(by: id(B.self), fields: []) == [id(A.self)])
        #expect(index.needed(by: id(C.self), fields: [ServiceKey((any Stock).self)]) == [id(A.self), id(B.self)])
        #expect(NeedGraph([descriptor(A.self), needy], services: [service]).dependents(of: id(A.self)) == [])
    }

    private final class Shelf: ServiceImplementation, Stock { init(_ services: ServiceResolver) throws {} }

    /// Counts how often it is looked at.
    private final class Counted: HiveModule {
        struct Options: Decodable {
            init(from decoder: any Decoder) throws { count.add(1, ordering: .relaxed) }
        }
        static let manifest = ModuleManifest()
        static let count = Atomic(0)
        init() {}
    }

    // C15: an addition looks at what it touches; the options of modules that run are not read again.
    @Test func additionDoesNotReadOptionsOfModulesThatRun() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(Counted.self)
        try await hive.start()
        let before = Counted.count.load(ordering: .relaxed)
        try await hive.add(Probe<A>.self) { Probe<A>(Script()) }
        var needy = ModuleDeclaration(Probe<B>.self, at: .code())
        needy.needs = [(.module(Probe<A>.self), .code())]
        needy.factory = { Probe<B>(Script()) }
        try await hive.add(needy)
        try await hive.remove(Probe<A>.self, removesDependents: true)
        #expect(Counted.count.load(ordering: .relaxed) == before)
        #expect(hive.modules.running == ["Counted"])
        try await hive.stop()
    }

    // C15, C12: what is wrong is said as before.
    @Test func circleIsReportedWithItsLegs() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, Journal(), dependencies: [.named("B", optional: true)])
        try await hive.start()
        var closing = ModuleDeclaration(Probe<B>.self, at: .code())
        closing.needs = [(.named("A"), .code())]
        closing.factory = { Probe<B>(Script()) }
        let error = await #expect(throws: HiveError.self) { try await hive.add(closing) }
        #expect(error?.problems.errors.map(\.code) == [.dependencyCycle])
        try await hive.stop()
    }
}
