// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

final class HomeModule: HiveModule {
    static let manifest = ModuleManifest()
}

final class TradeModule: HiveModule {
    static let manifest = ModuleManifest(needs: [HomeModule.self])
}
