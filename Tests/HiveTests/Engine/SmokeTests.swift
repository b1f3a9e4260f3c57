// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

protocol Catalog: Sendable { func price() -> Int }
struct MemoryCatalog: Catalog { func price() -> Int { 3 } }
struct Placed: HiveEvent { let id: Int }

final class CatalogModule: HiveModule {
    static let level: ModuleLevel = .basic
    static let provides: [any Any.Type] = [(any Catalog).self]
    init() {}
    func setUp(_ context: SetupContext) async throws {
        try context.services.register((any Catalog).self) { _ in MemoryCatalog() }
    }
}
actor TradeModule: HiveModule {
    static let dependencies: [ModuleDependency] = [.service((any Catalog).self)]
    var open: [Int] = []
    @Autowired var catalog: any Catalog
    init() {}
    func setUp(_ context: SetupContext) async throws {
        try context.events.subscribe(Placed.self) { event, _ in await self.accept(event.id) }
        try context.events.subscribe(Placed.self) { event, _ in print(event.id) }
    }
    func accept(_ id: Int) { open.append(id) }
    func initialize(_ context: ModuleContext) async throws {
        #expect(try context.service((any Catalog).self).price() == 3)
        #expect(catalog.price() == 3)
    }
}
@MainActor final class HomeModule: HiveModule {
    var n = 0
    nonisolated static let priority = 4
    init() {}
    func ready(_ context: ModuleContext) async throws { n += 1 }
}

@Suite(.timeLimit(.minutes(5)))
struct SmokeTests {
    @Test func startsAndStops() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(TradeModule.self)
        try hive.modules.register(CatalogModule.self)
        try hive.modules.register(HomeModule.self)
        #expect(hive.verify() == [])
        try await hive.start()
        #expect(hive.modules.running == ["CatalogModule", "HomeModule", "TradeModule"])
        let outcome = try await hive.events.trigger(Placed(id: 3))
        #expect(outcome.handlerCount == 2)
        let trade = try #require(hive.modules.module(TradeModule.self))
        #expect(await trade.open == [3])
        try await hive.stop()
        #expect(hive.state == .stopped)
    }
}
