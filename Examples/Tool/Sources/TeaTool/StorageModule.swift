// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import TeaBooks

/// Opens the database, and closes it when the command is done.
final class StorageModule: HiveModule {
    struct Options: ModuleOptions {
        var path = "tea.sqlite"
    }
    static let manifest = ModuleManifest(level: .basic, provides: [Store.self])

    func setUp(_ context: SetupContext) async throws {
        let options: Options = try context.options()
        let turn = Turn { complain("another command is writing into \(options.path): waiting for it") }
        // It blocks, and somebody may not want to wait.
        let store = try await withTaskCancellationHandler {
            try Store(path: options.path, turn: turn)
        } onCancel: {
            turn.giveUp()
        }
        try context.services.register(Store.self, shutdown: { try $0.close() }, instance: store)
    }
}
