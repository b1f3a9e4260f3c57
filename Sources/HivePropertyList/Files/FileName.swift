// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The name or path of a file, compared, ordered and taken apart by its bytes, as file systems do.
///
/// A `String` takes canonically equivalent texts for one and goes from character to character: `é` in its two normal
/// forms would be one file, and a name that begins with a combining mark would swallow the slash before it.
package struct FileName: Hashable, Comparable, Sendable {
    /// The name as it is written.
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: FileName, right: FileName) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    package static func < (left: FileName, right: FileName) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }

    /// Whether the name counts as that of a property list: hidden files do not, nor what editors leave beside a file.
    package var isPropertyList: Bool {
        text.utf8.suffix(Self.ending.utf8.count).elementsEqual(Self.ending.utf8) && text.utf8.first != UInt8(ascii: ".")
    }

    /// The name without `.plist`, in two at its first dot: `modules` and `production`; nil for any other name.
    package var stemAndEnvironment: (stem: String, environment: String)? {
        guard isPropertyList else { return nil }
        let bytes = text.utf8.dropLast(Self.ending.utf8.count)
        guard let dot = bytes.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        return (String(bytes[..<dot]) ?? "", String(bytes[bytes.index(after: dot)...]) ?? "")
    }

    /// The rest of a path behind that of a folder; nil for what is not in it.
    package func inside(_ folder: String) -> String? {
        let prefix = Self.prefix(folder)
        guard text.utf8.starts(with: prefix.utf8) else { return nil }
        return String(text.utf8.dropFirst(prefix.utf8.count))
    }

    /// What the paths of files in a folder begin with.
    package static func prefix(_ folder: String) -> String {
        folder.isEmpty || folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
    }

    /// How the names of property lists end.
    static let ending = ".plist"
}
