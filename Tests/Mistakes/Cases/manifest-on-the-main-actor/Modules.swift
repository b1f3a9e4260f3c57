// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

@MainActor
final class TradeModule: HiveModule {
    static let manifest = ModuleManifest()
}
