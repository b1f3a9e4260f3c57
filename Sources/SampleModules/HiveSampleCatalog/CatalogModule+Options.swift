// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import HiveSampleCatalogInterface

extension CatalogModule {
    /// The options of the catalogue, checked before anything starts.
    public struct Options: Decodable, Sendable {
        let products: [ProductOptions]

        /// Decodes the options, and refuses what is out of range.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            products = try container.decode([ProductOptions].self, forKey: .products)
            guard Set(products.map(\.sku)).count == products.count else {
                throw DecodingError.dataCorruptedError(
                    forKey: .products,
                    in: container,
                    debugDescription: "two products have one sku"
                )
            }
        }

        private enum CodingKeys: CodingKey {
            case products
        }
    }
}

/// One product, as the property list has it.
struct ProductOptions: Decodable {
    let sku: String
    let name: String
    /// In cents.
    let price: Int
    let stock: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        sku = try container.decode(String.self, forKey: .sku)
        name = try container.decode(String.self, forKey: .name)
        price = try container.decode(Int.self, forKey: .price)
        stock = try container.decode(Int.self, forKey: .stock)
        guard price > 0 else {
            throw DecodingError.dataCorruptedError(forKey: .price, in: container, debugDescription: "not above 0")
        }
        guard stock >= 0 else {
            throw DecodingError.dataCorruptedError(forKey: .stock, in: container, debugDescription: "below 0")
        }
    }

    private enum CodingKeys: CodingKey {
        case sku
        case name
        case price
        case stock
    }

    var product: Product { Product(sku: sku, name: name, price: Money(cents: price)) }
}
