// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A tree of values that the toolchain's decoder reads along an outline.
///
/// The outline says which type to ask for, so nothing is tried in vain; what the value is, the decoder says.
struct DecodedPropertyList: DecodableWithConfiguration {
    /// A value's place in an outline.
    struct Place: Sendable {
        let shape: PropertyListShape
        let index: Int
    }

    let value: ConfigurationValue

    init(from decoder: any Decoder, configuration place: Place) throws {
        let (shape, index) = (place.shape, place.index)
        switch shape.nodes[index].kind {
        case .dictionary:
            value = .dictionary(try Self.entries(shape, index, decoder.container(keyedBy: Key.self)))
        case .array:
            value = .array(try Self.elements(shape, index, decoder.unkeyedContainer()))
        case let kind:
            let container = try decoder.singleValueContainer()
            switch kind {
            case .dictionary, .array, .string: value = .string(try container.decode(String.self))
            case .integer: value = .integer(try container.decode(Int.self))
            case .real: value = try Self.real(container.decode(Double.self), shape, index)
            case .boolean: value = .boolean(try container.decode(Bool.self))
            case .date: value = try Self.date(container.decode(Date.self), shape, index)
            case .data: value = .data(Array(try container.decode(Data.self)))
            }
        }
    }

    private static func entries(
        _ shape: PropertyListShape,
        _ index: Int,
        _ container: KeyedDecodingContainer<Key>
    ) throws -> [String: ConfigurationValue] {
        var entries = [String: ConfigurationValue](minimumCapacity: Int(shape.nodes[index].count))
        for child in shape.children(of: index) {
            let node = shape.nodes[child]
            let key = Key(stringValue: shape.keys[Int(node.key)])
            entries[key.stringValue] =
                switch node.kind {
                case .dictionary, .array:
                    try container.decode(Self.self, forKey: key, configuration: Place(shape: shape, index: child)).value
                case .string: .string(try container.decode(String.self, forKey: key))
                case .integer: .integer(try container.decode(Int.self, forKey: key))
                case .real: try real(container.decode(Double.self, forKey: key), shape, child)
                case .boolean: .boolean(try container.decode(Bool.self, forKey: key))
                case .date: try date(container.decode(Date.self, forKey: key), shape, child)
                case .data: .data(Array(try container.decode(Data.self, forKey: key)))
                }
        }
        return entries
    }

    private static func elements(
        _ shape: PropertyListShape,
        _ index: Int,
        _ unread: any UnkeyedDecodingContainer
    ) throws -> [ConfigurationValue] {
        var container = unread
        var elements: [ConfigurationValue] = []
        elements.reserveCapacity(Int(shape.nodes[index].count))
        for child in shape.children(of: index) {
            let element: ConfigurationValue =
                switch shape.nodes[child].kind {
                case .dictionary, .array:
                    try container.decode(Self.self, configuration: Place(shape: shape, index: child)).value
                case .string: .string(try container.decode(String.self))
                case .integer: .integer(try container.decode(Int.self))
                case .real: try real(container.decode(Double.self), shape, child)
                case .boolean: .boolean(try container.decode(Bool.self))
                case .date: try date(container.decode(Date.self), shape, child)
                case .data: .data(Array(try container.decode(Data.self)))
                }
            elements.append(element)
        }
        return elements
    }

    private static func real(
        _ number: Double,
        _ shape: PropertyListShape,
        _ index: Int
    ) throws -> ConfigurationValue {
        guard number.isFinite else { throw UnreadableValue(index: index, message: "\(number) isn't a finite number") }
        return .real(number)
    }

    private static func date(
        _ date: Date,
        _ shape: PropertyListShape,
        _ index: Int
    ) throws -> ConfigurationValue {
        let seconds = date.timeIntervalSinceReferenceDate
        guard seconds.isFinite else { throw UnreadableValue(index: index, message: "the date isn't a finite number") }
        return .date(secondsSinceReferenceDate: seconds)
    }
}

extension DecodedPropertyList {
    /// A value that the decoder reads but a configuration can't hold.
    struct UnreadableValue: Error {
        let index: Int
        let message: String
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }
}
