// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// A module without work that says how its work is.
package final class MuddledModule: HiveModule {
    package static let manifest = ModuleManifest(
        drainTimeout: .seconds(5),
        work: .announced,
        workMayEnd: true
    )

    package init() {}
}

/// A module that would have to be up before itself.
package final class LonelyModule: HiveModule {
    package static let manifest = ModuleManifest(needs: [.module(LonelyModule.self)])

    package init() {}
}
