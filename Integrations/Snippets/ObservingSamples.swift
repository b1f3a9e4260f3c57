// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// The samples of HiveLogging, HiveMetrics and HiveTracing in their documentation.

import Hive
import HiveLogging
import HiveMetrics
import HiveTracing
import Logging

struct LoggedProgram {
    static func main() async {
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        let log = LoggingObserver(Logger(label: "shop"))
        let makeHive: @Sendable () throws -> Hive = {
            let hive = Hive(HiveOptions(observers: [log.observe]))
            try hive.modules.register(WebModule.self)
            return hive
        }
        await Hive.main(makeHive, report: log.report)
    }
}

private final class WebModule: HiveModule {
    static let manifest = ModuleManifest()
}

func makeMeasuredHive() -> Hive {
    let metrics = MetricsObserver()
    let hive = Hive(HiveOptions(observers: [metrics.observe]))
    return hive
}

func makeTracedHive() -> Hive {
    let tracing = TracingObserver()
    let hive = Hive(HiveOptions(observers: [tracing.observe]))
    return hive
}
