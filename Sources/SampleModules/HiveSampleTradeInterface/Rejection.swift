// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import HiveSampleCartInterface
public import HiveSampleCatalogInterface

/// Why the shop does not accept an order.
public enum Rejection: Error, Hashable, CustomStringConvertible {
    /// The order's number is empty, too long, or has characters that cannot be printed.
    case invalidID
    /// The customer's name is empty, too long, or has characters that cannot be printed.
    case invalidCustomer
    /// An order of that number was accepted before.
    case duplicate
    /// There is no shipping service of that name.
    case unknownShipping(String)
    /// The cart cannot be checked out.
    case cart(CartError)
    /// The catalogue cannot serve.
    case catalog(CatalogError)

    /// The reason, for a person.
    public var description: String {
        switch self {
        case .invalidID: "the order's number is empty, too long or unprintable"
        case .invalidCustomer: "the customer's name is empty, too long or unprintable"
        case .duplicate: "an order of this number was accepted before"
        case .unknownShipping(let name): "unknown shipping \(name)"
        case .cart(let error): "\(error)"
        case .catalog(let error): "\(error)"
        }
    }
}
