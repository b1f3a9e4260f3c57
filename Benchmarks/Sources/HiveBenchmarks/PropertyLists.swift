// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Fixtures
import Foundation
import Hive
import HiveConfig
import Measuring

/// Loading and verifying a property list with modules; times are for one module.
func propertyListContest(_ count: Int, _ format: PropertyListSerialization.PropertyListFormat) throws -> Contest {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hive-benchmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let file = folder.appending(path: "modules.plist")

    let types = noopModules(count)
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    try encoder.encode(ListedModules(types)).write(to: file)
    let catalogue = HiveCatalogue(modules: types)

    let decoder = "PropertyListDecoder"
    return Contest(
        format == .xml ? "Property list, XML" : "Property list, binary",
        size: count,
        entrants: [
            Entrant(decoder, .floor, operations: count, checksum: count) { iterations in
                var sum = 0
                for _ in 0..<iterations {
                    let modules = try PropertyListDecoder().decode(ListedModules.self, from: Data(contentsOf: file))
                    sum += opaque(modules).moduleClasses.count
                }
                return sum
            },
            Entrant("load", operations: count, checksum: count) { iterations in
                var sum = 0
                for _ in 0..<iterations {
                    let configuration = HiveConfiguration(modules: [file.path()], services: [], catalogue: catalogue)
                    sum += configuration.resolutions.count
                }
                return sum
            },
            Entrant("load and verify", operations: count, checksum: count) { iterations in
                var sum = 0
                for _ in 0..<iterations {
                    let configuration = HiveConfiguration(modules: [file.path()], services: [], catalogue: catalogue)
                    let hive = try Hive(configuration)
                    guard hive.verify().isEmpty else { continue }
                    sum += configuration.resolutions.count
                }
                return sum
            },
        ],
        budgets: count == 10_000 ? [.multiple("load and verify", of: decoder, atMost: 1)] : [],
        finish: { try FileManager.default.removeItem(at: folder) }
    )
}
