// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

extension PropertyListDocument {
    /// Reads a property list from memory, in one pass.
    ///
    /// The file may come from anyone. Whatever another reader would crash or hang on, read differently or silently drop
    /// is refused: containers within each other without an end, keys that are used twice, entities, values that make
    /// little stand for much.
    ///
    /// - Parameters:
    ///   - bytes: The content of a JSON file, or of an XML or binary property list, at most 16 MiB.
    ///   - isJSON: Whether the name of the file says that it is JSON.
    ///   - least: What would do in the file, were it empty.
    /// - Returns: The values with their places.
    /// - Throws: `PropertyListError` with all duplicate keys and the first other fault.
    /// - Complexity: O(*n*), in time and in memory.
    package static func read(
        _ bytes: [UInt8],
        isJSON: Bool = false,
        least: String = "<plist version=\"1.0\"><dict/></plist>"
    ) throws -> PropertyListDocument {
        guard bytes.count <= PropertyListLimits.byteCount else { throw PropertyListFile.tooLarge("the file") }
        return switch try PropertyListFormat(detectedIn: bytes, isJSON: isJSON, least: least) {
        case .binary: try BinaryPropertyListParser.parse(bytes)
        case .json(let start): try JSONParser.parse(bytes, from: start)
        case .xml(let start): try XMLPropertyListParser.parse(bytes, from: start)
        }
    }

    /// Reads a property list file.
    ///
    /// The call waits for a moment when the file has just been changed, and up to a second while it keeps changing. A
    /// pipe or a device is refused before anything is read from it.
    ///
    /// - Parameter path: The file's path; a relative one starts at the current directory.
    /// - Returns: The values with their places.
    /// - Throws: `PropertyListError`; its problems don't repeat the path, unless the file can't be read at all.
    package static func read(contentsOf path: String) throws -> PropertyListDocument {
        try read(PropertyListFile.bytes(at: path), isJSON: FileName(path).isJSON)
    }
}
