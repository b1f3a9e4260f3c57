// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

// A module that only a factory makes, without one; `.ci/check-clients` expects a warning at each of these.

final class PriceModule: FactoryModule {
    static let manifest = ModuleManifest()
    let rate: Int
    init(rate: Int) { self.rate = rate }
}

func register(_ hive: Hive) async throws {
    try hive.modules.register(PriceModule.self)
    try await hive.add(PriceModule.self)
}
