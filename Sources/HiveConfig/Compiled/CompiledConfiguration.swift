// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePropertyList

/// Property lists that were built into a program, with the types that they name.
///
/// The build-tool plugin `HiveConfigPlugin` makes one for each target that uses it and calls it `compiled`; the
/// compiler has checked every name in it, at the property list's own line. Nothing is left to look up, so it needs no
/// file and no type that the linker may have left out:
///
/// ```swift
/// let options = HiveOptions(context: .process(name: "Shop", prefix: "SHOP"))
/// let hive = try Hive(.compiled, options: options)
/// ```
public struct CompiledConfiguration: Sendable {
    /// What stands here where no plugin has made another: a message that says which line `Package.swift` lacks.
    @available(
        *,
        unavailable,
        message: """
            HiveConfigPlugin has not run for this target: add plugins: [.plugin(name: "HiveConfigPlugin", package: "hive")] to \
            it in Package.swift. A test imports the target that has it with @testable import.
            """
    )
    public static var compiled: CompiledConfiguration {
        CompiledConfiguration(folder: "", files: [], catalogue: .init())
    }

    /// The types that the property lists name.
    public let catalogue: HiveCatalogue
    /// The folder's name, with which messages begin.
    let folder: String
    /// The files by path, out of the sight of `dump` and mirrors, because they may hold secrets.
    let files: Secret<[FileName: [UInt8]]>

    /// Creates a configuration from the content of files; the plugin's generated code calls it.
    ///
    /// Text that is no Base64 makes an empty file, which reading reports (C43).
    ///
    /// - Parameters:
    ///   - folder: What messages call the folder, such as `Config`.
    ///   - files: The path of each file in the folder, such as `modules.plist`, and its content as Base64. Paths are
    ///     told apart by their bytes, as no dictionary of texts would; of equal ones the last counts.
    ///   - catalogue: The types that the files name.
    /// - Complexity: O(size of the files).
    public init(folder: String, files: [(path: String, content: String)], catalogue: HiveCatalogue) {
        self.folder = folder
        self.catalogue = catalogue
        let prefix = FileName.prefix(folder)
        var contents: [FileName: [UInt8]] = [:]
        for (path, text) in files {
            contents[FileName(prefix + path)] = Base64.decode(text.utf8) ?? []
        }
        self.files = Secret(contents)
    }
}
