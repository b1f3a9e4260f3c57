// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

package final class TradeModule: HiveModule {
    package static let manifest = ModuleManifest()

    package init() {}
}

package final class HomeModule: HiveModule {
    package static let manifest = ModuleManifest()

    package init() {}
}

/// A module with a name of its own.
package actor CartModule: HiveModule {
    package static let manifest = ModuleManifest(name: "cart")

    package init() {}
}

/// A module with options that have defaults.
package actor StorageModule: HiveModule {
    package struct Options: ModuleOptions {
        var host = "localhost"
        var retries = 1
        var password: Secret<String>?
        var isFast: Bool?

        package init() {}
    }

    package static let manifest = ModuleManifest()

    package init() {}
}

/// A module with options that have none.
package actor ArchiveModule: HiveModule {
    package struct Options: Decodable, Sendable {
        let host: String
        let retries: Int
    }

    package static let manifest = ModuleManifest()

    package init() {}
}

/// A module that only a factory makes.
package final class PaymentModule: FactoryModule {
    package static let manifest = ModuleManifest()

    let account: String

    package init(account: String) {
        self.account = account
    }
}

/// There is one in Warehouse too.
package final class TwinModule: HiveModule {
    package static let manifest = ModuleManifest()

    package init() {}
}

package enum Back {
    package final class OfficeModule: HiveModule {
        package static let manifest = ModuleManifest()

        package init() {}
    }
}

/// A class that needs to know of what.
package final class ShelfModule<Item: Sendable>: HiveModule {
    package static var manifest: ModuleManifest { ModuleManifest() }

    package init() {}
}

/// A module that other Swift modules don't see.
final class HiddenModule: HiveModule {
    static let manifest = ModuleManifest()

    init() {}
}

/// A class that is no module.
package final class Ledger {}

/// A type that is no class.
package struct Receipt {}
