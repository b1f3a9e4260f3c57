// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

/// Reads an XML property list.
///
/// The parser accepts less than XML: nothing that refers to something outside the file, no entities but the predefined
/// ones, and no markup that other readers take for something else.
struct XMLPropertyListParser: PropertyListTextParser {
    let bytes: [UInt8]
    let lines: PropertyListLines
    let elements = XMLPropertyListElement.byPackedName
    var position: Int
    var builder: PropertyListBuilder

    init(bytes: [UInt8], lines: PropertyListLines, position: Int) {
        (self.bytes, self.lines, self.position) = (bytes, lines, position)
        builder = PropertyListBuilder(lines: lines)
    }

    mutating func readFile() throws(PropertyListFault) {
        let root = try readProlog()
        try readContent(of: root)
        while try skipToMarkup() {
            guard isAt("<!--") else {
                throw fault(
                    isAt("<plist") ? "the file holds a second <plist>" : "there is something after </plist>",
                    remedy: "Keep one <plist> and remove the rest"
                )
            }
            try skipComment(4, to: "-->")
        }
    }

    /// Reads what lies between `<plist>` and `</plist>`.
    private mutating func readContent(of root: Tag) throws(PropertyListFault) {
        while true {
            let isAtEnd = try !skipToMarkup()
            let container = builder.open.last
            let element: XMLPropertyListElement = container.map { $0.kind == .dictionary ? .dict : .array } ?? .plist
            let openedAt = container?.offset ?? root.offset
            if isAtEnd { throw unexpectedContent(of: element, openedAt: openedAt) }
            switch position + 1 < bytes.count ? bytes[position + 1] : 0 {
            case UInt8(ascii: "/"):
                let offset = position
                try readClosingTag(of: element, openedAt: openedAt)
                try checkEnd(of: element, at: offset)
                if element == .plist { return }
                builder.end()
            case UInt8(ascii: "!"):
                guard isAt("<!--") else { throw misplacedMarkup() }
                try skipComment(4, to: "-->")
            case UInt8(ascii: "?"): throw misplacedMarkup()
            default: try readElement()
            }
        }
    }

    private mutating func readElement() throws(PropertyListFault) {
        let tag = try readOpeningTag()
        try checkPlace(of: tag)
        switch tag.element {
        case .plist, .key: try readKey(of: tag)
        case .dict, .array:
            try builder.begin(tag.element == .dict ? .dictionary : .array, offset: tag.offset)
            if tag.isEmpty { builder.end() }
        case .string: try builder.add(.string(readText(of: tag)), offset: tag.offset)
        case .yes, .no:
            if !tag.isEmpty { try readClosingTag(of: tag.element, openedAt: tag.offset) }
            try builder.add(.boolean(tag.element == .yes), offset: tag.offset)
        case .integer, .real, .date, .data: try builder.add(readScalar(of: tag), offset: tag.offset)
        }
    }
}
