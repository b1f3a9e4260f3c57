// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Fixtures
import Foundation
import Hive
import HiveConfig
import Measuring

/// A format of a file with modules, and who else reads it.
enum ListFormat: String {
    case xml = "Property list, XML"
    case binary = "Property list, binary"
    case json = "JSON"

    var decoder: String { self == .json ? "JSONDecoder" : "PropertyListDecoder" }

    func encode(_ list: ListedModules) throws -> Data {
        if self == .json { return try JSONEncoder().encode(list) }
        let encoder = PropertyListEncoder()
        encoder.outputFormat = self == .xml ? .xml : .binary
        return try encoder.encode(list)
    }

    func decode(_ data: Data) throws -> ListedModules {
        try self == .json
            ? JSONDecoder().decode(ListedModules.self, from: data)
            : PropertyListDecoder().decode(ListedModules.self, from: data)
    }
}

/// Loading and verifying a file with modules; times are for one module.
func propertyListContest(_ count: Int, _ format: ListFormat) throws -> Contest {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hive-benchmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let file = folder.appending(path: format == .json ? "modules.json" : "modules.plist")

    let types = noopModules(count)
    try format.encode(ListedModules(types)).write(to: file)
    let catalogue = HiveCatalogue(modules: types)

    let decoder = format.decoder
    return Contest(
        format.rawValue,
        size: count,
        entrants: [
            Entrant(decoder, .floor, operations: count, checksum: count) { iterations in
                var sum = 0
                for _ in 0..<iterations {
                    let modules = try format.decode(Data(contentsOf: file))
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
        // More modules than anybody has; with ten times as many, what does not fit into the processor's caches is what
        // is measured. A decoder of JSON says nothing of places.
        budgets: count != 1000
            ? []
            : format == .json
                ? [.multiple("load", of: decoder, atMost: 1.5)]
                : [.multiple("load and verify", of: decoder, atMost: 1)],
        finish: { try FileManager.default.removeItem(at: folder) }
    )
}
