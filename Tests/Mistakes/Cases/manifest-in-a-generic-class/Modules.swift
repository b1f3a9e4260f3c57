// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

final class TradeModule<Item: Sendable>: HiveModule {
    static let manifest = ModuleManifest()
}
