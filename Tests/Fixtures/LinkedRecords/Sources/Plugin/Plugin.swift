// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

final class PluginModule: HiveModule {
    static let manifest = ModuleManifest()

    #if objectFormat(ELF)
    @section("hive_records") @used
    static let record: HiveRecord = (1, 16, { $0.module(PluginModule.self) })
    #else
    @section("__DATA,hive_records") @used
    static let record: HiveRecord = (1, 16, { $0.module(PluginModule.self) })
    #endif
}

/// Whether the library sees its own records, and those alone.
@_cdecl("plugin_sees_its_own_records")
public func seesItsOwnRecords() -> Bool {
    let hive = Hive(.linked())
    return hive.verify().isEmpty && hive.modules.descriptors.map(\.name) == ["PluginModule"]
}
