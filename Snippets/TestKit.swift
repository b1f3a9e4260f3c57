// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// The samples of the test kit's doc comments.

import Hive
import HiveConfig
import HiveTestKit

// HiveConfigPlugin writes this in a target that uses it.
extension CompiledConfiguration {
    static let compiled = CompiledConfiguration(folder: "Config", files: [], catalogue: .compiled)
}

extension HiveCatalogue {
    static let compiled = HiveCatalogue(modules: [:], services: [:], implementations: [:])
}

protocol CatalogService: Sendable { func price(of sku: String) -> Int }
struct SmallCatalog: CatalogService { func price(of sku: String) -> Int { sku.count } }
struct EmptyCatalog: CatalogService { func price(of sku: String) -> Int { 0 } }
struct NoDatabase: Error {}

final class CatalogModule: HiveModule {
    static let manifest = ModuleManifest(provides: [(any CatalogService).self])
    init() {}
    func setUp(_ context: SetupContext) async throws {
        try context.services.register((any CatalogService).self, instance: SmallCatalog())
    }
}

final class CartModule: HiveModule {
    static let manifest = ModuleManifest(needs: [.service((any CatalogService).self)])
    init() {}
}

func override() async throws {
    let test = TestHive()
    try test.hive.modules.register(CatalogModule.self)
    try test.hive.overrides.register((any CatalogService).self, instance: EmptyCatalog())
    try await test.hive.start()
    print(try test.hive.services.service((any CatalogService).self).price(of: "tea"))
    try await test.hive.stop()
}

func record() async throws {
    let recorder = HiveRecorder()
    let hive = Hive(HiveOptions(observers: [recorder.observe]))
    let starting = Task { try await hive.start() }
    try await recorder.wait(for: .hookBegan(.initialize, of: "CartModule"))
    try await starting.value
}

func startCompiled() async throws {
    let test = try TestHive { try Hive(.compiled, options: $0) }
    try test.hive.overrides.register((any CatalogService).self, instance: EmptyCatalog())
    try await test.hive.start()
    try await test.recorder.wait(for: .hookEnded(.initialize, of: "CartModule"))
    try await test.hive.stop()
}

func inject(_ hive: Hive) {
    let faults = FaultInjector()
    faults.inject(.throwing(NoDatabase()), into: CatalogModule.self, at: .setUp)
    faults.install(in: hive)
}

func advance() {
    let clock = ManualClock()
    let hive = Hive(HiveOptions(clock: clock))
    clock.advance(by: .seconds(30))
    print(hive.state)
}

actor WebServer {
    func answer(_ request: String) async throws -> String { "answered \(request)" }
    func waitForRequest() async throws {}
    func serve() async throws { try await Latch().wait() }
}
let server = WebServer()

final class WebModule: WorkingModule {
    static let manifest = ModuleManifest(work: .announced)
    func run(_ context: WorkContext) async throws {
        await context.announceReady()
        try await server.serve()
    }
}

func drain(_ test: TestHive) async throws {
    try await test.hive.start()
    let answer = Task { try await server.answer("1 tea") }
    try await server.waitForRequest()
    try test.beginDrain(of: WebModule.self)
    print(try await answer.value)
    await test.finishDrain(of: WebModule.self)
    try await test.hive.stop()
    try test.requireNothingCutShort()
}

func drainOne() async throws {
    let test = TestHive()
    try test.hive.modules.register(WebModule.self)
    try await drain(test)
}

func check() async -> [String] {
    let contract = ModuleContract(of: CartModule.self) { hive in
        try hive.modules.register(CatalogModule.self)
    }
    let violations = await contract.violations()
    return violations
}

try await override()
inject(Hive())
advance()
try await drainOne()
print(await check())
