// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

final class TradeModule: HiveModule {
    struct Options {
        var limit = 10
    }
    static let manifest = ModuleManifest()
}
