// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig
import HiveLogging
import Logging

@main struct CatalogServer {
    static func main() async {
        let log = LoggingObserver(Logger(label: "catalog"))
        let options = HiveOptions(
            context: .process(name: "Catalog", prefix: "CATALOG"),
            observers: [log.observe]
        )
        await Hive.main(
            {
                let hive = Hive(options)
                try hive.modules.register(StockModule.self)
                try hive.modules.register(ServerModule.self)
                return hive
            },
            report: log.report
        )
    }
}
