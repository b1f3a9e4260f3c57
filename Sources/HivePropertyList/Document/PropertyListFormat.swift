// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

/// The form in which a configuration is written.
enum PropertyListFormat: Equatable {
    case binary
    /// JSON in UTF-8, from a byte on.
    case json(start: Int)
    /// XML in UTF-8, from a byte on.
    case xml(start: Int)

    private static let saveAsUTF8 = "Save the file as UTF-8"

    /// Looks at the first bytes of a file, of which the name says whether it is JSON; `least` would do in an empty one.
    init(detectedIn bytes: [UInt8], isJSON: Bool, least: String) throws {
        if bytes.starts(with: "bplist".utf8) {
            guard bytes.starts(with: "bplist00".utf8) else {
                let version = String(decoding: bytes.dropFirst(6).prefix(2), as: UTF8.self)
                throw PropertyListError(
                    "the file is a binary property list of version \(version.quoted); only 00 can be read",
                    remedy: "Convert it with `plutil -convert xml1`"
                )
            }
            if isJSON { throw Self.misnamed("a binary property list") }
            self = .binary
            return
        }
        if let encoding = Self.foreignEncoding(of: bytes) {
            throw PropertyListError("the file is encoded in \(encoding)", remedy: Self.saveAsUTF8, line: 1)
        }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard let first = bytes[start...].first(where: { !$0.isXMLSpace }) else {
            throw PropertyListError(
                bytes.isEmpty ? "the file is empty" : "the file holds only white space",
                remedy: "Restore what was in it, or write at least `\(least)`"
            )
        }
        if isJSON {
            if bytes[start...].drop(while: \.isXMLSpace).starts(with: "<?xml".utf8) { throw Self.misnamed("XML") }
            self = .json(start: start)
            return
        }
        guard first == UInt8(ascii: "<") else {
            let mayBeJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
            throw PropertyListError(
                "the file is neither an XML nor a binary property list",
                remedy: "Write it as XML; `plutil -convert xml1` converts other property lists"
                    + (mayBeJSON ? ". The name of a file in JSON ends in .json" : "")
            )
        }
        self = .xml(start: start)
    }

    private static func misnamed(_ format: String) -> PropertyListError {
        PropertyListError(
            "the file is \(format), and its name ends in .json",
            remedy: "Write it as JSON, or rename it so that its name ends in .plist",
            line: 1
        )
    }

    /// Checks that a text is in UTF-8.
    static func checkEncoding(of bytes: [UInt8], lines: PropertyListLines) throws {
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            let offset = error.byteOffsets.lowerBound
            throw PropertyListError(
                "the byte 0x\(String(bytes[offset], radix: 16, uppercase: true)) isn't valid UTF-8 here",
                remedy: saveAsUTF8,
                line: lines.line(at: offset)
            )
        }
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

extension UInt8 {
    /// Whether the byte is one of XML's four white-space characters.
    var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }
}
