// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Configuration
import Hive

extension ConfigurationValue {
    /// The value at a path of keys; nil where there is none.
    func value(at path: [String]) -> ConfigurationValue? {
        path.reduce(Optional(self)) { tree, key in
            if case .dictionary(let entries) = tree { entries[key] } else { nil }
        }
    }

    /// The value as swift-configuration has it; nil where it is of another type.
    func content(as type: ConfigType) -> ConfigContent? {
        switch type {
        case .string: string.map { .string($0) }
        case .int: int.map { .int($0) }
        case .double: double.map { .double($0) }
        case .bool: bool.map { .bool($0) }
        case .stringArray: list(\.string).map { .stringArray($0) }
        case .intArray: list(\.int).map { .intArray($0) }
        case .doubleArray: list(\.double).map { .doubleArray($0) }
        case .boolArray: list(\.bool).map { .boolArray($0) }
        case .bytes, .byteChunkArray: nil
        }
    }

    private var string: String? { if case .string(let text) = self { text } else { nil } }

    private var int: Int? { if case .integer(let number) = self { number } else { string.flatMap { Int($0) } } }

    private var double: Double? {
        if case .real(let number) = self { return number }
        return int.map(Double.init) ?? string.flatMap { Double(decimal: $0) }
    }

    private var bool: Bool? { if case .boolean(let flag) = self { flag } else { string.flatMap { Bool($0) } } }

    /// Every element as one of a type; nil where one is of another type.
    private func list<Element>(_ element: (ConfigurationValue) -> Element?) -> [Element]? {
        guard case .array(let elements) = self else { return nil }
        let found = elements.compactMap(element)
        return found.count == elements.count ? found : nil
    }
}

extension Double {
    /// Reads a text as an option of that type is read: what the standard library reads beyond decimal digits, such as
    /// `0x10`, is a slip of the hand.
    fileprivate init?(decimal text: String) {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || ".eE+-".utf8.contains($0) }),
            let number = Double(text), number.isFinite
        else { return nil }
        self = number
    }
}

extension ConfigurationValues {
    /// The value of a key as swift-configuration has it; nil where there is none.
    ///
    /// It is read as a secret, so that no error shows it.
    func content(of key: String, as type: ConfigType) throws -> ConfigContent? {
        switch type {
        case .string: try secret(key).map { .string($0) }
        case .int: try secret(key).map { .int($0) }
        case .double: try secret(key).map { .double($0) }
        case .bool: try secret(key).map { .bool($0) }
        case .stringArray: try secret(key).map { .stringArray($0) }
        case .intArray: try secret(key).map { .intArray($0) }
        case .doubleArray: try secret(key).map { .doubleArray($0) }
        case .boolArray: try secret(key).map { .boolArray($0) }
        case .bytes, .byteChunkArray: nil
        }
    }

    private func secret<Value: Decodable>(_ key: String) throws -> Value? {
        try value(key, as: Secret<Value>.self)?.value
    }
}
