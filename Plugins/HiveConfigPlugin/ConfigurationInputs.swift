// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import PackagePlugin

/// The folder whose property lists a target is built with: its own, or else the package's `Config`.
struct ConfigurationInputs {
    let url: URL
    /// The folder's path in the package, which messages of the running program show.
    let title: String
    /// The property lists that are there while the build is planned, and the folder of drop-ins, by their paths in the
    /// folder.
    let planned: [String]
    /// What lets the generator run again when it changes: each file, and the folders, to which files may be added.
    let inputs: [URL]

    init(of target: SwiftSourceModuleTarget, in package: Package) throws {
        let root = package.directoryURL
        let candidates = [target.directoryURL, root.appending(path: "Config")]
        let bases = ["modules.plist", "services.plist", "modules.json", "services.json"]
        let found = candidates.first { folder in bases.contains { Self.exists(folder.appending(path: $0)) } }
        guard let found else {
            let places = candidates.map { "\"\(Self.path($0, in: root))\"" }.joined(separator: " or ")
            throw Fault("\(target.name) uses HiveConfigPlugin: create modules.plist and services.plist in \(places).")
        }
        url = found
        title = Self.path(found, in: root)
        let dropIns = found.appending(path: "Hive.d")
        let folders = Self.exists(dropIns) ? ["Hive.d"] : []
        planned = try folders + Self.propertyLists(found) + Self.propertyLists(dropIns).map { "Hive.d/\($0)" }
        inputs = [found] + planned.map { found.appending(path: $0) }
    }

    /// A command that does nothing, and lets the build be planned anew when a file comes or goes.
    ///
    /// The package manager keeps a plan until `Package.swift`, a target's own folder, or the names in the output folder
    /// of a prebuild command change. The configuration's folder is reached by a link in such a folder: nothing is
    /// written into it, and what it holds is not taken for source. The link is called like a documentation catalogue,
    /// because that is left alone: anything else would be a resource of the target, with a bundle that holds the files,
    /// and an accessor that imports Foundation.
    func watching(for target: SwiftSourceModuleTarget, in workFolder: URL) throws -> Command {
        let outputs = workFolder.appending(path: "Watched")
        let link = outputs.appending(path: "Config.docc").path(percentEncoded: false)
        let files = FileManager.default
        let path = url.path(percentEncoded: false)
        try files.createDirectory(at: outputs, withIntermediateDirectories: true)
        // A new link would be a change, and let the build be planned once more.
        if (try? files.destinationOfSymbolicLink(atPath: link)) != path {
            try? files.removeItem(atPath: link)
            try files.createSymbolicLink(atPath: link, withDestinationPath: path)
        }
        return .prebuildCommand(
            displayName: "Watching the property lists of \(target.name)",
            executable: URL(filePath: "/bin/sh"),
            arguments: ["-c", ":"],
            outputFilesDirectory: outputs
        )
    }

    private static func exists(_ url: URL) -> Bool {
        FileManager.default.fileExists(atPath: url.path(percentEncoded: false))
    }

    /// What may be a property list in a folder, hidden files included: which of them are read, the generator says.
    private static func propertyLists(_ folder: URL) throws -> [String] {
        guard exists(folder) else { return [] }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        let endings = [".plist", ".json"].map(\.utf8)
        return names.filter { name in
            endings.contains { name.utf8.suffix($0.count).elementsEqual($0) }
        }.sorted()
    }

    private static func path(_ folder: URL, in root: URL) -> String {
        let (folder, root) = (folder.standardizedFileURL.pathComponents, root.standardizedFileURL.pathComponents)
        guard folder.starts(with: root) else { return folder.last ?? "" }
        return folder.dropFirst(root.count).joined(separator: "/")
    }
}
