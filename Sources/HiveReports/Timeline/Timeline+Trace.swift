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
        let critical = Set(criticalIndices)
        var threads: [String: Int] = [:]
        var events = [#"{"name":"process_name","ph":"M","pid":1,"tid":0,"args":{"name":"hive"}}"#]
        for index in indicesByBegin {
            let module = entries[index].module
            guard threads[module] == nil else { continue }
            let thread = threads.count + 1
            threads[module] = thread
            let name = module.jsonString
            events.append(
                #"{"name":"thread_name","ph":"M","pid":1,"tid":\#(thread),"args":{"name":\#(name)}}"#
            )
            // Without it, viewers sort threads by name.
            events.append(
                #"{"name":"thread_sort_index","ph":"M","pid":1,"tid":\#(thread),"args":{"sort_index":\#(thread)}}"#
            )
        }
        for index in indicesByBegin {
            let entry = entries[index]
            events.append(
                """
                {"name":\(entry.name.jsonString),"cat":"\(entry.phase)","ph":"X",\
                "ts":\(entry.began.nanoseconds.thousandths),"dur":\(entry.duration.nanoseconds.thousandths),\
                "pid":1,"tid":\(threads[entry.module] ?? 0),\
                "args":{"result":"\(entry.result.rawValue)","stage":\(entry.stage),\
                "critical":\(critical.contains(index))}}
                """
            )
        }
        return "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n\(events.joined(separator: ",\n"))\n]}\n"
    }

    /// The positions of the entries, by when the hooks began; of those that began together, by when they ended.
    var indicesByBegin: [Int] {
        entries.indices.sorted { (entries[$0].began, $0) < (entries[$1].began, $1) }
    }
}
