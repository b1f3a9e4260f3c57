// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import PackagePlugin

/// The folder whose property lists a target is built with: its own, or else the package's `Config`.
struct PropertyListFolder {
    let url: URL
    /// The folder's path in the package, which messages of the running program show.
    let title: String
    /// The property lists that are there while the build is planned, by their paths in the folder.
    let names: [String]
    /// What lets the generator run again when it changes: each file, and the folders, to which files may be added.
    let inputs: [URL]

    init(of target: SwiftSourceModuleTarget, in package: Package) throws {
        let root = package.directoryURL
        let candidates = [target.directoryURL, root.appending(path: "Config")]
        let bases = ["modules.plist", "services.plist"]
        let found = candidates.first { folder in bases.contains { Self.exists(folder.appending(path: $0)) } }
        guard let found else {
            let places = candidates.map { "\"\(Self.path($0, in: root))\"" }.joined(separator: " or ")
            throw Fault("\(target.name) uses HiveConfigPlugin: create modules.plist and services.plist in \(places).")
        }
        url = found
        title = Self.path(found, in: root)
        let dropIns = found.appending(path: "Hive.d")
        names = try Self.propertyLists(found) + Self.propertyLists(dropIns).map { "Hive.d/\($0)" }
        inputs = [found] + [dropIns].filter(Self.exists) + names.map { found.appending(path: $0) }
    }

    private static func exists(_ url: URL) -> Bool {
        FileManager.default.fileExists(atPath: url.path(percentEncoded: false))
    }

    /// The property lists in a folder, not in folders inside it; none where there is no such folder.
    private static func propertyLists(_ folder: URL) throws -> [String] {
        guard exists(folder) else { return [] }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        return names.filter { $0.hasSuffix(".plist") && !$0.hasPrefix(".") }.sorted()
    }

    private static func path(_ folder: URL, in root: URL) -> String {
        let (folder, root) = (folder.standardizedFileURL.pathComponents, root.standardizedFileURL.pathComponents)
        guard folder.starts(with: root) else { return folder.last ?? "" }
        return folder.dropFirst(root.count).joined(separator: "/")
    }
}
