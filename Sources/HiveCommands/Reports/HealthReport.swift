// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveReports

extension CommandReport {
    /// How each module says that it is, and the whole.
    ///
    /// The exit code is 0, or 69 when a module is unhealthy: the number that `sysexits.h` has for a service that is not
    /// available.
    static func health(_ found: HiveHealth, _ readiness: HiveReadiness) -> CommandReport {
        let modules = found.answers.map { answer in
            ConfigurationValue.object([
                "module": .string(answer.module),
                "health": .string(answer.health.word),
                "reason": answer.health.reason.map { .string($0) },
                "nanoseconds": answer.duration.nanosecondsEntry,
            ])
        }
        let withheld = readiness.withheld.map { withheld in
            ConfigurationValue.object([
                "module": withheld.module.map { .string($0) }, "reason": .string(withheld.reason),
            ])
        }
        let rows = found.answers.map { answer in
            [answer.module, answer.health.word, answer.duration.brief, answer.health.reason ?? ""]
        }
        let table = rows.isEmpty ? "No module runs.\n" : TextTable.text(["module", "health", "took", "reason"], rows)
        return CommandReport(
            [
                "health": .string(found.overall.word),
                "modules": .array(modules),
                "ready": .boolean(readiness.isReady),
                "withheld": .array(withheld),
            ],
            text: table + "the whole: \(found.overall), \(readiness)\n",
            exitCode: found.isWell ? 0 : 69
        )
    }
}
