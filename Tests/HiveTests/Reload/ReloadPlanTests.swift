// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Testing

@testable import Hive

/// The difference, as a function over values: no hive is made.
@Suite(.timeLimit(.minutes(5)))
struct ReloadPlanTests {
    typealias World = ReloadWorld

    private func descriptors(_ composition: Composition) -> [ModuleDescriptor] {
        composition.modules.merged(ModuleSelection(HiveContext())).descriptors
    }

    private func plan(_ old: Composition, _ new: Composition, inCode: Set<ServiceKey> = []) -> ReloadPlan {
        let before = ModulePlan(descriptors(old), services: old.services, hiveServices: [])
        let after = ModulePlan(descriptors(new), services: new.services, hiveServices: [])
        return ReloadPlan(from: before.modules, old.services, to: after, new.services, inCode: inCode)
    }

    private func lines(_ plan: ReloadPlan) -> [String] { plan.changes.map { "\($0.subject): \($0.what)" } }

    // C11, C14: the module between them stays, and can do without the first, which comes again like the last.
    @Test func whoComesWaitsForWhatItNeedsThroughOthers() {
        func slot(_ dependencies: Int...) -> ModulePlan.Slot { .init(level: 1, dependencies: dependencies) }
        let slots = [slot(), slot(0), slot(1), slot(1, 2)].of([0, 2, 3])
        #expect(slots.map(\.dependencies) == [[], [0], [0, 1]])
    }

    // C1: what was added last keeps its place when it comes again, so nobody who comes before it waits for it.
    @Test func nobodyWaitsForWhoComesLater() {
        let first = ModulePlan.Slot(level: 1, dependencies: [])
        let slots = [first, .init(level: 1, dependencies: [0])].of([1, 0])
        #expect(slots.map(\.dependencies) == [[], []])
    }

    @Test(arguments: [[], Set(World.Change.allCases)] as [Set<World.Change>])
    func nothingHasToBeDoneForTheSame(changes: Set<World.Change>) {
        let plan = plan(World.composition(changes), World.composition(changes))
        #expect(plan.removed.isEmpty && plan.added.isEmpty && plan.updates.isEmpty)
        #expect(plan.withdrawn.isEmpty && plan.registered.isEmpty)
        #expect(plan.changes == [])
        #expect(plan.services.count == World.composition(changes).services.count)
    }

    /// The composition with every line moved down.
    private func moved(_ composition: Composition) -> Composition {
        func moved(_ origin: Origin) -> Origin {
            .propertyList(origin.file, origin.keyPath, line: origin.line.map { $0 + 10 })
        }
        let modules = composition.modules.map { old in
            var new = ModuleDeclaration(old.type, at: moved(old.origin))
            new.options = old.options
            return new
        }
        let services = composition.services.map { old in
            var new = ServiceDeclaration(old.type, implementation: old.implementation, at: moved(old.origin))
            new.module = old.module
            return new
        }
        return Composition(modules: modules, services: services)
    }

    // C43: where lines have only moved, nothing is reported, and later errors name the new ones.
    @Test func modulesTakeTheNewPlacesOfWhatHasOnlyMoved() {
        let (old, new) = (World.composition(), moved(World.composition()))
        let plan = plan(old, new)
        #expect(plan.changes == [])
        #expect(plan.withdrawn.isEmpty && plan.registered.isEmpty)
        #expect(plan.updates.map(\.isTold) == plan.updates.map { _ in false })
        let lines = Dictionary(uniqueKeysWithValues: new.modules.map { (ObjectIdentifier($0.type), $0.origin.line) })
        #expect(plan.updates.count == new.modules.count)
        for update in plan.updates {
            #expect(update.target.origin.line == lines[update.target.id])
            #expect(
                update.target.originOfOption(ConfigurationKeyPath([.key("number")])).line == lines[update.target.id]
            )
        }
    }

    @Test func modulesThatComeAreInBootOrderAndThoseThatGoInTheirs() {
        let plan = plan(World.composition(), World.composition([.addsModules, .removesModules]))
        #expect(plan.removed.map(\.name) == ["Former", "FormerUser"])
        #expect(plan.added.map(\.name) == ["Comer", "ComerUser"])
        #expect(plan.schedule.map(\.dependencies) == [[], [0]])
        #expect(plan.withdrawn.isEmpty, "What goes with its module is not withdrawn by itself.")
        #expect(plan.registered.map { "\($0.declaration.key)" } == ["OfComer"])
        #expect(
            lines(plan) == [
                "Former: module removed", "FormerUser: module removed", "Comer: module added",
                "ComerUser: module added",
                "GoneWithModule: service removed", "OfComer: service added",
            ]
        )
        #expect(
            plan.changes.map(\.origin?.file) == [
                "old.plist", "old.plist", "new.plist", "new.plist", "old.plist", "new.plist",
            ]
        )
    }

    @Test func optionsReachOnlyThoseWhoCanTakeThem() {
        let plan = plan(World.composition(), World.composition([.changesOptions]))
        #expect(plan.updates.filter(\.isTold).map(\.target.options) == [["number": 2], ["number": 2]])
        var new = World.composition()
        new.modules[0].options = ["a": 1]
        new.modules[0].startTimeout = .seconds(1)
        let other = self.plan(World.composition(), new)
        #expect(other.updates.map(\.isTold) == [false])
        #expect(other.updates.map(\.target.options) == [[:]])
        #expect(other.updates.map(\.target.manifest.startTimeout) == [.seconds(1)])
        #expect(other.changes.map(\.deferral) == ["the module is no ReconfigurableModule", nil])
    }

    @Test func serviceThatChangesItsOwnerIsReplaced() {
        var new = World.composition()
        let index = new.services.firstIndex { $0.type == (any World.Kept).self } ?? 0
        new.services[index].module = "Base"
        let plan = plan(World.composition(), new)
        #expect(lines(plan) == ["Kept: service replaced"])
        #expect(plan.withdrawn.count == 1)
        #expect(plan.registered.map(\.owner) == [ObjectIdentifier(World.Base.self)])
    }

    @Test(arguments: [World.Change.addsServices, .removesServices, .replacesServices])
    func serviceOfCodeIsLeftAlone(change: World.Change) {
        let keys = World.composition([.addsServices]).services.map(\.key)
        let plan = plan(World.composition(), World.composition([change]), inCode: Set(keys))
        #expect(plan.withdrawn.isEmpty && plan.registered.isEmpty)
        #expect(!plan.changes.isEmpty)
        #expect(plan.changes.allSatisfy { $0.deferral == "code registers the service as well" })
        #expect(
            plan.services.map { "\($0.key) \($0.implementation)" }.sorted()
                == World.composition().services.map { "\($0.key) \($0.implementation)" }.sorted()
        )
    }

    @Test func changeSaysEverythingInOneLine() {
        let change = ConfigurationChange(
            .options,
            "Cart",
            at: .propertyList("a.plist", nil, line: 3),
            deferral: "it is up"
        )
        #expect("\(change)" == "Cart: options [a.plist:3]; counts from the next start on: it is up")
        #expect("\(ReloadReport(changes: [], warnings: [], failures: []))" == "nothing has changed")
        let report = ReloadReport(changes: [change], warnings: [], failures: [])
        #expect(report.summary == "1 change, 1 of them from the next start on")
    }
}
