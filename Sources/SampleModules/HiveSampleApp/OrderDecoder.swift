// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import HiveSampleCartInterface
package import HiveSampleTradeInterface

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Reads orders from lines; the trade decides later whether the shop accepts them.
package struct OrderDecoder {
    /// Why a line is no order.
    package struct Malformed: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    private let decoder = JSONDecoder()

    package init() {}

    /// Returns the order that a line holds, or nil for a blank line.
    ///
    /// - Throws: ``Malformed``.
    package func order(_ line: LineReader.Content) throws(Malformed) -> Order? {
        switch line {
        case .tooLong: throw Malformed(description: "longer than \(LineReader.limit) bytes")
        case .notUTF8: throw Malformed(description: "not UTF-8")
        case .text(let text) where text.allSatisfy(\.isWhitespace): return nil
        case .text(let text):
            do {
                return try decoder.decode(JSONOrder.self, from: Data(text.utf8)).order
            } catch {
                throw Malformed(description: Self.explain(error))
            }
        }
    }

    private static func explain(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\(place(context.codingPath + [key])) is missing"
        case DecodingError.valueNotFound(_, let context):
            "\(place(context.codingPath)) is null"
        case DecodingError.typeMismatch(let type, let context):
            "\(place(context.codingPath)) is not \(name(of: type))"
        case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
            "\(place(context.codingPath)) cannot be used"
        default:
            "not JSON"
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        let text = path.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + key.stringValue
            }
        }
        return text.isEmpty ? "the line" : text
    }

    private static func name(of type: Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Int.Type: "a whole number"
        case is [Any].Type: "a list"
        default: "an object"
        }
    }
}

/// An order, as a line has it.
private struct JSONOrder: Decodable {
    struct Line: Decodable {
        let sku: String
        let quantity: Int
    }

    let id: String
    let customer: String
    let lines: [Line]
    let shipping: String?

    var order: Order {
        let cart = lines.map { CartLine(sku: $0.sku, quantity: $0.quantity) }
        return Order(id: id, customer: customer, lines: cart, shipping: shipping)
    }
}
