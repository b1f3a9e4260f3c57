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

    // Texts of equal bytes have equal hashes.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// How the name ends, where it is that of a configuration.
    ///
    /// Nil for hidden files, and for what editors leave beside a file.
    package var ending: String? { text.utf8.first == UInt8(ascii: ".") ? nil : Self.ending(of: text.utf8) }

    /// Whether the name is that of a configuration in JSON.
    package var isJSON: Bool { Self.ending(of: text.utf8) == Self.endings[1] }

    /// The name without its ending; nil for any other name than that of a configuration.
    package var withoutEnding: String? { ending.map { String(text.utf8.dropLast($0.utf8.count)) ?? "" } }

    /// The name without its ending, in two at its first dot: `modules` and `production`; nil for any other name.
    package var stemAndEnvironment: (stem: String, environment: String)? {
        guard let bytes = withoutEnding?.utf8 else { return nil }
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

    /// How the names of configurations end.
    static let endings = [".plist", ".json"]

    /// Which of the endings some bytes end in.
    static func ending(of name: some BidirectionalCollection<UInt8>) -> String? {
        endings.first { name.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }
}
