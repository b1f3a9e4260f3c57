// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveReports
import Testing

@testable import Hive

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// B20: the timeline as text, JSON and a trace.
@Suite(.timeLimit(.minutes(5)))
struct TimelineFormatTests {
    // MARK: Text

    @Test func textHasALineForEachHook() {
        let expected = """
            8 hooks; critical path of the start: 100.000 ms in 5 hooks, of which Store.setUp 10.000 ms, \
            Web.setUp 10.000 ms, Store.initialize 60.000 ms, Web.ready 20.000 ms
                   began         took   hook
                0.000 µs    10.000 ms * Store.setUp      |##                            |
               10.000 ms    10.000 ms * Web.setUp        |  ##                          |
               20.000 ms    20.000 ms   Web.initialize   |    ====                      |
               20.000 ms    60.000 ms * Store.initialize |    ############              |
               80.000 ms     0.000 µs * Store.ready      |                #             |
               80.000 ms    20.000 ms * Web.ready        |                ####          |
              100.000 ms   3600.000 s   no hook ran
              3600.100 s    40.000 ms   Web.tearDown     |                    ========  | failed
              3600.140 s    10.000 ms   Store.tearDown   |                            ==| abandoned

            """
        #expect(Timeline.sample.text(width: 76) == expected)
    }

    @Test func textOfNothing() {
        #expect(Timeline(entries: []).text() == "0 hooks\n       began         took   hook\n")
    }

    @Test func textShowsNothingThatUpsetsATerminal() {
        let text = Timeline.hostile.text(width: 40)
        #expect(text.split(separator: "\n").count == 3 + Timeline.hostileNames.count)
        for scalar in text.unicodeScalars where scalar != "\n" {
            let category = scalar.properties.generalCategory
            #expect(category != .control && category != .format && category != .lineSeparator, "\(scalar)")
        }
        #expect(text.contains(#"\u{1B}[2J\u{0}\u{7F}\u{9B}.setUp"#))
        #expect(text.contains("3 older hooks found no room."))
    }

    // MARK: JSON

    private struct Document: Decodable, Equatable {
        struct Hook: Decodable, Equatable {
            let module: String
            let phase: String
            let stage: Int
            let after: String?
            let began: Int64
            let ended: Int64
            let result: String
        }

        struct Path: Decodable, Equatable {
            let complete: Bool
            let duration: Int64
            let path: [Int]
        }

        let version: Int
        let dropped: Int
        let hooks: [Hook]
        let criticalPath: Path?
    }

    private func read(_ timeline: Timeline) throws -> Document {
        try JSONDecoder().decode(Document.self, from: Data(timeline.json.utf8))
    }

    @Test func jsonIsPinned() {
        let timeline = Timeline(
            entries: [
                .sample("A", .setUp, stage: 0, 0...1),
                .sample("B", .setUp, stage: 0, after: "A", 1...3, .failed),
            ],
            dropped: 0
        )
        let expected = """
            {"version":1,"dropped":0,"hooks":[
            {"module":"A","phase":"setUp","stage":0,"after":null,"began":0,"ended":1000000,"result":"succeeded"},
            {"module":"B","phase":"setUp","stage":0,"after":"A","began":1000000,"ended":3000000,"result":"failed"}
            ],
            "criticalPath":{"complete":true,"duration":3000000,"path":[0,1]}}

            """
        #expect(timeline.json == expected)
        #expect(Timeline(entries: []).json == "{\"version\":1,\"dropped\":0,\"hooks\":[],\n\"criticalPath\":null}\n")
    }

    @Test func jsonIsReadBack() throws {
        for timeline in [Timeline.sample, .hostile] {
            let document = try read(timeline)
            #expect(document.hooks.map(\.module) == timeline.entries.map(\.module))
            #expect(document.hooks.map(\.after) == timeline.entries.map(\.after))
            #expect(document.hooks.map(\.stage) == timeline.entries.map(\.stage))
            #expect(document.dropped == timeline.dropped)
            let path = try #require(document.criticalPath)
            #expect(path.path.map { timeline.entries[$0] } == timeline.criticalPath)
        }
        #expect(try read(.sample).criticalPath == .init(complete: true, duration: 100_000_000, path: [0, 1, 3, 4, 5]))
        #expect(try read(.sample).hooks.last?.ended == 3_600_150_000_000)
        #expect(try read(.sample).hooks.last?.result == "abandoned")
    }

    @Test func jsonOfTimesThatDoNotFit() throws {
        let never = Duration.seconds(Int64.max / 2)
        let entry = Timeline.Entry(
            module: "A",
            phase: .setUp,
            stage: 0,
            after: nil,
            began: .zero - never,
            ended: never,
            result: .succeeded
        )
        let hook = try #require(try read(Timeline(entries: [entry])).hooks.first)
        #expect(hook.began == .min)
        #expect(hook.ended == .max)
    }

    // MARK: Trace

    private struct Trace: Decodable {
        struct Event: Decodable {
            struct Arguments: Decodable {
                let name: String?
                let result: String?
                let critical: Bool?
            }

            let name: String
            let ph: String
            let ts: Double?
            let dur: Double?
            let pid: Int
            let tid: Int
            let args: Arguments
        }

        let displayTimeUnit: String
        let traceEvents: [Event]
    }

    @Test(arguments: [false, true])
    func traceIsReadBack(isHostile: Bool) throws {
        let timeline = isHostile ? Timeline.hostile : .sample
        let trace = try JSONDecoder().decode(Trace.self, from: Data(timeline.traceJSON.utf8))
        #expect(trace.displayTimeUnit == "ms")
        #expect(Set(trace.traceEvents.map(\.ph)) == ["M", "X"])
        let threads = trace.traceEvents.filter { $0.name == "thread_name" }
        #expect(Set(threads.map(\.tid)) == Set(1...threads.count))
        #expect(Set(threads.map(\.args.name)) == Set(timeline.entries.map(\.module)))

        let hooks = trace.traceEvents.filter { $0.ph == "X" }
        #expect(hooks.count == timeline.entries.count)
        for (hook, entry) in zip(hooks, timeline.entries.sorted { $0.began < $1.began }) where isHostile {
            #expect(hook.name == "\(entry.module).setUp")
            #expect(threads.first { $0.tid == hook.tid }?.args.name == entry.module)
        }
        #expect(hooks.filter { $0.args.critical == true }.count == timeline.criticalPath.count)
    }

    @Test func traceIsPinned() {
        let timeline = Timeline(entries: [.sample("A", .tearDown, stage: 0, 1...4, .failed)], stagesOfStart: 0)
        let expected = """
            {"displayTimeUnit":"ms","traceEvents":[
            {"name":"process_name","ph":"M","pid":1,"tid":0,"args":{"name":"hive"}},
            {"name":"thread_name","ph":"M","pid":1,"tid":1,"args":{"name":"A"}},
            {"name":"thread_sort_index","ph":"M","pid":1,"tid":1,"args":{"sort_index":1}},
            {"name":"A.tearDown","cat":"tearDown","ph":"X","ts":1000.000,"dur":3000.000,"pid":1,"tid":1,\
            "args":{"result":"failed","stage":0,"critical":false}}
            ]}

            """
        #expect(timeline.traceJSON == expected)
    }
}
