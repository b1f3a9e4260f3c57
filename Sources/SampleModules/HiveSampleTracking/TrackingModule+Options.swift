// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension TrackingModule {
    /// The options of tracking: who comes back often enough gets a discount.
    public struct Options: Decodable, Sendable {
        /// After how many orders.
        var orders = Int.max
        /// How much.
        var percent = 0

        /// The defaults.
        public init() {}

        /// Decodes the options, and refuses what is out of range.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            orders = try container.decode(Int.self, forKey: .orders)
            percent = try container.decode(Int.self, forKey: .percent)
            guard (0...100).contains(percent) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .percent,
                    in: container,
                    debugDescription: "expected 0 to 100, found \(percent)"
                )
            }
        }

        private enum CodingKeys: CodingKey {
            case orders
            case percent
        }
    }
}
