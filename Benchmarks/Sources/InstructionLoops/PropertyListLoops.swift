// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Fixtures
import FoundationEssentials
import Hive
import HiveConfig

/// A file with so many modules, and what finds their types.
struct PropertyListLoops {
    private let file: URL
    private let catalogue: HiveCatalogue

    init(_ size: Int, isBinary: Bool = false) throws {
        let types = noopModules(size)
        let encoder = PropertyListEncoder()
        encoder.outputFormat = isBinary ? .binary : .xml
        file = FileManager.default.temporaryDirectory.appending(path: "hive-\(UUID().uuidString).plist")
        try encoder.encode(ListedModules(types)).write(to: file)
        catalogue = HiveCatalogue(modules: types)
    }

    /// Decodes the file into structures, as an application without Hive would.
    func decode(_ iterations: Int) throws -> Int {
        defer { try? FileManager.default.removeItem(at: file) }
        var sum = 0
        for _ in 0..<iterations {
            let modules = try PropertyListDecoder().decode(ListedModules.self, from: Data(contentsOf: file))
            sum += modules.moduleClasses.count
        }
        return sum
    }

    func load(_ iterations: Int) throws -> Int {
        defer { try? FileManager.default.removeItem(at: file) }
        var sum = 0
        for _ in 0..<iterations { sum += configuration.resolutions.count }
        return sum
    }

    func loadAndVerify(_ iterations: Int) throws -> Int {
        defer { try? FileManager.default.removeItem(at: file) }
        var sum = 0
        for _ in 0..<iterations {
            let configuration = configuration
            let hive = try Hive(configuration)
            guard hive.verify().isEmpty else { continue }
            sum += configuration.resolutions.count
        }
        return sum
    }

    private var configuration: HiveConfiguration {
        HiveConfiguration(modules: [file.path()], services: [], catalogue: catalogue)
    }
}
