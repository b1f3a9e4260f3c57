// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import HiveBase

/// A folder of property lists, read for a compiler: every file that any environment uses, and the names in them.
package struct CompilableFolder: Sendable {
    /// A file's path in the folder, and its content as it was read.
    package struct File: Sendable {
        package let name: String
        package let path: String
        package let bytes: [UInt8]
    }

    /// The files that could be read.
    package let files: [File]
    /// The path of the folder of drop-ins; nil where there is none.
    package let dropInFolder: String?
    /// The types that they name.
    package let names: NamedTypes
    /// Everything wrong and everything doubtful, except with what the names lead to.
    package let problems: [Problem]

    /// Reads a folder.
    ///
    /// - Parameter path: The folder's path.
    /// - Complexity: O(size of the files).
    package init(_ path: String) {
        let dropIns = FileName.prefix(path) + ConfigurationFiles.dropInFolder
        dropInFolder = PropertyListFolder.exists(dropIns) ? dropIns : nil
        var (stated, names) = (StatedConfiguration(compiling: path), NamedTypes())
        files = stated.contents.map {
            File(name: FileName($0.path).inside(path) ?? $0.path, path: $0.path, bytes: $0.bytes)
        }
        let problems = stated.problems { names.collect(from: $0) }
        self.names = names
        self.problems = problems + names.duplicates
    }
}
