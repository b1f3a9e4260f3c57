// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

extension XMLPropertyListParser {
    /// An opening tag that was read.
    struct Tag {
        let element: XMLPropertyListElement
        let offset: Int
        /// Whether the tag is its own end, as `<true/>` is.
        let isEmpty: Bool
    }

    /// Skips white space.
    ///
    /// - Returns: Whether markup follows, and not the end of the file.
    mutating func skipToMarkup() throws(PropertyListFault) -> Bool {
        while position < bytes.count, bytes[position].isXMLSpace { position += 1 }
        guard position < bytes.count else { return false }
        guard bytes[position] == UInt8(ascii: "<") else {
            if isAt("=======") || isAt(">>>>>>>") || isAt("|||||||") { throw mergeConflict() }
            // It is not shown: it may be a secret that lacks its tag.
            throw fault(
                "text stands here that belongs to no value",
                remedy: "Put it into a <string> or a comment, or remove it"
            )
        }
        return true
    }

    /// Whether certain ASCII characters come next.
    func isAt(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - position >= count else { return false }
        return text.withUTF8Buffer { expected in
            for index in 0..<count where bytes[position + index] != expected[index] { return false }
            return true
        }
    }

    mutating func skipComment() throws(PropertyListFault) {
        let start = position
        position += 4
        guard skip(past: "-->") else {
            position = start
            throw fault("the comment isn't closed", remedy: "End it with `-->`")
        }
    }

    /// Goes on to the byte after the next occurrence of some characters, or to the end of the file.
    mutating func skip(past end: StaticString) -> Bool {
        while position < bytes.count {
            if isAt(end) {
                position += end.utf8CodeUnitCount
                return true
            }
            position += 1
        }
        return false
    }

    mutating func readOpeningTag() throws(PropertyListFault) -> Tag {
        let offset = position
        position += 1
        let element = try readName(from: offset)
        while position < bytes.count, bytes[position].isXMLSpace { position += 1 }
        if element == .plist { try skipAttributes(from: offset) }
        let isEmpty = position < bytes.count && bytes[position] == UInt8(ascii: "/")
        if isEmpty { position += 1 }
        try readTagEnd(of: element, from: offset)
        return Tag(element: element, offset: offset, isEmpty: isEmpty)
    }

    /// Reads `</name>`, which must close a certain element.
    mutating func readClosingTag(of element: XMLPropertyListElement, openedAt: Int) throws(PropertyListFault) {
        let offset = position
        guard isAt("</") else { throw unexpectedContent(of: element, openedAt: openedAt) }
        position += 2
        let name = try readName(from: offset)
        guard name == element else {
            position = offset
            throw fault(
                "</\(name.rawValue)> stands where <\(element.rawValue)>, opened on line \(lines.line(at: openedAt)),"
                    + " should be closed",
                remedy: "Close each tag before the one around it"
            )
        }
        while position < bytes.count, bytes[position].isXMLSpace { position += 1 }
        try readTagEnd(of: element, from: offset)
    }

    private mutating func readName(from offset: Int) throws(PropertyListFault) -> XMLPropertyListElement {
        let start = position
        var packed: UInt64 = 0
        while position < bytes.count, !bytes[position].endsXMLName {
            packed = packed << 8 | UInt64(bytes[position])
            position += 1
        }
        // A zero at the start would not show in the number.
        if position > start, position - start <= 8, bytes[start] != 0 {
            for (name, element) in elements where name == packed { return element }
        }
        let name = bytes[start..<position]
        if position == bytes.count {
            position = offset
            throw fault("the file ends inside a tag", remedy: "The file seems cut off; restore it")
        }
        position = offset
        if isAt("<<<<<<<") { throw mergeConflict() }
        let text = String(decoding: name.prefix(160), as: UTF8.self)
        if text.lowercased() == "html" { throw webPage() }
        let hint = nearestName(to: text, among: XMLPropertyListElement.allCases.map(\.rawValue))
        throw fault(
            text.isEmpty
                ? "a `<` stands alone" : "the tag <\(text.quoted(limit: 40).dropFirst().dropLast())> is unknown",
            remedy: text.isEmpty
                ? "Write `&lt;` in text"
                : "\(hint.map { "Did you mean <\($0)>? " } ?? "")"
                    + "A property list has <dict>, <array>, <key>, <string>, <integer>, <real>, <true/>, <false/>, <date>"
                    + " and <data>"
        )
    }

    private mutating func skipAttributes(from offset: Int) throws(PropertyListFault) {
        while position < bytes.count, bytes[position] != UInt8(ascii: ">"), bytes[position] != UInt8(ascii: "<") {
            position += 1
        }
        if position < bytes.count, bytes[position] == UInt8(ascii: ">"), bytes[position - 1] == UInt8(ascii: "/") {
            position -= 1
        }
    }

    private mutating func readTagEnd(
        of element: XMLPropertyListElement,
        from offset: Int
    ) throws(PropertyListFault) {
        guard position < bytes.count else {
            position = offset
            throw fault("the file ends inside a tag", remedy: "The file seems cut off; restore it")
        }
        guard bytes[position] == UInt8(ascii: ">") else {
            position = offset
            throw fault("the tag <\(element.rawValue)> isn't well formed", remedy: "Write it without attributes")
        }
        position += 1
    }
}

extension UInt8 {
    fileprivate var endsXMLName: Bool {
        isXMLSpace || self == UInt8(ascii: ">") || self == UInt8(ascii: "/") || self == UInt8(ascii: "<")
    }
}
