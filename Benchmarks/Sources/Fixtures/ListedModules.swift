// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive

/// What `modules.plist` says, as an application without Hive would decode it.
package struct ListedModules: Codable {
    /// An entry.
    package struct Entry: Codable {
        var moduleClass: String
        var moduleLevel: Int
        var modulePriority: Int
    }

    /// The entries.
    package var moduleClasses: [Entry]

    /// Lists modules, with levels and priorities that differ.
    package init(_ types: [any HiveModule.Type]) {
        moduleClasses = types.enumerated().map { number, type in
            Entry(moduleClass: type.moduleName, moduleLevel: number % 3, modulePriority: number % 100)
        }
    }
}
