// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A single value that variables and arguments can give as text: a text, a number, or a truth value.
protocol ConfigurationLeaf {
    /// What errors call such a value.
    static var kind: String { get }
    /// Reads the value from text, as environment variables and arguments give it.
    init?(configurationText text: String)
    /// Reads the value from a tree's leaf, without turning one kind into another, but for integers that stand for
    /// reals.
    init?(configurationValue value: ConfigurationValue)
}

extension String: ConfigurationLeaf {
    static var kind: String { "a string" }
    init?(configurationText text: String) { self = text }
    init?(configurationValue value: ConfigurationValue) {
        guard case .string(let text) = value else { return nil }
        self = text
    }
}

extension Int: ConfigurationLeaf {
    static var kind: String { "an integer" }
    init?(configurationText text: String) { self.init(text) }
    init?(configurationValue value: ConfigurationValue) {
        guard case .integer(let number) = value else { return nil }
        self = number
    }
}

extension Double: ConfigurationLeaf {
    static var kind: String { "a number" }
    init?(configurationText text: String) {
        // As in a property list: what the standard library reads beyond digits, such as 0x10, is a slip of the hand.
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || ".eE+-".utf8.contains($0) }),
            let number = Double(text), number.isFinite
        else { return nil }
        self = number
    }
    init?(configurationValue value: ConfigurationValue) {
        switch value {
        case .real(let number): self = number
        case .integer(let number): self = Double(number)
        default: return nil
        }
    }
}

extension Bool: ConfigurationLeaf {
    static var kind: String { "true or false" }
    init?(configurationText text: String) {
        switch text.lowercased() {
        case "true", "yes", "on", "1": self = true
        case "false", "no", "off", "0": self = false
        default: return nil
        }
    }
    init?(configurationValue value: ConfigurationValue) {
        guard case .boolean(let flag) = value else { return nil }
        self = flag
    }
}

extension Secret: ConfigurationLeaf where Value: ConfigurationLeaf {
    static var kind: String { Value.kind }
    init?(configurationText text: String) {
        guard let value = Value(configurationText: text) else { return nil }
        self.init(value)
    }
    init?(configurationValue value: ConfigurationValue) {
        guard let value = Value(configurationValue: value) else { return nil }
        self.init(value)
    }
}
