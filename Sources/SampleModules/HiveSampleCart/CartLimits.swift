// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The options of the cart, checked before anything starts.
struct CartLimits: Decodable {
    /// How many lines an order may have.
    let maximumLines: Int
    /// How many of one product an order may have.
    let maximumQuantity: Int
    /// What an order may cost, in cents.
    let maximumTotal: Int
    /// From how many things on there is a discount.
    let bulkCount: Int
    /// How much it is.
    let bulkPercent: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func integer(_ key: CodingKeys, in range: ClosedRange<Int>) throws -> Int {
            let value = try container.decode(Int.self, forKey: key)
            guard range.contains(value) else {
                let text = "expected \(range.lowerBound) to \(range.upperBound), found \(value)"
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: text)
            }
            return value
        }
        maximumLines = try integer(.maximumLines, in: 1...1000)
        maximumQuantity = try integer(.maximumQuantity, in: 1...1_000_000)
        // Small enough that no number of orders that anyone can feed in makes the shop's totals overflow.
        maximumTotal = try integer(.maximumTotal, in: 1...1_000_000_000)
        bulkCount = try integer(.bulkCount, in: 1...1_000_000)
        bulkPercent = try integer(.bulkPercent, in: 0...100)
    }

    private enum CodingKeys: CodingKey {
        case maximumLines
        case maximumQuantity
        case maximumTotal
        case bulkCount
        case bulkPercent
    }
}
