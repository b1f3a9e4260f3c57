// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What a product has to be like, and how a line of a CSV file says it: `sku,name,price`.
package struct Rules: Sendable {
    private let maximumPrice: Money

    package init(maximumPrice: Money) { self.maximumPrice = maximumPrice }

    /// Reads a line.
    ///
    /// - Throws: ``Complaint``, which says what is wrong with it.
    package func product(_ line: String) throws -> Product {
        let fields = try Self.fields(line)
        guard fields.count == 3 else { throw Complaint.data("has \(fields.count) fields instead of sku,name,price") }
        let (sku, name) = (fields[0], fields[1])
        guard !sku.isEmpty, sku.utf8.allSatisfy(Self.isForSKU) else {
            throw Complaint.data("the sku \"\(sku)\" is to have letters from a to z, digits and hyphens only")
        }
        guard let price = Money(fields[2]) else { throw Complaint.data("the price \"\(fields[2])\" is not like 6.90") }
        guard price.cents <= maximumPrice.cents else {
            throw Complaint.data("the price \(price) is above \(maximumPrice); --Rules.maximumPrice allows more")
        }
        return Product(sku: sku, name: name, price: price)
    }

    private static func isForSKU(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }

    /// The fields of a line; one that has a comma stands in quotes, and a quote in it twice.
    private static func fields(_ line: String) throws -> [String] {
        var fields = [String.UnicodeScalarView()]
        var isQuoted = false
        var previous: Unicode.Scalar?
        // By scalars: a comma or a quote with a combining mark behind it would be no Character of its own.
        for scalar in line.unicodeScalars {
            switch scalar {
            case "\"":
                // The second of two.
                if !isQuoted, previous == "\"" { fields[fields.count - 1].append("\"") }
                isQuoted.toggle()
            case "," where !isQuoted: fields.append(String.UnicodeScalarView())
            default: fields[fields.count - 1].append(scalar)
            }
            previous = scalar
        }
        if isQuoted { throw Complaint.data("a quote is not closed") }
        return fields.map { String($0) }
    }
}
