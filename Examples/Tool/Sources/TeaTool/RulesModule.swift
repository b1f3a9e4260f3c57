// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import TeaBooks

/// Knows what a product has to be like.
final class RulesModule: HiveModule {
    struct Options: ModuleOptions {
        /// In cents.
        var maximumPrice: UInt32 = 100_00
    }
    static let manifest = ModuleManifest(level: .basic, provides: [Rules.self])

    func setUp(_ context: SetupContext) async throws {
        let options: Options = try context.options()
        let rules = Rules(maximumPrice: Money(cents: Int(options.maximumPrice)))
        try context.services.register(Rules.self, instance: rules)
    }
}
