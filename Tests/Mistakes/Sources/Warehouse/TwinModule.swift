// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// There is one in Shop too.
package final class TwinModule: HiveModule {
    package static let manifest = ModuleManifest()

    package init() {}
}

/// There is none of this name elsewhere.
package final class StockModule: HiveModule {
    package static let manifest = ModuleManifest()

    package init() {}
}
