// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveCommands
import HiveConfig
import HiveLogging
import HiveMetrics
import HiveTracing
import Logging
import TeaShop

@main struct TeaServer {
    static func main() async {
        bootstrapTelemetry()
        let log = LoggingObserver(Logger(label: "tea"))
        let options = HiveOptions(
            context: .process(name: "Tea", prefix: "TEA", values: ["config"]),
            observers: [log.observe, MetricsObserver().observe, TracingObserver().observe],
            reloadsOnHangUp: true
        )
        let makeHive: @Sendable () throws -> Hive = {
            // TEA_CONFIG=/etc/tea or --config=/etc/tea names another folder.
            let path = try options.context.values.value("config", as: String.self) ?? "Config"
            return try Hive(contentsOf: path, catalogue: CompiledConfiguration.compiled.catalogue, options: options)
        }
        await HiveCommandLine(program: "TeaServer", hive: makeHive).answer()
        await Hive.main(makeHive, report: log.report)
    }
}
