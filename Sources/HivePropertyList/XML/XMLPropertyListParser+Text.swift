// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

extension XMLPropertyListParser {
    /// Reads the content of `<string>` or `<key>` and the closing tag.
    ///
    /// - Parameter tag: The opening tag, which was just read.
    /// - Returns: The content with all references replaced.
    /// - Throws: The fault, if the text isn't well formed.
    mutating func readText(of tag: Tag) throws(PropertyListFault) -> String {
        if tag.isEmpty {
            if tag.element == .string { return "" }
            throw fault("<key/> holds no key", remedy: "Write <key></key>", at: tag.offset)
        }
        let start = position
        if bytes[start...].first == UInt8(ascii: "$"), isAt("$null") {
            let remedy = "Choose another text; property list archives reserve this one"
            throw fault("text that begins with `$null` can't be read", remedy: remedy)
        }
        var unescaped: [UInt8] = []
        var runStart = start
        while true {
            while position < bytes.count, !bytes[position].interruptsXMLText { position += 1 }
            guard position < bytes.count else {
                throw unexpectedContent(of: tag.element, openedAt: tag.offset)
            }
            let runEnd = position
            switch bytes[position] {
            case UInt8(ascii: "<") where isAt("<!") && isAt("<![CDATA["):
                let content = try readCDATA()
                unescaped += bytes[runStart..<runEnd]
                unescaped += bytes[content]
                runStart = position
            case UInt8(ascii: "<"):
                try readClosingTag(of: tag.element, openedAt: tag.offset)
                if runStart == start { return String(decoding: bytes[start..<runEnd], as: UTF8.self) }
                unescaped += bytes[runStart..<runEnd]
                return String(decoding: unescaped, as: UTF8.self)
            case UInt8(ascii: "&"):
                let scalar = try readReference()
                unescaped += bytes[runStart..<runEnd]
                unescaped += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                runStart = position
            case let control where control.isForbiddenInXML: throw forbiddenCharacter(UInt32(control))
            default: position += 1
            }
            if tag.element == .key, runEnd - start > 16 * PropertyListLimits.keyByteCount {
                throw .longKey(at: tag.offset)
            }
        }
    }

    /// Reads the content of `<key>` and the closing tag, and takes it as the key of the next value.
    mutating func readKey(of tag: Tag) throws(PropertyListFault) {
        let key = try readText(of: tag)
        if key.utf8.count > PropertyListLimits.keyByteCount { throw .longKey(at: tag.offset) }
        if key == "CF$UID" {
            let remedy = "Save the file as an ordinary property list, not as a keyed archive"
            throw fault("the key `CF$UID` marks an archived object", remedy: remedy, at: tag.offset)
        }
        builder.setKey(builder.intern(key, at: tag.offset), offset: tag.offset)
    }

    private mutating func readCDATA() throws(PropertyListFault) -> Range<Int> {
        let start = position
        position += 9
        guard skip(past: "]]>") else {
            throw fault("the CDATA section isn't closed", remedy: "End it with `]]>`", at: start)
        }
        let content = (start + 9)..<(position - 3)
        if let control = content.first(where: { bytes[$0].isForbiddenInXML }) {
            throw forbiddenCharacter(UInt32(bytes[control]), at: control)
        }
        return content
    }

    /// Reads `&name;`, `&#10;` or `&#xA;`.
    private mutating func readReference() throws(PropertyListFault) -> Unicode.Scalar {
        let end = bytes[position...].prefix(12).firstIndex(of: UInt8(ascii: ";")) ?? position
        let name = String(decoding: bytes[position..<end].dropFirst(), as: UTF8.self)
        let scalar: Unicode.Scalar? =
            switch name {
            case "lt": "<"
            case "gt": ">"
            case "amp": "&"
            case "apos": "'"
            case "quot": "\""
            default: Self.numericReference(name)
            }
        guard let scalar else {
            throw fault(
                // Not by its name, which may be a part of a secret.
                name.isEmpty ? "the character `&` stands alone" : "the `&` begins no entity that is known",
                remedy: "Write `&amp;` for the character itself; entities other than &lt; &gt; &amp; &apos; &quot; and"
                    + " numbers such as &#233; don't exist here"
            )
        }
        guard scalar.value >= 0x20 || UInt8(scalar.value).isXMLSpace else { throw forbiddenCharacter(scalar.value) }
        position = end + 1
        return scalar
    }

    private static func numericReference(_ name: String) -> Unicode.Scalar? {
        guard name.utf8.first == UInt8(ascii: "#") else { return nil }
        let isHexadecimal = name.utf8.dropFirst().first == UInt8(ascii: "x")
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        guard digits.utf8.first?.hexadecimalValue != nil else { return nil }  // No sign.
        guard digits.utf8.count <= 8 else { return nil }
        return UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init)
    }

    private func forbiddenCharacter(_ value: UInt32, at offset: Int? = nil) -> PropertyListFault {
        let digits = String(value, radix: 16, uppercase: true)
        let text = "the control character U+\(String(repeating: "0", count: max(0, 4 - digits.count)) + digits)"
        return fault("\(text) isn't allowed in XML", remedy: "Remove it, or put the bytes into <data>", at: offset)
    }
}

extension UInt8 {
    /// Whether text can't simply go on with this byte.
    fileprivate var interruptsXMLText: Bool {
        self < 0x20 || self == UInt8(ascii: "<") || self == UInt8(ascii: "&")
    }

    fileprivate var isForbiddenInXML: Bool { self < 0x20 && !isXMLSpace }
}
