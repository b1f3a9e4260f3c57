// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
public import HiveConfig

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HiveConfiguration {
    /// Reads a property list that names one module, from a file that is gone afterwards.
    public init(naming module: any HiveModule.Type) throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>moduleClasses</key><array>
            <dict><key>moduleClass</key><string>\(module.moduleName)</string></dict>
            </array></dict></plist>
            """
        let path = "\(FileManager.default.temporaryDirectory.path)/hive-\(UUID()).plist"
        guard FileManager.default.createFile(atPath: path, contents: Data(text.utf8)) else { throw NoFile() }
        defer { try? FileManager.default.removeItem(atPath: path) }
        self.init(modules: [path], services: [], catalogue: HiveCatalogue(modules: [module]))
    }
}

private struct NoFile: Error {}
