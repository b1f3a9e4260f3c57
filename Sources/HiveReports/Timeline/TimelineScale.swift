// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// Where the times of a timeline lie in a picture.
///
/// A hive may run for days between its start and its stop. Time in which no hook ran is left out when it is long beside
/// the time in which one did; otherwise no bar could be seen.
struct TimelineScale {
    /// Time that is left out.
    struct Gap: Equatable {
        let began: Duration
        let ended: Duration
        var duration: Duration { ended - began }
    }

    /// What is left out, in order.
    let gaps: [Gap]
    /// The time that is shown.
    let length: Duration
    private let origin: Duration
    /// For each gap, how much is left out before it.
    private let before: [Duration]

    /// Takes what is shown in the order in which it began.
    init(_ hooks: [Timeline.Hook]) {
        let entries = hooks.map(\.entry)
        origin = entries.first?.began ?? .zero
        var idle: [Gap] = []
        var end = origin
        for entry in entries {
            if entry.began > end { idle.append(Gap(began: end, ended: entry.began)) }
            end = max(end, entry.ended)
        }
        let busy = idle.reduce(end - origin) { $0 - $1.duration }
        gaps = idle.filter { $0.duration > busy / 10 }
        var before: [Duration] = []
        var sum = Duration.zero
        for gap in gaps {
            before.append(sum)
            sum += gap.duration
        }
        self.before = before
        length = end - origin - sum
    }

    /// The place of a time, from 0 to 1; everything is at 0 when nothing took any time.
    ///
    /// - Complexity: O(log gaps).
    func place(of time: Duration) -> Double {
        guard length > .zero else { return 0 }
        var passed = time - origin
        let begun = gaps.partitionPoint { $0.began < time }
        if begun > 0 {
            let gap = gaps[begun - 1]
            passed -= before[begun - 1] + min(time, gap.ended) - gap.began
        }
        return min(max(passed / length, 0), 1)
    }
}
