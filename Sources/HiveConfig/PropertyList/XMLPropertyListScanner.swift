// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// Checks an XML property list and takes down its outline, without keeping any value.
///
/// The scanner accepts less than XML: nothing that refers to something outside the file, no entities but the predefined
/// ones, and no markup that the toolchain's decoder reads differently.
struct XMLPropertyListScanner {
    let bytes: [UInt8]
    let lines: PropertyListLines
    let names = XMLPropertyListElement.packedNames
    var position: Int
    var builder = PropertyListShapeBuilder()

    /// Scans a whole file.
    ///
    /// - Parameters:
    ///   - bytes: The file's content.
    ///   - start: Where the text begins, after a byte order mark.
    ///   - lines: Where the file's lines begin.
    /// - Returns: The outline.
    /// - Throws: `PropertyListError`.
    static func scan(_ bytes: [UInt8], from start: Int, lines: PropertyListLines) throws -> PropertyListShape {
        try checkEncoding(of: bytes, lines: lines)
        var scanner = XMLPropertyListScanner(bytes: bytes, lines: lines, position: start)
        var fault: PropertyListFault?
        do {
            try scanner.scanFile()
        } catch {
            fault = error
        }
        if let error = scanner.builder.error(for: fault, lines: lines) { throw error }
        return scanner.builder.finish()
    }

    private static func checkEncoding(of bytes: [UInt8], lines: PropertyListLines) throws {
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            let offset = error.byteOffsets.lowerBound
            throw PropertyListError(
                "the byte 0x\(String(bytes[offset], radix: 16, uppercase: true)) isn't valid UTF-8 here",
                remedy: "Save the file as UTF-8",
                line: lines.line(at: offset)
            )
        }
    }

    private mutating func scanFile() throws(PropertyListFault) {
        let root = try scanProlog()
        try scanContent(of: root)
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
    private mutating func scanContent(of root: Tag) throws(PropertyListFault) {
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
            default: try scanElement()
            }
        }
    }

    private mutating func scanElement() throws(PropertyListFault) {
        let tag = try readOpeningTag()
        try checkPlace(of: tag)
        guard let kind = tag.element.kind else {
            let key = try readText(of: tag, keepsContent: true)
            builder.setKey(try checkedKey(key, tag), offset: tag.offset)
            return
        }
        switch kind {
        case .dictionary, .array:
            try builder.begin(kind, offset: tag.offset)
            if tag.isEmpty { builder.end() }
        case .string:
            try builder.add(kind, offset: tag.offset)
            _ = try readText(of: tag, keepsContent: false)
        case .boolean:
            try builder.add(kind, offset: tag.offset)
            if !tag.isEmpty { try readClosingTag(of: tag.element, openedAt: tag.offset) }
        case .integer, .real, .date, .data:
            try checkScalar(tag)
            try builder.add(kind, offset: tag.offset)
        }
    }

    /// Returns the innermost element that is open, and where it began.
    func innermost(_ root: Tag) -> (element: XMLPropertyListElement, offset: Int) {
        guard let container = builder.open.last else { return (.plist, root.offset) }
        let (kind, offset) = builder.describe(container)
        return (XMLPropertyListElement(container: kind), offset)
    }
}
