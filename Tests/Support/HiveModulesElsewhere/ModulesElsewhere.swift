// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

/// A module that another Swift module gives work.
package final class LateWorker: HiveModule {
    package static let manifest = ModuleManifest()
    package init() {}
}

/// A module of which another Swift module says that only a factory makes it.
package final class LateProduct: HiveModule {
    package static let manifest = ModuleManifest()
    package init() {}
}

/// A module without work, of which another Swift module has subclasses.
// Sound: without state, in the subclasses too.
open class ModuleElsewhere: HiveModule, @unchecked Sendable {
    /// What the module is.
    public static let manifest = ModuleManifest()
    /// Creates the module.
    public required init() {}
}
