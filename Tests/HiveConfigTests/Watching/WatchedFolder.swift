// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A configuration whose two parts, in two files, say the same number whenever it is whole.
struct WatchedFolder {
    /// The folder that the configuration is in.
    let base: String
    var folder: String { "\(base)/Config" }

    /// The ways in which configurations are changed.
    enum Change: String, CaseIterable {
        /// The files are written where they are.
        case inPlace
        /// Other files are renamed to theirs.
        case rename
        /// The link `..data` leads to another folder, as Kubernetes does it.
        case link
        /// The folder is renamed, and another one renamed to it.
        case folder
        /// The folder is a link, which is replaced by another one.
        case folderLink
        /// A drop-in of another name takes the place of the last one.
        case dropIn

        /// Whether there is never the old of one file beside the new of the other.
        var isAtomic: Bool { self == .link || self == .folderLink }
    }

    private var files: FileManager { .default }

    static func modules(_ number: Int) -> [UInt8] {
        xml(
            plist([
                "moduleClasses": [
                    ["moduleClass": .string(PairModule.name), "options": ["first": .integer(number)]]
                ]
            ])
        )
    }

    static func dropIn(_ number: Int) -> [UInt8] {
        xml(
            plist([
                "moduleClasses": [
                    ["moduleClass": .string(PairModule.name), "options": ["second": .integer(number)]]
                ]
            ])
        )
    }

    /// Runs a closure with a configuration that says 0, laid out so that it can be changed in a way.
    static func with(
        _ change: Change,
        isolation: isolated (any Actor)? = #isolation,
        _ body: (WatchedFolder) async throws -> Void
    ) async throws {
        try await withFiles([:]) { base in
            let watched = WatchedFolder(base: base)
            switch change {
            case .link:
                try watched.make(watched.folder)
                for name in ["modules.plist", "services.plist", "Hive.d"] {
                    try watched.link("\(watched.folder)/\(name)", to: "..data/\(name)")
                }
            case .folderLink: break
            case .inPlace, .rename, .folder, .dropIn: try watched.fill(watched.folder, 0)
            }
            if change.isAtomic { try watched.apply(change, 0) }
            try await body(watched)
        }
    }

    /// Makes a configuration that says another number, in one of the ways.
    func apply(_ change: Change, _ number: Int) throws {
        let (first, second) = ("\(folder)/modules.plist", "\(folder)/Hive.d/\(number).plist")
        switch change {
        case .inPlace:
            try write(Self.modules(number), first)
            try write(Self.dropIn(number), "\(folder)/Hive.d/0.plist")
        case .rename:
            for (bytes, path) in [(Self.modules(number), first), (Self.dropIn(number), "\(folder)/Hive.d/0.plist")] {
                try write(bytes, "\(base)/new")
                try move("\(base)/new", path)
            }
        case .dropIn:
            try write(Self.modules(number), first)
            try write(Self.dropIn(number), second)
            for name in try files.contentsOfDirectory(atPath: "\(folder)/Hive.d") where name != "\(number).plist" {
                try files.removeItem(atPath: "\(folder)/Hive.d/\(name)")
            }
        case .link:
            try fill("\(folder)/..\(number)", number)
            try link("\(folder)/..new", to: "..\(number)")
            try move("\(folder)/..new", "\(folder)/..data")
            try? files.removeItem(atPath: "\(folder)/..\(number - 1)")
        case .folder:
            try fill("\(base)/new", number)
            try move(folder, "\(base)/old")
            try move("\(base)/new", folder)
            try files.removeItem(atPath: "\(base)/old")
        case .folderLink:
            try fill("\(base)/\(number)", number)
            try link("\(base)/new", to: "\(number)")
            try move("\(base)/new", folder)
            try? files.removeItem(atPath: "\(base)/\(number - 1)")
        }
    }

    func fill(_ folder: String, _ number: Int) throws {
        try make("\(folder)/Hive.d")
        try write(Self.modules(number), "\(folder)/modules.plist")
        try write(xml("<array/>"), "\(folder)/services.plist")
        try write(Self.dropIn(number), "\(folder)/Hive.d/0.plist")
    }

    /// Writes a file where it is: its inode stays.
    func write(_ bytes: [UInt8], _ path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }

    func move(_ path: String, _ target: String) throws { try #require(rename(path, target) == 0) }

    private func make(_ folder: String) throws {
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func link(_ path: String, to target: String) throws {
        try files.createSymbolicLink(atPath: path, withDestinationPath: target)
    }
}

/// Keeps what it is configured with, in the order in which that came.
actor PairModule: ReconfigurableModule {
    struct Options: ModuleOptions {
        var first = -1
        var second = -1
    }

    static let name = "HiveConfigTests.PairModule"
    static let manifest = ModuleManifest()
    private(set) var seen: [Options] = []
    init() {}
    func initialize(_ context: ModuleContext) async throws { seen.append(try context.options()) }
    func reconfigure(_ context: ModuleContext) async throws { seen.append(try context.options()) }
}
