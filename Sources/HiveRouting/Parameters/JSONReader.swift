// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// Reads JSON into a tree: strictly, within limits, and without recursion deeper than they allow.
///
/// A key twice, anything after the value, a lone surrogate, a control character in a string, or a number that no `Int`
/// or finite `Double` holds is an error; and what a URL must not hold, JSON must not either: NUL, and in keys every
/// control character, however it is escaped. A null in an object counts as a key that is not there; elsewhere it is an
/// error.
struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0
    private var remaining: Int
    private let depth: Int

    static func read(_ text: String, limits: URLLimits) throws -> JSONValue {
        var reader = JSONReader(text, limits)
        guard let value = try reader.value(0) else { throw reader.fault("null is no value") }
        reader.skipSpace()
        guard reader.position == reader.bytes.count else { throw reader.fault("there is something after the value") }
        return value
    }

    private init(_ text: String, _ limits: URLLimits) {
        bytes = Array(text.utf8)
        (depth, remaining) = (limits.depth, limits.elements)
    }

    private func fault(_ text: String, _ code: HiveErrorCode = .invalidValue) -> HiveError {
        HiveError(code, "JSON, at byte \(position): \(text).")
    }

    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    private mutating func take(_ wanted: UInt8) -> Bool {
        skipSpace()
        guard byte == wanted else { return false }
        position += 1
        return true
    }

    private mutating func word(_ word: String, _ value: JSONValue?) throws -> JSONValue? {
        guard bytes[position...].starts(with: word.utf8) else { throw fault("no value begins so") }
        position += word.utf8.count
        return value
    }

    /// The next value; nil for null.
    private mutating func value(_ level: Int) throws -> JSONValue? {
        skipSpace()
        remaining -= 1
        if remaining < 0 { throw fault("there are too many values", .limitExceeded) }
        if level > depth { throw fault("values are nested too deeply", .limitExceeded) }
        switch byte {
        case UInt8(ascii: "{"): return try object(level)
        case UInt8(ascii: "["): return try array(level)
        case UInt8(ascii: "\""): return JSONValue(.string(try string()))
        case UInt8(ascii: "t"): return try word("true", JSONValue(.boolean(true)))
        case UInt8(ascii: "f"): return try word("false", JSONValue(.boolean(false)))
        case UInt8(ascii: "n"): return try word("null", nil)
        default: return JSONValue(try number())
        }
    }

    private mutating func object(_ level: Int) throws -> JSONValue {
        position += 1
        var parts: [Argument] = []
        var keys: Set<String> = []
        if take(UInt8(ascii: "}")) { return try JSONValue(parts: parts) }
        repeat {
            skipSpace()
            guard byte == UInt8(ascii: "\"") else { throw fault("a key is missing") }
            let key = try string(isKey: true)
            // Keys that are equal in Swift, though spelt differently, are refused as well: a tree cannot hold both.
            guard keys.insert(key).inserted else { throw fault("the key \(key.shown) is there twice") }
            guard take(UInt8(ascii: ":")) else { throw fault("a colon is missing") }
            parts.append(Argument(name: key, source: try value(level + 1).map { .json($0) } ?? .null))
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw fault("an object does not end") }
        return try JSONValue(parts: parts)
    }

    private mutating func array(_ level: Int) throws -> JSONValue {
        position += 1
        var elements: [JSONValue] = []
        if take(UInt8(ascii: "]")) { return JSONValue(elements: elements) }
        repeat {
            guard let element = try value(level + 1) else { throw fault("null in an array stands for nothing") }
            elements.append(element)
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw fault("an array does not end") }
        return JSONValue(elements: elements)
    }

    private mutating func number() throws -> ConfigurationValue {
        let parts = DecimalParts(of: bytes[position...])
        let digits = bytes[position..<parts.end]
        let sign = digits.first
        position = parts.end
        guard parts.whole > 0, parts.fraction != 0, parts.exponent != 0, sign != UInt8(ascii: "+") else {
            throw fault("no value begins so")
        }
        let whole = sign == UInt8(ascii: "-") ? digits.dropFirst() : digits
        if whole.first == UInt8(ascii: "0"), parts.whole > 1 { throw fault("a number begins with a zero") }
        let text = String(decoding: digits, as: UTF8.self)
        let isReal = parts.fraction != nil || parts.exponent != nil
        if !isReal, let number = Int(text) { return .integer(number) }
        guard isReal, let number = Double(text), number.isFinite else { throw fault("a number is too large") }
        return .real(number)
    }

    private mutating func string(isKey: Bool = false) throws -> String {
        position += 1
        var text: [UInt8] = []
        while let byte {
            if byte != UInt8(ascii: "\\") { position += 1 }
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else { throw fault("a string is no UTF-8") }
                let isClean = text.allSatisfy { isKey ? $0 >= 0x20 && $0 != 0x7F : $0 != 0 }
                guard isClean else { throw fault("a string has an escaped control character") }
                return string
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw fault("a string has a control character")
            default: text.append(byte)
            }
        }
        throw fault("a string does not end")
    }

    private mutating func escape(into text: inout [UInt8]) throws {
        switch JSONEscape(in: bytes, at: position) {
        case .scalar(let scalar, let byteCount):
            position += byteCount
            text += Array(String(Character(scalar)).utf8)
        case .half: throw fault("a string has half of a character")
        case .unknown:
            let isCut = position + 1 == bytes.count
            throw fault(isCut ? "a string does not end" : "a string has an unknown escape")
        }
    }
}
