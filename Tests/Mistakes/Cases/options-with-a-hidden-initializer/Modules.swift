// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// Trades.
public final class TradeModule: HiveModule {
    /// What property lists say about the module.
    public struct Options: ModuleOptions {
        var limit = 10
    }
    /// What the module is.
    public static let manifest = ModuleManifest()

    /// Creates the module.
    public init() {}
}
