// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive
package import HiveModulesElsewhere
import HiveReports
import HiveTestKit
import Testing

/// What refines `HiveModule` is found however and wherever a class adopts it.
@Suite(.timeLimit(.minutes(5)))
struct RoleTests {
    /// Types whose work ends at once, so that it stops the hive.
    static let workers: [any HiveModule.Type] = [
        Direct.self, ByExtension.self, ByActor.self, OnMainActor.self, Inheriting.self, Adding.self,
        AddingToOneElsewhere.self, AddingTwice.self, BelowNoModule.self, OfAnything<Int>.self, OfMarked<Int>.self,
        Outer<Int>.Inside.self, Product.self, LateWorker.self,
    ]
    static let idlers: [any HiveModule.Type] = [
        Plain.self, Base.self, Heir.self, PlainBelowNoModule.self, OfMarked<String>.self, Outer<String>.Inside.self,
        ModuleElsewhere.self,
    ]
    static let products: [any HiveModule.Type] = [
        Product.self, ProductByExtension.self, ProductByAddition.self, ProductOfMarked<Int>.self,
        LateProduct.self,
    ]

    // C49: the work of every class that says that it has some begins.
    @Test(arguments: workers) func workIsFound(_ type: any HiveModule.Type) async throws {
        let hasWork = type.hasWork
        #expect(hasWork)
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try register(type, on: hive)
        #expect(hive.verify().isEmpty)
        let haveWork = hive.plan.modules.map { $0.type.hasWork }
        #expect(haveWork == [true])
        try await hive.start()
        try await hive.waitUntilStopped()
    }

    // C49: a class that says nothing of work has none.
    @Test(arguments: idlers) func noWorkIsMadeUp(_ type: any HiveModule.Type) async throws {
        let hasWork = type.hasWork
        #expect(!hasWork)
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try register(type, on: hive)
        #expect(hive.verify().isEmpty)
        try await hive.start()
        let haveWork = hive.plan.modules.map { $0.type.hasWork }
        #expect(haveWork == [false])
        #expect(hive.state == .running)
        try await hive.stop()
    }

    // C49: the work is that of the instance, which may be one of a subclass.
    @Test func theInstanceSaysWhetherItHasWork() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(Base.self) { Adding() }
        try await hive.start()
        try await hive.waitUntilStopped()
    }

    // C17: a module that only a factory makes and nobody registered one for is found before anything starts.
    @Test(arguments: products) func factoryIsMissed(_ type: any HiveModule.Type) throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register([ModuleDeclaration(type, at: .code(fileID: "Shop/Home.swift", line: 1))])
        #expect(hive.verify().map(\.code) == [.needsFactory])
    }

    private func register<Module: HiveModule>(_ type: Module.Type, on hive: Hive) throws {
        guard type == Product.self else { return try hive.modules.register(type) }
        try hive.modules.register(Product.self) { Product(1) }
    }
}

// MARK: - Classes that say in different ways what they are

private final class Plain: HiveModule {
    static let manifest = ModuleManifest()
}

private final class Direct: WorkingModule {
    static let manifest = ModuleManifest()
    func run(_ context: WorkContext) async throws {}
}

private final class ByExtension: HiveModule {
    static let manifest = ModuleManifest()
}

extension ByExtension: WorkingModule {
    func run(_ context: WorkContext) async throws {}
}

private actor ByActor: WorkingModule {
    static let manifest = ModuleManifest()
    func run(_ context: WorkContext) async throws {}
}

@MainActor private final class OnMainActor: WorkingModule {
    nonisolated static let manifest = ModuleManifest()
    func run(_ context: WorkContext) async throws {}
}

// Sound: without state, in the subclasses too; so are the classes below.
private class Base: HiveModule, @unchecked Sendable {
    static let manifest = ModuleManifest()
    required init() {}
}

private final class Heir: Base, @unchecked Sendable {}

private class Adding: Base, WorkingModule, @unchecked Sendable {
    func run(_ context: WorkContext) async throws {}
}

private final class AddingTwice: Adding, @unchecked Sendable {}

private final class AddingToOneElsewhere: ModuleElsewhere, WorkingModule, @unchecked Sendable {
    func run(_ context: WorkContext) async throws {}
}

private class WorkingBase: WorkingModule, @unchecked Sendable {
    static let manifest = ModuleManifest()
    required init() {}
    func run(_ context: WorkContext) async throws {}
}

private final class Inheriting: WorkingBase, @unchecked Sendable {}

private class NoModule {}

private final class BelowNoModule: NoModule, WorkingModule, @unchecked Sendable {
    static let manifest = ModuleManifest()
    func run(_ context: WorkContext) async throws {}
}

private final class PlainBelowNoModule: NoModule, HiveModule, @unchecked Sendable {
    static let manifest = ModuleManifest()
}

private final class OfAnything<Thing>: WorkingModule {
    static var manifest: ModuleManifest { ModuleManifest() }
    func run(_ context: WorkContext) async throws {}
}

private protocol Marked {}

extension Int: Marked {}

private final class OfMarked<Thing>: HiveModule {
    static var manifest: ModuleManifest { ModuleManifest() }
}

extension OfMarked: WorkingModule where Thing: Marked {
    func run(_ context: WorkContext) async throws {}
}

private enum Outer<Thing> {
    final class Inside: HiveModule {
        static var manifest: ModuleManifest { ModuleManifest() }
    }
}

extension Outer.Inside: WorkingModule where Thing: Marked {
    func run(_ context: WorkContext) async throws {}
}

private final class Product: FactoryModule, WorkingModule {
    static let manifest = ModuleManifest()
    init(_ number: Int) {}
    func run(_ context: WorkContext) async throws {}
}

private final class ProductByExtension: HiveModule {
    static let manifest = ModuleManifest()
    init(_ number: Int) {}
}

extension ProductByExtension: FactoryModule {}

private final class ProductByAddition: Base, FactoryModule, @unchecked Sendable {}

private final class ProductOfMarked<Thing>: HiveModule {
    static var manifest: ModuleManifest { ModuleManifest() }
}

extension ProductOfMarked: FactoryModule where Thing: Marked {}

extension LateWorker: WorkingModule {
    package func run(_ context: WorkContext) async throws {}
}

extension LateProduct: FactoryModule {}
