// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import TeaInterface

/// Gives every so many teas one away.
struct Stamps: PriceRule {
    let every: Int

    func apply(to bill: inout Bill) {
        let teas = bill.lines.filter { $0.text == "tea" }
        for tea in teas.prefix(teas.count / every) { bill.add("stamp card", cents: -tea.cents) }
    }
}

final class StampsModule: HiveModule {
    struct Options: ModuleOptions {
        var every = 3
    }
    struct NoCard: Error, CustomStringConvertible {
        let every: Int
        var description: String { "a stamp card has 1 stamp at least, and not \(every): say so with --Stamps.every" }
    }
    static let manifest = ModuleManifest()

    func setUp(_ context: SetupContext) async throws {
        let options: Options = try context.options()
        guard options.every > 0 else { throw NoCard(every: options.every) }
        let rule = Stamps(every: options.every)
        try context.services.register((any PriceRule).self, name: "stamps", instance: rule)
    }
}

/// What the program calls that opens the library.
@c(tea_plug_in) public func plugIn() -> UnsafeMutableRawPointer { PlugIn(StampsModule.self).handedOver }
