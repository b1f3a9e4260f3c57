// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import TeaInterface

/// Wraps what is bought.
struct GiftWrap: PriceRule {
    let price: Int

    func apply(to bill: inout Bill) { bill.add("gift wrap", cents: price) }
}

final class GiftWrapModule: HiveModule {
    struct Options: ModuleOptions {
        /// In cents.
        var price = 200
    }
    static let manifest = ModuleManifest()

    func setUp(_ context: SetupContext) async throws {
        let options: Options = try context.options()
        let rule = GiftWrap(price: options.price)
        try context.services.register((any PriceRule).self, name: "gift wrap", instance: rule)
    }

    #if objectFormat(ELF)
    @section("hive_records") @used static let record: HiveRecord = (1, 16, { $0.module(GiftWrapModule.self) })
    #else
    @section("__DATA,hive_records") @used static let record: HiveRecord = (1, 16, { $0.module(GiftWrapModule.self) })
    #endif
}
