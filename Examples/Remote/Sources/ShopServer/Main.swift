// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveCommands
import HiveConfig
import HiveLogging
import Logging

@main struct ShopServer {
    static func main() async {
        let log = LoggingObserver(Logger(label: "shop"))
        let options = HiveOptions(
            context: .process(name: "Shop", prefix: "SHOP", values: ["config"]),
            observers: [log.observe]
        )
        let makeHive: @Sendable () throws -> Hive = {
            // SHOP_CONFIG=/etc/shop or --config=/etc/shop names another folder.
            let path = try options.context.values.value("config", as: String.self) ?? "Config"
            return try Hive(contentsOf: path, catalogue: CompiledConfiguration.compiled.catalogue, options: options)
        }
        await HiveCommandLine(program: "ShopServer", hive: makeHive).answer()
        await Hive.main(makeHive, report: log.report)
    }
}
