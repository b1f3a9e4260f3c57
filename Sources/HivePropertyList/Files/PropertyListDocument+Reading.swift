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
    ///   - file: The name of the file.
    ///   - isJSON: Whether it says that the file is JSON.
    ///   - least: What would do in the file, were it empty.
    /// - Returns: The values with their places.
    /// - Throws: `PropertyListError` with all duplicate keys and the first other fault.
    /// - Complexity: O(*n*), in time and in memory.
    package static func read(
        _ bytes: [UInt8],
        of file: String = "",
        isJSON: Bool = false,
        least: String = "<plist version=\"1.0\"><dict/></plist>"
    ) throws(PropertyListError) -> PropertyListDocument {
        guard bytes.count <= PropertyListLimits.byteCount else { throw PropertyListFile.tooLarge("the file") }
        if bytes.starts(with: "bplist".utf8) {
            guard bytes.starts(with: "bplist00".utf8) else {
                let version = String(decoding: bytes.dropFirst(6).prefix(2), as: UTF8.self)
                throw PropertyListError(
                    "the file is a binary property list of version \(version.quoted); only 00 can be read",
                    remedy: "Convert it with `plutil -convert xml1`"
                )
            }
            if isJSON { throw misnamed("a binary property list") }
            return PropertyListDocument(try BinaryPropertyListParser.parse(bytes), file: file)
        }
        if let encoding = foreignEncoding(of: bytes) {
            throw PropertyListError.notUTF8("the file is encoded in \(encoding)", line: 1)
        }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let content = bytes[start...].drop(while: \.isXMLSpace)
        guard let first = content.first else {
            throw PropertyListError(
                bytes.isEmpty ? "the file is empty" : "the file holds only white space",
                remedy: "Restore what was in it, or write at least `\(least)`"
            )
        }
        if isJSON {
            if content.starts(with: "<?xml".utf8) { throw misnamed("XML") }
            return PropertyListDocument(try JSONParser.parse(bytes, from: start), file: file)
        }
        guard first == UInt8(ascii: "<") else {
            let mayBeJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
            throw PropertyListError(
                "the file is neither an XML nor a binary property list",
                remedy: "Write it as XML; `plutil -convert xml1` converts other property lists"
                    + (mayBeJSON ? ". The name of a file in JSON ends in .json" : "")
            )
        }
        return PropertyListDocument(try XMLPropertyListParser.parse(bytes, from: start), file: file)
    }

    /// Reads a property list file.
    ///
    /// The call waits for a moment when the file has just been changed, and up to a second while it keeps changing. A
    /// pipe or a device is refused before anything is read from it.
    ///
    /// - Parameter path: The file's path; a relative one starts at the current directory.
    /// - Returns: The values with their places.
    /// - Throws: `PropertyListError`; its problems don't repeat the path, unless the file can't be read at all.
    package static func read(contentsOf path: String) throws(PropertyListError) -> PropertyListDocument {
        try read(PropertyListFile.bytes(at: path), of: path, isJSON: FileName(path).isJSON)
    }

    private static func misnamed(_ format: String) -> PropertyListError {
        PropertyListError(
            "the file is \(format), and its name ends in .json",
            remedy: "Write it as JSON, or rename it so that its name ends in .plist",
            line: 1
        )
    }

    /// Recognizes encodings other than UTF-8 by a byte order mark or by the zeros around the first `<`, `{` or `[`.
    private static func foreignEncoding(of bytes: [UInt8]) -> String? {
        let marks: [(start: [UInt8], name: String)] = [
            ([0x00, 0x00, 0xFE, 0xFF], "UTF-32"), ([0xFF, 0xFE, 0x00, 0x00], "UTF-32"),
            ([0x00, 0x00, 0x00, 0x3C], "UTF-32"), ([0x3C, 0x00, 0x00, 0x00], "UTF-32"),
            ([0xFE, 0xFF], "UTF-16"), ([0xFF, 0xFE], "UTF-16"),
            ([0x00, 0x3C], "UTF-16"), ([0x3C, 0x00], "UTF-16"),
            ([0x4C, 0x6F, 0xA7, 0x94], "EBCDIC"),
        ]
        // As if it began with `<`.
        let beginning = bytes.prefix(4).map { [0x7B, 0x5B].contains($0) ? 0x3C : $0 }
        return marks.first { beginning.starts(with: $0.start) }?.name
    }
}
