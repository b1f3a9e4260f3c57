// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

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
            text: rows.isEmpty ? "No hook ran.\n" : TextTable.text(["took", "hook", "result"], rows) + last
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
