// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the toolchain's decoder reads on its own, when nobody tells it which kinds of values to expect.
struct PlainPropertyList: Decodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    let value: ConfigurationValue

    /// Reads a whole file.
    static func read(_ bytes: [UInt8]) throws -> ConfigurationValue {
        try PropertyListDecoder().decode(Self.self, from: Data(bytes)).value
    }

    init(from decoder: any Decoder) throws {
        // A kind that doesn't fit is expected here; what fits none throws at the end.
        if let container = try? decoder.container(keyedBy: Key.self) {
            var entries: [String: ConfigurationValue] = [:]
            for key in container.allKeys {
                entries[key.stringValue] = try container.decode(Self.self, forKey: key).value
            }
            value = .dictionary(entries)
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [ConfigurationValue] = []
            while !container.isAtEnd { elements.append(try container.decode(Self.self).value) }
            value = .array(elements)
        } else {
            value = try Self.scalar(decoder.singleValueContainer())
        }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) throws -> ConfigurationValue {
        if let text = try? container.decode(String.self) { return .string(text) }
        if let flag = try? container.decode(Bool.self) { return .boolean(flag) }
        if let number = try? container.decode(Int.self) { return .integer(number) }
        if let number = try? container.decode(Double.self) { return .real(number) }
        if let date = try? container.decode(Date.self) {
            return .date(secondsSinceReferenceDate: date.timeIntervalSinceReferenceDate)
        }
        return .data(Array(try container.decode(Data.self)))
    }
}

extension ConfigurationValue {
    /// Whether two trees are equal where whole numbers may be integers in one and reals in the other, because the
    /// decoder reads `<real>1</real>` as either, and where dates before 1582 may differ: the decoder takes them by the
    /// Julian calendar.
    func agrees(with other: ConfigurationValue) -> Bool {
        switch (self, other) {
        case (.real(let real), .integer(let integer)), (.integer(let integer), .real(let real)):
            real == Double(integer)
        case (.date(let mine), .date(let theirs)):
            mine == theirs || max(mine, theirs) < Self.gregorianCalendar
        case (.array(let mine), .array(let theirs)):
            mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.agrees(with: $1) }
        case (.dictionary(let mine), .dictionary(let theirs)):
            mine.count == theirs.count && mine.allSatisfy { key, value in theirs[key]?.agrees(with: value) == true }
        default: self == other
        }
    }

    /// 15 October 1582, from which on dates are Gregorian, with some days to spare.
    static let gregorianCalendar = -13_197_600_000.0 + 20 * 86_400

    /// Returns the value at a path, or nil where there is none.
    func value(at path: some Sequence<ConfigurationKeyPath.Component>) -> ConfigurationValue? {
        var value = self
        for component in path {
            switch (component, value) {
            case (.key(let key), .dictionary(let entries)):
                guard let next = entries[key] else { return nil }
                value = next
            case (.index(let index), .array(let elements)) where elements.indices.contains(index):
                value = elements[index]
            default: return nil
            }
        }
        return value
    }
}
