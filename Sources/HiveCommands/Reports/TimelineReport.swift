// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveReports

/// When each hook began and ended.
struct TimelineReport: CommandReport {
    let json: String
    let text: String

    /// Makes the report in one of the command's forms; nil for text.
    init(_ timeline: Timeline, _ form: String?) {
        // No text in it has the end of a line, which is escaped.
        json = timeline.json.parts(at: "\n").joined() + "\n"
        text =
            switch form {
            case "--trace": timeline.traceJSON
            case "--svg": timeline.svg
            default: timeline.text()
            }
    }
}
