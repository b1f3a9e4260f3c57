// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveReports

/// When each hook began and ended; the keys and their values are those of `Timeline.json`.
struct TimelineReport: CommandReport {
    struct Hook: Encodable, Sendable {
        let module: String
        let phase: String
        let stage: Int
        let after: String?
        /// Nanoseconds since the hive was made.
        let began: Int64
        let ended: Int64
        let result: String
    }

    struct CriticalPath: Encodable, Sendable {
        let complete: Bool
        /// Nanoseconds.
        let duration: Int64
        /// Positions among the hooks.
        let path: [Int]
    }

    let version = 1
    let dropped: Int
    let hooks: [Hook]
    let criticalPath: CriticalPath?
    let text: String

    private enum CodingKeys: String, CodingKey {
        case version, dropped, hooks, criticalPath
    }

    /// Makes the report in one of the command's forms; nil for text.
    init(_ timeline: Timeline, _ form: String?) {
        dropped = timeline.dropped
        hooks = timeline.entries.map { entry in
            Hook(
                module: entry.module,
                phase: "\(entry.phase)",
                stage: entry.stage,
                after: entry.after,
                began: entry.began.nanoseconds,
                ended: entry.ended.nanoseconds,
                result: entry.result.rawValue
            )
        }
        let path = timeline.criticalPath
        criticalPath =
            path.isEmpty
            ? nil
            : CriticalPath(
                complete: path.isComplete,
                duration: path.wholeDuration.nanoseconds,
                path: timeline.criticalIndices
            )
        text =
            switch form {
            case "--trace": timeline.traceJSON
            case "--svg": timeline.svg
            case "--json": ""
            default: timeline.text()
            }
    }
}
