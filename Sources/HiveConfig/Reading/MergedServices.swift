// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// The services of all files, each once, with what the later files say over what the earlier ones do (C17, C21).
struct MergedServices {
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let name: String?

        init(_ service: ServiceDeclaration) {
            type = ObjectIdentifier(service.type)
            name = service.name
        }
    }

    private struct Entry {
        /// What counts.
        var service: ServiceDeclaration
        /// The places that it overrides, the weakest first, so that another one costs nothing.
        var overridden: [Origin] = []
        /// The number of the file that spoke of the service last.
        var file: Int
    }

    private var entries: [Entry] = []
    private var positions: [Key: Int] = [:]
    private var fileCount = 0

    /// Adds what one file says, key by key.
    ///
    /// - Returns: The services that the file lists a second time, each with the place of its first entry there.
    /// - Complexity: O(services of the file).
    mutating func merge(_ read: [ServiceDeclaration]) -> [(service: ServiceDeclaration, other: Origin)] {
        fileCount += 1
        var duplicates: [(service: ServiceDeclaration, other: Origin)] = []
        for service in read {
            guard let position = positions[Key(service)] else {
                positions[Key(service)] = entries.count
                entries.append(Entry(service: service, file: fileCount))
                continue
            }
            let earlier = entries[position].service
            guard entries[position].file != fileCount else {
                duplicates.append((service, earlier.origin))
                continue
            }
            var merged = service
            merged.scope = service.scope ?? earlier.scope
            merged.ranking = service.ranking ?? earlier.ranking
            merged.module = service.module ?? earlier.module
            entries[position].service = merged
            entries[position].overridden.append(earlier.origin)
            entries[position].file = fileCount
        }
        return duplicates
    }

    /// The services, in the order in which they were first listed.
    ///
    /// - Complexity: O(entries of all files).
    var all: [ServiceDeclaration] {
        entries.map { entry in
            var service = entry.service
            service.overridden = entry.overridden.reversed()
            return service
        }
    }
}
