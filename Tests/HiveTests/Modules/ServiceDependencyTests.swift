// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveReports
import HiveTestKit
import Testing

@testable import Hive

/// How a dependency on a service finds the modules that provide it.
@Suite(.timeLimit(.minutes(5)))
struct ServiceDependencyTests {
    private protocol Stock: Sendable {}
    private final class Shelf: ServiceImplementation, Stock { init(_ services: ServiceResolver) throws {} }
    private final class Warehouse: HiveModule {
        static let manifest = ModuleManifest(provides: [(any StoreOfItems).self])
        init() {}
    }

    // C11, C12: the module that a property list gives the service to comes first, whatever else it says of itself.
    @Test func moduleThatAListNamesComesBeforeWhoNeedsItsService() throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let journal = Journal()
        try hive.addProbe(B.self, journal, dependencies: [.service((any Stock).self)])
        try hive.addProbe(A.self, journal)
        var service = ServiceDeclaration((any Stock).self, implementation: Shelf.self, at: .record("services"))
        service.module = "A"
        try hive.modules.register([], services: [service])
        let plan = hive.startPlan()
        #expect(plan.problems == [])
        #expect(plan.modules == ["A", "B"])
    }

    // C24: a protocol with its associated type stated is another type; the form that a module provides is said.
    @Test func otherFormOfAProtocolThatAModuleProvidesIsSaid() throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(Warehouse.self)
        try hive.addProbe(A.self, Journal(), dependencies: [.service((any StoreOfItems<Int>).self)])
        let problem = try #require(hive.verify().first)
        #expect(problem.code == .unprovidedService)
        #expect(problem.remedy?.contains("ask for (any") == true, "\(problem)")
    }
}

protocol StoreOfItems<Item>: Sendable { associatedtype Item }
