// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A value of a module's options, as a property list or a program states it.
///
/// ```swift
/// let options: ConfigurationValue = ["host": "localhost", "port": 8080, "tags": ["a", "b"]]
/// ```
public enum ConfigurationValue: Hashable, Sendable {
    /// Text.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A number with a fraction.
    case real(Double)
    /// A truth value.
    case boolean(Bool)
    /// A point in time, counted from the first instant of 2001 in UTC.
    case date(secondsSinceReferenceDate: Double)
    /// Bytes.
    case data([UInt8])
    /// Values in order.
    case array([ConfigurationValue])
    /// Values by key.
    case dictionary([String: ConfigurationValue])

    /// The kind of value with its article, such as `an integer`, to use in messages.
    public var kindName: String {
        switch self {
        case .string: "a string"
        case .integer: "an integer"
        case .real: "a real number"
        case .boolean: "a boolean"
        case .date: "a date"
        case .data: "data"
        case .array: "an array"
        case .dictionary: "a dictionary"
        }
    }
}

extension ConfigurationValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates an integer.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// Creates a real number.
    public init(floatLiteral value: Double) { self = .real(value) }
}

extension ConfigurationValue: ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// Creates a boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Creates an array.
    public init(arrayLiteral elements: ConfigurationValue...) { self = .array(elements) }
    /// Creates a dictionary; of two equal keys the last one wins.
    public init(dictionaryLiteral elements: (String, ConfigurationValue)...) {
        self = .dictionary(Dictionary(elements) { _, last in last })
    }
}

extension ConfigurationValue: CustomStringConvertible {
    /// The value in one line, the same for equal values: keys are sorted, strings are quoted and escaped.
    public var description: String {
        switch self {
        case .string(let text): text.quoted
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .boolean(let flag): "\(flag)"
        case .date(let seconds): "date(\(seconds))"
        case .data(let bytes): "data(\(bytes.count.counted("byte")))"
        case .array(let elements): "[\(elements.map(\.description).joined(separator: ", "))]"
        case .dictionary(let entries) where entries.isEmpty: "[:]"
        case .dictionary(let entries):
            "[\(entries.sorted { $0.key < $1.key }.map { "\($0.key.quoted): \($0.value)" }.joined(separator: ", "))]"
        }
    }

    /// The value as a message names it: scalars with their content, containers by their kind only.
    package var summary: String {
        switch self {
        case .string(let text): "the string \(text.quoted(limit: 60))"
        case .integer(let number): "the integer \(number)"
        case .real(let number): "the real number \(number)"
        case .boolean(let flag): "the boolean \(flag)"
        case .date, .data, .array, .dictionary: kindName
        }
    }
}

extension ConfigurationValue {
    /// The value at a path; nil where there is none.
    package func value(at path: ConfigurationKeyPath) -> ConfigurationValue? {
        var value = self
        for component in path.components {
            switch (component, value) {
            case (.key(let key), .dictionary(let entries)):
                guard let entry = entries[key] else { return nil }
                value = entry
            case (.index(let index), .array(let elements)):
                guard elements.indices.contains(index) else { return nil }
                value = elements[index]
            default: return nil
            }
        }
        return value
    }

    /// Whether there is a value at a path.
    package func contains(_ path: ConfigurationKeyPath) -> Bool { value(at: path) != nil }
}
