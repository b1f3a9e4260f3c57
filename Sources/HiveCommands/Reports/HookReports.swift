// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveReports

extension CommandReport {
    /// The hooks, the slowest first.
    static func blame(_ timeline: Timeline) -> CommandReport {
        let slowestFirst = timeline.blame
        let path = timeline.criticalPath
        let critical: ConfigurationValue = [
            "nanoseconds": path.wholeDuration.nanosecondsEntry,
            "complete": .boolean(path.isComplete),
            "hooks": .array(path.map(\.entry)),
        ]
        let rows = slowestFirst.map { [$0.duration.brief, "\($0.module).\($0.phase)", $0.result.rawValue] }
        let last = path.isEmpty ? "" : "critical path of the start: \(path.summary)\n"
        return CommandReport(
            ["hooks": .array(slowestFirst.map(\.entry)), "criticalPath": path.isEmpty ? nil : critical],
            text: TextTable.text(["took", "hook", "result"], rows, otherwise: "No hook ran.\n") + last
        )
    }

    /// When each hook began and ended, in one of the command's forms; nil for text.
    static func timeline(_ timeline: Timeline, _ form: String?) -> CommandReport {
        let text =
            switch form {
            case "--trace": timeline.traceJSON
            case "--svg": timeline.svg
            default: timeline.text()
            }
        // No text in it has the end of a line, which is escaped.
        return CommandReport(text: text, json: timeline.json.parts(at: "\n").joined() + "\n")
    }

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
        let table = TextTable.text(["module", "health", "took", "reason"], rows, otherwise: "No module runs.\n")
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

extension Timeline.Entry {
    fileprivate var entry: ConfigurationValue {
        [
            "module": .string(module),
            "phase": .string("\(phase)"),
            "nanoseconds": duration.nanosecondsEntry,
            "result": .string(result.rawValue),
        ]
    }
}
