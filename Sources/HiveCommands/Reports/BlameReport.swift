// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// The hooks, the slowest first.
struct BlameReport: CommandReport {
    struct Hook: Encodable, Sendable {
        let module: String
        let phase: String
        let nanoseconds: Int64
        let result: String
    }

    struct CriticalPath: Encodable, Sendable {
        let nanoseconds: Int64
        let complete: Bool
        let hooks: [Hook]
    }

    let version = 1
    let hooks: [Hook]
    let criticalPath: CriticalPath?
    @Unencoded var text: String

    init(_ timeline: Timeline) {
        func hook(_ entry: Timeline.Entry) -> Hook {
            Hook(
                module: entry.module,
                phase: "\(entry.phase)",
                nanoseconds: entry.duration.nanoseconds,
                result: entry.result.rawValue
            )
        }
        let slowestFirst = timeline.blame
        hooks = slowestFirst.map(hook)
        let path = timeline.criticalPath
        criticalPath =
            path.isEmpty
            ? nil
            : CriticalPath(
                nanoseconds: path.wholeDuration.nanoseconds,
                complete: path.isComplete,
                hooks: path.map(hook)
            )
        let rows = slowestFirst.map { [$0.duration.brief, "\($0.module).\($0.phase)", $0.result.rawValue] }
        let last = path.isEmpty ? "" : "critical path of the start: \(path.summary)\n"
        text = rows.isEmpty ? "No hook ran.\n" : TextTable.text(["took", "hook", "result"], rows) + last
    }
}
