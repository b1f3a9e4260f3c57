// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive

/// A folder of property lists, read for a compiler: every file that any environment uses, and the names in them.
package struct CompilableFolder: Sendable {
    /// A file's path in the folder, and its content as it was read.
    package struct File: Sendable {
        package let name: String
        package let path: String
        package let bytes: [UInt8]
    }

    /// The files that could be read.
    package private(set) var files: [File] = []
    /// The types that they name.
    package let names: NamedTypes
    /// Everything wrong and everything doubtful, except with what the names lead to.
    package let problems: [Problem]

    /// Reads a folder.
    ///
    /// - Parameter path: The folder's path.
    /// - Complexity: O(size of the files).
    package init(_ path: String) {
        let prefix = path.isEmpty || path.hasSuffix("/") ? path : path + "/"
        var loader = ConfigurationLoader(TypeResolver(HiveCatalogue(), defaultModules: []))
        loader.names = NamedTypes()
        loader.readFolderForNames(path)
        files = loader.contents.map {
            File(name: String($0.path.dropFirst(prefix.count)), path: $0.path, bytes: $0.bytes)
        }
        names = loader.names ?? NamedTypes()
        problems = loader.problems + names.duplicates
    }
}
