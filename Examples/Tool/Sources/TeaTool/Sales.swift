// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import ArgumentParser
import Hive
import TeaBooks

/// The smallest command: it looks up one product.
struct Price: ShopCommand {
    static let configuration = CommandConfiguration(abstract: "Say what a product costs.")
    static let needs: [ModuleDependency] = [.service(Store.self)]

    @Argument(help: "The product.", completion: .skus)
    var sku: String
    @OptionGroup var options: SharedOptions

    func run(_ context: WorkContext) async throws {
        let product = try await context.service(Store.self).product(sku)
        try answer("\(product.price)")
    }
}

struct Order: ShopCommand {
    static let configuration = CommandConfiguration(abstract: "Note an order.")
    static let needs: [ModuleDependency] = [.service(Store.self)]

    @Argument(help: "The product.", completion: .skus)
    var sku: String
    @Argument(help: "How many.")
    var quantity = 1
    @OptionGroup var options: SharedOptions

    func validate() throws {
        guard 1...1000 ~= quantity else { throw ValidationError("An order is for 1 to 1000.") }
    }

    func run(_ context: WorkContext) async throws {
        let store = try context.service(Store.self)
        let product = try await store.product(sku)
        let number = try await store.order(product, quantity: quantity)
        try answer("order \(number): \(quantity) × \(product.name), \(Money(cents: quantity * product.price.cents))")
    }
}

struct Report: ShopCommand {
    static let configuration = CommandConfiguration(abstract: "Add up products and orders.")
    static let needs: [ModuleDependency] = [.service(Store.self)]

    @OptionGroup var options: SharedOptions

    func run(_ context: WorkContext) async throws {
        let report = try await context.service(Store.self).report()
        try answer("\(report.products) products, \(report.orders) orders, \(report.total)")
    }
}

extension CompletionKind {
    /// The products of the catalogue, which a shell offers behind the command.
    fileprivate static var skus: CompletionKind {
        .custom { _, _, _ async in
            let skus = try? await Tea.makeHive(only: [.service(Store.self)]).run { context in
                try await context.service(Store.self).skus()
            }
            // A shell takes each line for a product.
            return (skus ?? []).filter { $0 == $0.printable }
        }
    }
}
