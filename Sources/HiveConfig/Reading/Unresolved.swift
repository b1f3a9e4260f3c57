// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HivePropertyList

/// What could not be found, so that nothing that follows from it is reported as well.
struct Unresolved: Sendable {
    /// The names of module classes that were not found, as written.
    private(set) var modules: Set<String> = []
    /// The types of services whose entries are wrong.
    var services: Set<ObjectIdentifier> = []
    /// What was not read, or which names are more than are remembered here.
    var missing: Set<MissingEntry> = []

    /// Remembers a module class that was not found, or an entry that names none.
    mutating func note(module name: String?) {
        // Every dependency is compared with all of these names.
        guard let name, modules.count < PropertyListLimits.missingNameCount else {
            missing.insert(.modules)
            return
        }
        modules.insert(name)
    }
}
