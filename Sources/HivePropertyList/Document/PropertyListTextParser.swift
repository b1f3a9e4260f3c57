// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

/// Reads a configuration that is a text in UTF-8.
protocol PropertyListTextParser {
    var bytes: [UInt8] { get }
    /// Where the reading is.
    var position: Int { get set }
    var builder: PropertyListBuilder { get }

    init(bytes: [UInt8], lines: PropertyListLines, position: Int)

    mutating func readFile() throws(PropertyListFault)
}

extension PropertyListTextParser {
    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - bytes: The file's content.
    ///   - start: Where the text begins, after a byte order mark.
    /// - Returns: The values with their places.
    /// - Throws: `PropertyListError`.
    static func parse(
        _ bytes: [UInt8],
        from start: Int
    ) throws(PropertyListError) -> PropertyListDocument.Outline {
        let lines = PropertyListLines(in: bytes)
        if String(validating: bytes, as: UTF8.self) == nil {
            let offset = endOfUTF8(in: bytes)
            let byte = String(bytes[offset], radix: 16, uppercase: true)
            throw PropertyListError.notUTF8("the byte 0x\(byte) isn't valid UTF-8 here", line: lines.line(at: offset))
        }
        var parser = Self(bytes: bytes, lines: lines, position: start)
        let end = Result { () throws(PropertyListFault) in try parser.readFile() }
        return try parser.builder.finish(end)
    }

    /// Where the first byte is that belongs to no character.
    private static func endOfUTF8(in bytes: [UInt8]) -> Int {
        var (decoder, rest, offset) = (UTF8(), bytes.makeIterator(), 0)
        while case .scalarValue(let character) = decoder.decode(&rest) { offset += UTF8.width(character) }
        return offset
    }

    /// Creates a fault, at the current position unless another one is at fault.
    func fault(_ message: String, remedy: String, at offset: Int? = nil) -> PropertyListFault {
        PropertyListFault(message, remedy: remedy, at: offset ?? position)
    }

    /// Says that the file was left with both sides of a merge.
    func mergeConflict(_ line: String = "") -> PropertyListFault {
        fault(
            "a merge was not finished here\(line)",
            remedy: "Keep one of the two sides, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>"
        )
    }

    /// Whether certain ASCII characters come next.
    func isAt(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    /// Goes on to the byte after the next occurrence of some characters, or to the end of the file.
    mutating func skip(past end: String) -> Bool {
        while position < bytes.count {
            if isAt(end) {
                position += end.utf8.count
                return true
            }
            position += 1
        }
        return false
    }

    /// Skips a comment, of which the beginning has so many bytes.
    mutating func skipComment(_ beginning: Int, to end: String) throws(PropertyListFault) {
        let start = position
        position += beginning
        if !skip(past: end) { throw fault("the comment isn't closed", remedy: "End it with `\(end)`", at: start) }
    }
}

extension UInt8 {
    /// Whether the byte is one of XML's four white-space characters.
    var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }
}
