// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// A library that lets modules register something of its own, and a module that does.

import Hive

struct HealthCheck: RegistryEntry {
    let key: String?
    let origin: Origin
    let isHealthy: @Sendable () async -> Bool

    static func makeTable(
        _ records: [(entry: HealthCheck, module: String?)],
        in context: HiveContext
    ) -> [HealthCheck] {
        records.map(\.entry)
    }
}

extension SetupContext {
    func check(
        _ name: String,
        fileID: String = #fileID,
        line: Int = #line,
        isHealthy: @escaping @Sendable () async -> Bool
    ) throws {
        let origin = Origin.code(fileID: fileID, line: line)
        let entry = HealthCheck(key: "the check \(name)", origin: origin, isHealthy: isHealthy)
        try register([entry])
    }
}

extension HookContext where Self: ServiceLookup {
    func checks() throws -> [HealthCheck] { try table(of: HealthCheck.self) }
}

final class StoreModule: HiveModule {
    static let manifest = ModuleManifest()
    init() {}

    func setUp(_ context: SetupContext) async throws {
        try context.check("store") { true }
    }
}

let hive = Hive()
try hive.modules.register(StoreModule.self)
try await hive.start()
for check in try hive.table(of: HealthCheck.self) { print(await check.isHealthy()) }
try await hive.stop()
