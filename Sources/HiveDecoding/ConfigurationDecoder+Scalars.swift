// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension ConfigurationValue {
    /// The value as a message names it; of a secret, its kind only.
    func summary(isSecret: Bool) -> String { isSecret ? kindName : summary }
}

/// A type that is read from a scalar value without asking its initializer.
protocol ConfigurationScalar {
    /// What the type wants, such as `an integer`.
    static var expectation: String { get }

    /// What to write for one.
    static var spelling: String { get }

    /// What errors call a value of the application of this type; nil where decoding it says that.
    static var kind: String? { get }

    /// What an option of this type is in a file.
    static var optionKind: OptionShape.Kind { get }

    /// Reads a value of the right kind and range.
    init?(configuration value: ConfigurationValue)

    /// The value as a tree has it; nil where no tree can hold it.
    var configurationValue: ConfigurationValue? { get }

    /// Reads the text of a variable or an argument; nil where it is none of this kind.
    static func value(of text: String) -> ConfigurationValue?

    /// Says why a value couldn't be read, and shows it unless it is a secret.
    static func complaint(about value: ConfigurationValue, isSecret: Bool) -> String
}

extension ConfigurationScalar {
    static var spelling: String { expectation }
    static var kind: String? { nil }

    static func complaint(about value: ConfigurationValue, isSecret: Bool) -> String {
        "expected \(expectation), found \(value.summary(isSecret: isSecret))"
    }
}

extension ConfigurationScalar where Self: FixedWidthInteger {
    static var expectation: String { "an integer" }
    static var optionKind: OptionShape.Kind { .integer(from: Int(clamping: min), through: Int(clamping: max)) }

    var configurationValue: ConfigurationValue? { Int(exactly: self).map { .integer($0) } }

    /// Whether the number fits the type is for the decoder to say, which says it better.
    static func value(of text: String) -> ConfigurationValue? { Int(text).map { .integer($0) } }

    init?(configuration value: ConfigurationValue) {
        guard case .integer(let number) = value else { return nil }
        self.init(exactly: number)
    }

    static func complaint(about value: ConfigurationValue, isSecret: Bool) -> String {
        guard case .integer(let number) = value else {
            var isLarge = false
            if !isSecret, case .string(let text) = value { isLarge = Int128(text).map { $0 > Int.max } ?? false }
            let wanted = isLarge ? "an integer of at most \(Int.max)" : "an integer"
            return "expected \(wanted), found \(value.summary(isSecret: isSecret))"
        }
        let name = isSecret ? "the integer" : "\(number)"
        return "\(name) doesn't fit in \(Self.self), which takes \(Self.min) through \(Self.max)"
    }
}

extension ConfigurationScalar where Self: BinaryFloatingPoint {
    static var expectation: String { "a real number" }
    static var optionKind: OptionShape.Kind { .number }

    var configurationValue: ConfigurationValue? { .real(Double(self)) }

    static func value(of text: String) -> ConfigurationValue? {
        // As in a property list: what the standard library reads beyond digits, such as 0x10, is a slip of the hand.
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || ".eE+-".utf8.contains($0) }),
            let number = Double(text), number.isFinite
        else { return nil }
        return .real(number)
    }

    init?(configuration value: ConfigurationValue) {
        switch value {
        case .real(let number):
            self.init(number)
            if isInfinite, number.isFinite { return nil }
        case .integer(let number): self.init(number)
        default: return nil
        }
    }

    static func complaint(about value: ConfigurationValue, isSecret: Bool) -> String {
        guard case .real(let number) = value else {
            return "expected a real number, found \(value.summary(isSecret: isSecret))"
        }
        let (name, most) = (isSecret ? "the number" : "\(number)", Self.greatestFiniteMagnitude)
        return "\(name) doesn't fit in \(Self.self), which takes \(-most) through \(most)"
    }
}

extension Bool: ConfigurationScalar {
    static var expectation: String { "a boolean" }
    static var optionKind: OptionShape.Kind { .boolean }

    static var spelling: String { "true or false, in a property list <true/> or <false/>" }

    var configurationValue: ConfigurationValue? { .boolean(self) }

    static var kind: String? { "true or false" }

    static func value(of text: String) -> ConfigurationValue? {
        switch text.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }

    init?(configuration value: ConfigurationValue) {
        guard case .boolean(let flag) = value else { return nil }
        self = flag
    }
}

/// A number of seconds, as timeouts are; the standard library would want two halves of a number of attoseconds.
extension Duration: ConfigurationScalar {
    static var expectation: String { "a number of seconds" }
    static var optionKind: OptionShape.Kind { .seconds }

    /// Never is often written as the longest duration of all.
    var configurationValue: ConfigurationValue? {
        .real(min(max(self / .seconds(1), -Self.mostSeconds), Self.mostSeconds))
    }

    static func value(of text: String) -> ConfigurationValue? { Double.value(of: text) }

    init?(configuration value: ConfigurationValue) {
        guard let seconds = Double(configuration: value), seconds.magnitude <= Self.mostSeconds else { return nil }
        // Exact where a duration is a whole number of nanoseconds, as most are.
        self = .nanoseconds(Int64((seconds * 1e9).rounded()))
    }

    static func complaint(about value: ConfigurationValue, isSecret: Bool) -> String {
        let found = value.summary(isSecret: isSecret)
        guard Double(configuration: value) != nil else { return "expected \(expectation), found \(found)" }
        return "expected \(expectation) of at most \(Int(mostSeconds)), found \(found)"
    }

    /// Some thirty years, as for timeouts; far more would not fit.
    private static let mostSeconds: Double = 1e9
}

/// Stands for Foundation's `Date`, which no type here may name.
struct ConfigurationDate: ConfigurationScalar {
    static var expectation: String { "a date" }
    static var optionKind: OptionShape.Kind { .date }

    let seconds: Double

    var configurationValue: ConfigurationValue? { .date(secondsSinceReferenceDate: seconds) }

    static func value(of text: String) -> ConfigurationValue? {
        secondsSinceReferenceDate(Array(text.utf8)[...]).map { .date(secondsSinceReferenceDate: Double($0)) }
    }

    init?(configuration value: ConfigurationValue) {
        // JSON has no dates, but texts.
        let read: ConfigurationValue? = if case .string(let text) = value { Self.value(of: text) } else { value }
        guard case .date(let seconds) = read else { return nil }
        self.seconds = seconds
    }

    static func stands(for type: any Any.Type) -> Bool {
        ["Foundation.Date", "FoundationEssentials.Date"].contains(String(reflecting: type))
    }
}

extension String: ConfigurationScalar {
    static var expectation: String { "a string" }
    static var optionKind: OptionShape.Kind { .text }
    static var kind: String? { expectation }

    var configurationValue: ConfigurationValue? { .string(self) }

    static func value(of text: String) -> ConfigurationValue? { .string(text) }

    init?(configuration value: ConfigurationValue) {
        guard case .string(let text) = value else { return nil }
        self = text
    }
}

extension Double: ConfigurationScalar {
    static var kind: String? { "a number" }
}

extension Float: ConfigurationScalar {}
extension Int: ConfigurationScalar {
    static var kind: String? { expectation }
}

extension Int8: ConfigurationScalar {}
extension Int16: ConfigurationScalar {}
extension Int32: ConfigurationScalar {}
extension Int64: ConfigurationScalar {}
extension UInt: ConfigurationScalar {}
extension UInt8: ConfigurationScalar {}
extension UInt16: ConfigurationScalar {}
extension UInt32: ConfigurationScalar {}
extension UInt64: ConfigurationScalar {}
