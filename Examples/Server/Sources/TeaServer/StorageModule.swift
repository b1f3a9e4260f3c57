// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import TeaShop

/// Opens the database, and closes it when nobody needs it any more.
final class StorageModule: HiveModule {
    struct Options: ModuleOptions {
        var path = "tea.sqlite"
    }
    static let manifest = ModuleManifest(level: .basic, provides: [Store.self])

    func setUp(_ context: SetupContext) async throws {
        let options: Options = try context.options()
        let store = try Store(path: options.path)
        try context.services.register(Store.self, shutdown: { try $0.close() }, instance: store)
    }

    func health(_ context: ModuleContext) async throws -> ModuleHealth {
        try await context.service(Store.self).check()
        return .healthy
    }
}
