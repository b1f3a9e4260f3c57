// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// What an option holds, of all that swift-configuration has values for.
enum OptionKind: Hashable, Sendable {
    case string, int, double, bool
}

/// A type whose value is one of these.
protocol OptionScalar: Decodable {
    static var kind: OptionKind { get }
    /// The type's value in place of one that is not there; with a default, that one.
    static func standIn(_ fallback: ConfigurationValue?) -> Self
}

extension String: OptionScalar {
    static var kind: OptionKind { .string }
    static func standIn(_ fallback: ConfigurationValue?) -> String {
        if case .string(let text) = fallback { text } else { "" }
    }
}

extension Bool: OptionScalar {
    static var kind: OptionKind { .bool }
    static func standIn(_ fallback: ConfigurationValue?) -> Bool {
        if case .boolean(let flag) = fallback { flag } else { false }
    }
}

extension OptionScalar where Self: FixedWidthInteger {
    static var kind: OptionKind { .int }
    static func standIn(_ fallback: ConfigurationValue?) -> Self {
        if case .integer(let number) = fallback { Self(truncatingIfNeeded: number) } else { 0 }
    }
}

extension OptionScalar where Self: BinaryFloatingPoint {
    static var kind: OptionKind { .double }
    static func standIn(_ fallback: ConfigurationValue?) -> Self {
        switch fallback {
        case .real(let number): Self(number)
        case .integer(let number): Self(number)
        default: 0
        }
    }
}

extension Int: OptionScalar {}
extension Int8: OptionScalar {}
extension Int16: OptionScalar {}
extension Int32: OptionScalar {}
extension Int64: OptionScalar {}
extension UInt: OptionScalar {}
extension UInt8: OptionScalar {}
extension UInt16: OptionScalar {}
extension UInt32: OptionScalar {}
extension UInt64: OptionScalar {}
extension Double: OptionScalar {}
extension Float: OptionScalar {}

/// A `Secret` of any type.
protocol SecretOption {}
extension Secret: SecretOption {}
