// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

protocol TradeService: Sendable {}

final class TradeModule: HiveModule {
    static let manifest = ModuleManifest(provides: (any TradeService).self)
}
