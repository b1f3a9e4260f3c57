// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

extension CommandReport {
    /// How each module says that it is, and the whole.
    ///
    /// The exit code is 0, or 69 when a module is unhealthy: the number that `sysexits.h` has for a service that is not
    /// available.
    static func health(_ found: HiveHealth, _ readiness: HiveReadiness) -> CommandReport {
        let modules = found.answers.map { answer in
            let (name, reason) = answer.health.parts
            return ConfigurationValue.object([
                "module": .string(answer.module),
                "health": .string(name),
                "reason": reason.map { .string($0) },
                "nanoseconds": answer.duration.nanosecondsEntry,
            ])
        }
        let withheld = readiness.withheld.map { withheld in
            ConfigurationValue.object([
                "module": withheld.module.map { .string($0) }, "reason": .string(withheld.reason),
            ])
        }
        let rows = found.answers.map { answer in
            let (name, reason) = answer.health.parts
            return [answer.module, name, answer.duration.brief, reason ?? ""]
        }
        let table = rows.isEmpty ? "No module runs.\n" : TextTable.text(["module", "health", "took", "reason"], rows)
        return CommandReport(
            [
                "health": .string(found.overall.parts.name),
                "modules": .array(modules),
                "ready": .boolean(readiness.isReady),
                "withheld": .array(withheld),
            ],
            text: table + "the whole: \(found.overall), \(readiness)\n",
            exitCode: found.isWell ? 0 : 69
        )
    }
}

extension ModuleHealth {
    /// The word for it, and the reason.
    fileprivate var parts: (name: String, reason: String?) {
        switch self {
        case .healthy: ("healthy", nil)
        case .degraded(let reason): ("degraded", reason)
        case .unhealthy(let reason): ("unhealthy", reason)
        }
    }
}
