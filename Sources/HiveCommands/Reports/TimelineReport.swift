// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveReports

extension CommandReport {
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
}
