// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// A class of modules with a subclass, on no actor and on the main actor, and a generic module.

import Hive

// Sound: without state, in the subclass too.
class ReportModule: HiveModule, @unchecked Sendable {
    class var manifest: ModuleManifest { ModuleManifest(startTimeout: .seconds(10)) }

    required init() {}

    func ready(_ context: ModuleContext) async throws { print("reports can be asked for") }
}

final class SalesModule: ReportModule, @unchecked Sendable {
    override class var manifest: ModuleManifest {
        var manifest = super.manifest
        manifest.priority = 10
        return manifest
    }

    override func ready(_ context: ModuleContext) async throws {
        try await super.ready(context)
        print("sales are counted")
    }
}

@MainActor class WindowModule: HiveModule {
    nonisolated class var manifest: ModuleManifest { ModuleManifest() }
    var title = "Shop"

    required init() {}

    func ready(_ context: ModuleContext) async throws { print(title) }
}

final class OrderWindowModule: WindowModule {
    nonisolated override class var manifest: ModuleManifest { ModuleManifest(priority: 5) }

    override func ready(_ context: ModuleContext) async throws {
        title = "Orders"
        try await super.ready(context)
    }
}

final class CacheModule<Value: Sendable>: HiveModule {
    static var manifest: ModuleManifest { ModuleManifest(name: "\(Value.self)Cache") }
}

@main struct ModuleClasses {
    static func main() async throws {
        let hive = Hive()
        try hive.modules.register(SalesModule.self)
        try hive.modules.register(OrderWindowModule.self)
        try hive.modules.register(CacheModule<Int>.self)
        try hive.modules.register(CacheModule<String>.self)
        try await hive.start()
        print(hive.modules.descriptors.map(\.name))
        try await hive.stop()
    }
}
