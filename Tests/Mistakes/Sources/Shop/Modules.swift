// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

public final class TradeModule: HiveModule {
    public init() {}
}

public final class HomeModule: HiveModule {
    public init() {}
}

/// A module with a name of its own.
public actor CartModule: HiveModule {
    public static let moduleName = "cart"

    public init() {}
}

/// A module with options.
public actor StorageModule: HiveModule {
    struct Options: Decodable, Sendable {
        let host: String
        let retries: Int
    }

    public static let optionsType: (any (Decodable & Sendable).Type)? = Options.self

    public init() {}
}

/// A module that only a factory makes.
public final class PaymentModule: FactoryModule {
    let account: String

    public init(account: String) {
        self.account = account
    }
}

/// There is one in Warehouse too.
public final class TwinModule: HiveModule {
    public init() {}
}

public enum Back {
    public final class OfficeModule: HiveModule {
        public init() {}
    }
}

/// A class that needs to know of what.
public final class ShelfModule<Item: Sendable>: HiveModule {
    public init() {}
}

/// A module that other Swift modules don't see.
final class HiddenModule: HiveModule {
    init() {}
}

/// A class that is no module.
public final class Ledger {}

/// A type that is no class.
public struct Receipt {}
