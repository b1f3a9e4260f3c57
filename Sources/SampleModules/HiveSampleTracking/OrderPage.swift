// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import HiveSampleCartInterface
internal import HiveSampleCatalogInterface
internal import HiveSampleTradeInterface

/// What anybody may see of an order: not whose it is.
struct OrderPage {
    let number: Int
    let receipt: Receipt

    /// The page, without a line break at its end.
    func text(isVerbose: Bool) -> String {
        let cart = receipt.cart
        let count = cart.count == 1 ? "1 thing" : "\(cart.count) things"
        let head = "Order \(number), \(receipt.order.id): \(count), \(receipt.total) to pay"
        guard isVerbose else { return head }
        var lines = [head]
        for item in cart.items {
            lines.append("  \(item.quantity) × \(item.product.name) (\(item.product.sku)): \(item.amount)")
        }
        if receipt.discount > .zero { lines.append("  discount: -\(receipt.discount)") }
        if receipt.shipping > .zero { lines.append("  shipping: \(receipt.shipping)") }
        return lines.joined(separator: "\n")
    }
}

/// No order of that number was accepted.
struct UnknownOrder: Error, CustomStringConvertible {
    let number: Int

    var description: String { "there is no order \(number)" }
}
