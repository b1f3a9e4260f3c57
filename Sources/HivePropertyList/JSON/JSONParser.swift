// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

/// Reads JSON into the same document as a property list.
///
/// Beyond JSON it accepts what people write into settings: comments and a comma after the last entry. There is no null,
/// because a configuration has none: what is not stated is left out.
struct JSONParser: PropertyListTextParser {
    let bytes: [UInt8]
    var position: Int
    var builder: PropertyListBuilder
    /// Whether an entry has ended, so that a comma or the end of the container comes next.
    private var hasEntry = false

    init(bytes: [UInt8], lines: PropertyListLines, position: Int) {
        (self.bytes, self.position, builder) = (bytes, position, PropertyListBuilder(lines: lines))
    }

    mutating func readFile() throws(PropertyListFault) {
        try skipSpace()
        try readValue()
        while let container = builder.open.last { try readNext(in: container) }
        try skipSpace()
        if position < bytes.count {
            throw unexpected("there is something after the end", remedy: "Remove it, or put all into one container")
        }
    }

    /// Reads the next entry of a container, the comma before one, or the container's end.
    private mutating func readNext(in container: PropertyListBuilder.OpenContainer) throws(PropertyListFault) {
        let (opening, closing) = container.kind == .array ? ("[", UInt8(ascii: "]")) : ("{", UInt8(ascii: "}"))
        try skipSpace()
        guard position < bytes.count else {
            let remedy = "Write `\(Character(Unicode.Scalar(closing)))`; the file may be cut off"
            throw fault("the `\(opening)` has no end", remedy: remedy, at: container.offset)
        }
        switch bytes[position] {
        case closing:
            position += 1
            hasEntry = true
            builder.end()
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
            let found = Character(Unicode.Scalar(bytes[position]))
            throw fault("`\(found)` stands where a `\(opening)` ends", remedy: "Correct one of the two")
        case UInt8(ascii: ","):
            guard hasEntry else { throw fault("there is nothing before the comma", remedy: "Remove the comma") }
            position += 1
            hasEntry = false
        case _ where hasEntry:
            throw unexpected("there is no comma between two entries", remedy: "Write one before this")
        default:
            if container.kind == .dictionary, try !readKey() { return }
            try readValue()
        }
    }

    /// Reads a key and the colon behind it; false for what is no entry of a configuration.
    private mutating func readKey() throws(PropertyListFault) -> Bool {
        let offset = position
        guard bytes[offset] == UInt8(ascii: "\"") else {
            throw unexpected("this is no key", remedy: "Write the key in double quotes")
        }
        let key = try readString()
        guard key.utf8.count <= PropertyListLimits.keyByteCount else { throw .longKey(at: offset) }
        try skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else {
            throw fault("there is no `:` behind the key", remedy: "Write one, and the value", at: offset)
        }
        position += 1
        try skipSpace()
        // For editors.
        if key == "$schema", builder.open.count == 1, position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
            _ = try readString()
            hasEntry = true
            return false
        }
        builder.setKey(builder.intern(key, at: offset), offset: offset)
        return true
    }

    /// Reads a scalar, or the beginning of a container.
    private mutating func readValue() throws(PropertyListFault) {
        let offset = position
        guard offset < bytes.count else {
            throw fault("the file ends where a value has to be", remedy: "Write it; the file may be cut off")
        }
        switch bytes[offset] {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            try builder.begin(bytes[offset] == UInt8(ascii: "[") ? .array : .dictionary, offset: offset)
            position += 1
            hasEntry = false
            return
        case UInt8(ascii: "\""): try builder.add(.string(readString()), offset: offset)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try builder.add(readNumber(), offset: offset)
        default: try builder.add(.boolean(readBoolean()), offset: offset)
        }
        hasEntry = true
    }

    private mutating func readBoolean() throws(PropertyListFault) -> Bool {
        let start = position
        let word = bytes[start...].prefix(8).prefix { $0.isPartOfWord }
        position += word.count
        if word.elementsEqual("true".utf8) { return true }
        if word.elementsEqual("false".utf8) { return false }
        position = start
        if word.elementsEqual("null".utf8) {
            throw fault("null states nothing", remedy: "Leave the entry out, or write a value")
        }
        throw unexpected("this is no value", remedy: "Write a text in double quotes, a number, true, false, [ ] or { }")
    }

    /// Skips white space and comments.
    private mutating func skipSpace() throws(PropertyListFault) {
        while position < bytes.count {
            if bytes[position].isXMLSpace {
                position += 1
            } else if bytes[position] != UInt8(ascii: "/") {
                return
            } else if isAt("//") {
                while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
            } else if isAt("/*") {
                try skipComment(2, to: "*/")
            } else {
                return
            }
        }
    }

    /// Says what is wrong here, where the reason may be one that people know by another name; nothing of the text is
    /// shown, which may be a part of a secret.
    private func unexpected(_ message: String, remedy: String) -> PropertyListFault {
        let isAtLineStart = position == 0 || bytes[position - 1] == 0x0A
        if isAtLineStart, isAt("<<<<<<<") || isAt("=======") || isAt(">>>>>>>") { return mergeConflict() }
        if isAt("'") { return fault("a text is in single quotes", remedy: "Write it in double quotes") }
        if isAt("NaN") || isAt("Infinity") || isAt("+") {
            return fault("this is no number of JSON", remedy: "Write a finite number, without a plus sign before it")
        }
        return fault(message, remedy: remedy)
    }
}

extension UInt8 {
    /// Whether a word or a number that has this behind it goes on: `trueish`, `0x10`, `12px`.
    var isPartOfWord: Bool { isASCIIDigit || isASCIILetter || self == UInt8(ascii: "_") || self >= 0x80 }
}
