// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

/// Where property lists are read from.
package enum PropertyListStore: Sendable {
    case disk
    /// Files that the program holds itself, by path.
    case memory([FileName: [UInt8]])

    package var isDisk: Bool { if case .disk = self { true } else { false } }

    /// The content of a file.
    package func bytes(at path: String) throws(PropertyListError) -> [UInt8] {
        guard case .memory(let files) = self else { return try PropertyListFile.bytes(at: path) }
        guard let bytes = files[FileName(path)] else {
            throw PropertyListError(
                "the program was built without \(path.quoted)",
                remedy: "Create the file and build the program again"
            )
        }
        return bytes
    }

    /// The names of the property lists in a folder; nil when there is no such folder.
    package func names(at folder: String) throws(PropertyListError) -> [String]? {
        guard case .memory(let files) = self else { return try PropertyListFolder.names(at: folder) }
        return files.keys.compactMap { $0.inside(folder) }.filter { name in
            !name.utf8.contains(UInt8(ascii: "/")) && FileName(name).ending != nil
        }
    }
}
