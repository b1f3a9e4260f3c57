// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import HiveSampleCartInterface
internal import HiveSampleTradeInterface

/// An order on one line, such as `order A-1 Ada MUG=2 POT=1 express`.
struct OrderLine {
    let order: Order

    /// Why a line is none.
    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    init(_ line: String) throws(Malformed) {
        let words = line.unicodeScalars.split(separator: " ").map { Substring($0) }
        guard words.first == "order", words.count >= 4 else {
            throw Malformed(description: "expected: order NUMBER CUSTOMER PRODUCT=QUANTITY … [SHIPPING]")
        }
        var rest = words.dropFirst(3)
        let shipping = rest.last.flatMap { $0.unicodeScalars.contains("=") ? nil : String($0) }
        if shipping != nil { rest = rest.dropLast() }
        var lines: [CartLine] = []
        for word in rest {
            let parts = word.unicodeScalars.split(separator: "=", omittingEmptySubsequences: false).map {
                Substring($0)
            }
            guard parts.count == 2, let quantity = Int(parts[1]) else {
                throw Malformed(description: "expected a product and its quantity, as in MUG=2")
            }
            lines.append(CartLine(sku: String(parts[0]), quantity: quantity))
        }
        order = Order(id: String(words[1]), customer: String(words[2]), lines: lines, shipping: shipping)
    }
}

extension String {
    /// The text without anything that a terminal would obey, and not too long, for an answer of one line.
    var answer: String {
        let scalars = unicodeScalars.prefix(200).map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: "?" as Unicode.Scalar
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
