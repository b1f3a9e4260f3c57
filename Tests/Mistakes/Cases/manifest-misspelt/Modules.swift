// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

final class TradeModule: HiveModule {
    static let manifset = ModuleManifest()
}
