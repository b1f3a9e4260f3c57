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
            if isAt("=======") || isAt(">>>>>>>") || isAt("|||||||") { throw shownMergeConflict() }
            // It is not shown: it may be a secret that lacks its tag.
            let remedy = "Put it into a <string> or a comment, or remove it"
            throw fault("text stands here that belongs to no value", remedy: remedy)
        }
        return true
    }

    mutating func readOpeningTag() throws(PropertyListFault) -> Tag {
        let offset = position
        position += 1
        let element = try readName(from: offset)
        while position < bytes.count, bytes[position].isXMLSpace { position += 1 }
        if element == .plist { skipAttributes() }
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
            let opened = "<\(element.rawValue)>, opened on line \(lines.line(at: openedAt))"
            let text = "</\(name.rawValue)> stands where \(opened), should be closed"
            throw fault(text, remedy: "Close each tag before the one around it", at: offset)
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
        if position == bytes.count { throw endInside(offset) }
        position = offset
        if isAt("<<<<<<<") { throw shownMergeConflict() }
        let text = String(decoding: name.prefix(160), as: UTF8.self)
        if text.lowercased() == "html" { throw webPage() }
        let hint = nearestName(to: text, among: XMLPropertyListElement.allCases.map(\.rawValue))
        if text.isEmpty { throw fault("a `<` stands alone", remedy: "Write `&lt;` in text") }
        let remedy = """
            \(hint.map { "Did you mean <\($0)>? " } ?? "")A property list has <dict>, <array>, <key>, <string>, <integer>, \
            <real>, <true/>, <false/>, <date> and <data>
            """
        throw fault("the tag <\(text.quoted(limit: 40).dropFirst().dropLast())> is unknown", remedy: remedy)
    }

    private func endInside(_ tag: Int) -> PropertyListFault {
        fault("the file ends inside a tag", remedy: "The file seems cut off; restore it", at: tag)
    }

    private mutating func skipAttributes() {
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
        guard position < bytes.count else { throw endInside(offset) }
        guard bytes[position] == UInt8(ascii: ">") else {
            let text = "the tag <\(element.rawValue)> isn't well formed"
            throw fault(text, remedy: "Write it without attributes", at: offset)
        }
        position += 1
    }
}

extension UInt8 {
    fileprivate var endsXMLName: Bool {
        isXMLSpace || self == UInt8(ascii: ">") || self == UInt8(ascii: "/") || self == UInt8(ascii: "<")
    }
}
