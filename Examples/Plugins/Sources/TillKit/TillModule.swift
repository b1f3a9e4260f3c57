// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import TeaInterface

/// Prints the bill for a basket, by the rules that plug-ins have brought.
final class TillModule: WorkingModule {
    struct Options: ModuleOptions {
        var basket: [String] = []
    }
    static let manifest = ModuleManifest()

    private static let prices = ["tea": 690, "mug": 850]

    func run(_ context: WorkContext) async throws {
        let options: Options = try context.options()
        var bill = Bill()
        for product in options.basket { bill.add(product, cents: Self.prices[product, default: 100]) }
        for rule in try context.all((any PriceRule).self) { rule.apply(to: &bill) }
        for line in bill.lines { print("\(line.text): \(line.cents)") }
        print("total: \(bill.lines.reduce(0) { $0 + $1.cents })")
    }
}
