// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The bytes of a property list, as Apple's tools write it; the content begins on line 4.
func xml(_ content: String) -> [UInt8] {
    Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        \(content)
        </plist>
        """.utf8
    )
}

/// The XML of a dictionary of strings, and of whatever else is XML already.
func dictionary(_ entries: (key: String, value: String)...) -> String {
    let body = entries.map { key, value in
        "<key>\(key)</key>\n" + (value.hasPrefix("<") ? value : "<string>\(value)</string>")
    }
    return "<dict>\n\(body.joined(separator: "\n"))\n</dict>"
}

/// The XML of a `modules.plist`.
func modules(_ entries: String...) -> String {
    dictionary((key: "moduleClasses", value: "<array>\n\(entries.joined(separator: "\n"))\n</array>"))
}

/// Runs a closure with files in a folder of their own, whose path it gets.
func withFiles<Result>(
    _ files: [String: [UInt8]],
    _ body: (String) async throws -> Result
) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.path + "/hive-contract-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)")) }
    return try await body(folder)
}

/// Reads a configuration from the XML of its two files.
func configured(
    modules: String = dictionary((key: "moduleClasses", value: "<array/>")),
    services: String = "<array/>",
    catalogue: HiveCatalogue = HiveCatalogue(),
    defaultModules: [String] = []
) async throws -> HiveConfiguration {
    try await withFiles(["modules.plist": xml(modules), "services.plist": xml(services)]) { folder in
        HiveConfiguration(contentsOf: folder, catalogue: catalogue, defaultModules: defaultModules)
    }
}

/// Bytes as a build puts them into a program.
func base64Text(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
