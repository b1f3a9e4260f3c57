// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

extension CartModule {
    /// The options of the cart, checked before anything starts.
    public struct Options: ModuleOptions {
        /// How many lines an order may have.
        private(set) var maximumLines = 8
        /// How many of one product an order may have.
        private(set) var maximumQuantity = 50
        /// What an order may cost, in cents.
        private(set) var maximumTotal = 50_000
        /// From how many things on there is a discount.
        private(set) var bulkCount = 20
        /// How much it is.
        private(set) var bulkPercent = 10

        /// The defaults.
        public init() {}

        /// Decodes the options, and refuses what is out of range.
        public init(from decoder: any Decoder) throws {
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
}
