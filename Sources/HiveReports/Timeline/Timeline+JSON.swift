// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

extension Timeline {
    /// The timeline as JSON, one hook a line, for programs.
    ///
    /// The keys are stable: new ones may come, none goes or changes its meaning while `version` is 1.
    ///
    /// | key | value |
    /// |---|---|
    /// | `version` | 1 |
    /// | `dropped` | how many older hooks found no room |
    /// | `hooks` | the hooks, in the order in which they ended, each an object with the keys below |
    /// | `module`, `phase` | whose hook, and which |
    /// | `stage` | which broadcast it belongs to, from 0; all of one end before the next begins |
    /// | `after` | the module whose hook of the stage had to end before; null for the first |
    /// | `began`, `ended` | nanoseconds since the hive was made, whole numbers |
    /// | `result` | `succeeded`, `failed` or `abandoned` |
    /// | `criticalPath` | null, or an object with the keys below |
    /// | `complete` | whether the path reaches back to the start's first hook; false when older hooks found no room |
    /// | `duration` | nanoseconds |
    /// | `path` | positions in `hooks`, in the order in which they ran |
    ///
    /// - Complexity: O(n).
    public var json: String {
        let hooks = entries.map { entry in
            """
            {"module":\(entry.module.jsonString),"phase":"\(entry.phase)","stage":\(entry.stage),\
            "after":\(entry.after?.jsonString ?? "null"),"began":\(entry.began.nanoseconds),\
            "ended":\(entry.ended.nanoseconds),"result":"\(entry.result.rawValue)"}
            """
        }
        var critical = "null"
        let path = criticalPath
        if !path.isEmpty {
            let positions = criticalIndices.map { "\($0)" }.joined(separator: ",")
            critical = """
                {"complete":\(path.isComplete),"duration":\(path.wholeDuration.nanoseconds),"path":[\(positions)]}
                """
        }
        let list = hooks.isEmpty ? "[]" : "[\n\(hooks.joined(separator: ",\n"))\n]"
        return """
            {"version":1,"dropped":\(dropped),"hooks":\(list),
            "criticalPath":\(critical)}

            """
    }
}
