// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

@testable import HiveReports

/// A timeline is parted into the start, what came between, and the stop.
@Suite(.timeLimit(.minutes(5)))
struct TimelinePartTests {
    private let entries: [Timeline.Entry] = [
        .sample("A", .setUp, stage: 0, 0...2), .sample("A", .initialize, stage: 1, 3...4),
        .sample("B", .initialize, stage: 1, 2...5), .sample("C", .setUp, stage: 2, 6...7),
        .sample("A", .tearDown, stage: 3, 8...9),
    ]

    /// Where the hooks of each part are among the entries.
    private func parts(_ timeline: Timeline) -> [[Int?]] {
        Timeline.Part.allCases.map { part in timeline.hooks(of: part).map { entries.firstIndex(of: $0.entry) } }
    }

    @Test func everyHookIsInOnePart() {
        #expect(parts(Timeline(entries: entries, stagesOfStart: 2, firstStageOfStop: 3)) == [[0, 2, 1], [3], [4]])
        #expect(parts(Timeline(entries: entries, stagesOfStart: 2)) == [[0, 2, 1], [3, 4], []])
        // While the start goes on, everything is of it.
        #expect(parts(Timeline(entries: entries)) == [[0, 2, 1, 3, 4], [], []])
        #expect(parts(Timeline(entries: [])) == [[], [], []])
        // A stop that began before the first hook of a start.
        #expect(parts(Timeline(entries: entries, stagesOfStart: 0, firstStageOfStop: 0)) == [[], [], [0, 2, 1, 3, 4]])
    }

    @Test func startAndStopHaveACriticalPath() {
        let timeline = Timeline(entries: entries, stagesOfStart: 2, firstStageOfStop: 3)
        #expect(timeline.criticalIndices(of: .start) == [0, 2])
        #expect(timeline.criticalIndices(of: .between) == [])
        #expect(timeline.criticalIndices(of: .stop) == [4])
        let lines = timeline.text().split(separator: "\n")
        #expect(lines[1] == "critical path of the stop: 1.000 ms in 1 hook, of which A.tearDown 1.000 ms")
        #expect(lines.contains { $0.contains(" * B.initialize") } && lines.contains { $0.contains("   C.setUp") })
    }

    @Test func everyPhaseHasAColourOfItsOwn() {
        #expect(Set(Phase.allCases.map(\.colour)).count == Phase.allCases.count)
    }
}
