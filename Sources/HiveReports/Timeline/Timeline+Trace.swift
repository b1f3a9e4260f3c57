// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

extension Timeline {
    /// The timeline in the trace-event format, for Perfetto (ui.perfetto.dev) and `chrome://tracing`.
    ///
    /// Every module is a thread of one process, in the order in which modules first had a hook; every hook is a
    /// complete event with its result, and with `critical` where it is on the critical path of the start.
    ///
    /// - Complexity: O(n).
    public var traceJSON: String {
        let hooks = hooks(critical: criticalIndices)
        var events = [#"{"name":"process_name","ph":"M","pid":1,"tid":0,"args":{"name":"hive"}}"#]
        for (row, module) in hooks.grouped(by: \.entry.module).enumerated() {
            let (thread, name) = (row + 1, module.key.jsonString)
            events.append(
                #"{"name":"thread_name","ph":"M","pid":1,"tid":\#(thread),"args":{"name":\#(name)}}"#
            )
            // Without it, viewers sort threads by name.
            events.append(
                #"{"name":"thread_sort_index","ph":"M","pid":1,"tid":\#(thread),"args":{"sort_index":\#(thread)}}"#
            )
        }
        for hook in hooks {
            let entry = hook.entry
            events.append(
                """
                {"name":\(entry.name.jsonString),"cat":"\(entry.phase)","ph":"X",\
                "ts":\(entry.began.nanoseconds.thousandths),"dur":\(entry.duration.nanoseconds.thousandths),\
                "pid":1,"tid":\(hook.row + 1),\
                "args":{"result":"\(entry.result.rawValue)","stage":\(entry.stage),\
                "critical":\(hook.isCritical)}}
                """
            )
        }
        return "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n\(events.joined(separator: ",\n"))\n]}\n"
    }
}
