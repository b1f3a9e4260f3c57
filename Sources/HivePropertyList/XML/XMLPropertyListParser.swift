// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

/// Reads an XML property list.
///
/// The parser accepts less than XML: nothing that refers to something outside the file, no entities but the predefined
/// ones, and no markup that other readers take for something else.
struct XMLPropertyListParser {
    let bytes: [UInt8]
    let lines: PropertyListLines
    let elements = XMLPropertyListElement.byPackedName
    var position: Int
    var builder: PropertyListShapeBuilder

    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - bytes: The file's content.
    ///   - start: Where the text begins, after a byte order mark.
    /// - Returns: The values with their places.
    /// - Throws: `PropertyListError`.
    static func parse(_ bytes: [UInt8], from start: Int) throws -> PropertyListDocument {
        let lines = PropertyListLines(in: bytes)
        try PropertyListFormat.checkEncoding(of: bytes, lines: lines)
        let builder = PropertyListShapeBuilder(lines: lines)
        var parser = XMLPropertyListParser(bytes: bytes, lines: lines, position: start, builder: builder)
        var fault: PropertyListFault?
        do {
            try parser.readFile()
        } catch {
            fault = error
        }
        return try parser.builder.finish(fault)
    }

    private mutating func readFile() throws(PropertyListFault) {
        let root = try readProlog()
        try readContent(of: root)
        while try skipToMarkup() {
            guard isAt("<!--") else {
                throw fault(
                    isAt("<plist") ? "the file holds a second <plist>" : "there is something after </plist>",
                    remedy: "Keep one <plist> and remove the rest"
                )
            }
            try skipComment()
        }
    }

    /// Reads what lies between `<plist>` and `</plist>`.
    private mutating func readContent(of root: Tag) throws(PropertyListFault) {
        while true {
            guard try skipToMarkup() else { throw unexpectedEnd(root) }
            switch position + 1 < bytes.count ? bytes[position + 1] : 0 {
            case UInt8(ascii: "/"):
                let (element, openedAt) = innermost(root)
                let offset = position
                try readClosingTag(of: element, openedAt: openedAt)
                try checkEnd(of: element, at: offset)
                if element == .plist { return }
                builder.end()
            case UInt8(ascii: "!"):
                guard isAt("<!--") else { throw misplacedMarkup() }
                try skipComment()
            case UInt8(ascii: "?"): throw misplacedMarkup()
            default: try readElement()
            }
        }
    }

    private mutating func readElement() throws(PropertyListFault) {
        let tag = try readOpeningTag()
        try checkPlace(of: tag)
        guard let kind = tag.element.kind else {
            return try readKey(of: tag)
        }
        switch kind {
        case .dictionary, .array:
            try builder.begin(kind, offset: tag.offset)
            if tag.isEmpty { builder.end() }
        case .string:
            try builder.add(.string(readText(of: tag)), offset: tag.offset)
        case .boolean:
            if !tag.isEmpty { try readClosingTag(of: tag.element, openedAt: tag.offset) }
            try builder.add(.boolean(tag.element == .yes), offset: tag.offset)
        case .integer, .real, .date, .data:
            try builder.add(readScalar(of: tag), offset: tag.offset)
        }
    }

    /// Returns the innermost element that is open, and where it began.
    func innermost(_ root: Tag) -> (element: XMLPropertyListElement, offset: Int) {
        guard let container = builder.open.last else { return (.plist, root.offset) }
        let (kind, offset) = builder.describe(container)
        return (XMLPropertyListElement(container: kind), offset)
    }
}
