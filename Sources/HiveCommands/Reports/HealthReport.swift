// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// How each module says that it is, and the whole.
struct HealthReport: CommandReport {
    struct Module: Encodable, Sendable {
        let module: String
        let health: String
        let reason: String?
        let nanoseconds: Int64
    }

    struct Withheld: Encodable, Sendable {
        let module: String?
        let reason: String
    }

    let version = 1
    let health: String
    let modules: [Module]
    let ready: Bool
    let withheld: [Withheld]
    @Unencoded var text: String
    /// 0, or 69 when a module is unhealthy: the number that `sysexits.h` has for a service that is not available.
    @Unencoded var exitCode: Int32

    init(_ found: HiveHealth, _ readiness: HiveReadiness) {
        health = found.overall.parts.name
        modules = found.answers.map { answer in
            let (name, reason) = answer.health.parts
            return Module(
                module: answer.module,
                health: name,
                reason: reason,
                nanoseconds: answer.duration.nanoseconds
            )
        }
        ready = readiness.isReady
        withheld = readiness.withheld.map { Withheld(module: $0.module, reason: $0.reason) }
        exitCode = found.isWell ? 0 : 69
        let rows = found.answers.map { answer in
            let (name, reason) = answer.health.parts
            return [answer.module, name, answer.duration.brief, reason ?? ""]
        }
        let table = rows.isEmpty ? "No module runs.\n" : TextTable.text(["module", "health", "took", "reason"], rows)
        text = table + "the whole: \(found.overall), \(readiness)\n"
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
