// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HivePropertyList
import Testing

@testable import HiveConfigGenerator

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Runs a closure with files in a folder of their own, whose path it gets.
func withFiles<Result>(_ files: [String: String], _ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.path + "/hive-generator-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder + "/Hive.d", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)")) }
    return try body(folder)
}

/// A property list, with its content from line 2 on.
func propertyList(_ content: String) -> String { "<plist version=\"1.0\">\n\(content)\n</plist>\n" }

/// A modules.plist that names classes, one a line from line 3 on.
func modules(_ classes: String...) -> String {
    let entries = classes.map { "<dict><key>moduleClass</key><string>\($0)</string></dict>" }
    return propertyList("<dict><key>moduleClasses</key><array>\n\(entries.joined(separator: "\n"))\n</array></dict>")
}

/// A services.plist, one service a line from line 3 on.
func services(_ services: (type: String, implementation: String)...) -> String {
    let entries = services.map { service in
        "<dict><key>service</key><string>\(service.type)</string>"
            + "<key>impl</key><string>\(service.implementation)</string></dict>"
    }
    return propertyList("<array>\n\(entries.joined(separator: "\n"))\n</array>")
}

/// What a build watches that was planned with some files, and a folder of drop-ins.
func planned(_ files: some Sequence<String>) -> Set<FileName> { Set(files.map(FileName.init) + [FileName("Hive.d")]) }

/// What is generated from files for a target `App` that depends on `Shop` and, through it, on `Stock`.
func generated(_ files: [String: String]) throws -> (file: GeneratedFile, folder: String) {
    try withFiles(files) { folder in
        let visible = VisibleModules(own: "App", direct: ["Shop"], all: ["Shop", "Stock"])
        let file = GeneratedFile(folder: folder, title: "Config", planned: planned(files.keys), visible: visible)
        return (file, folder)
    }
}
