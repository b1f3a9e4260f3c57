// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

@testable import Hive

extension Timeline.Entry {
    /// An entry of a test, with times in milliseconds.
    static func sample(
        _ module: String,
        _ phase: Phase,
        stage: Int,
        after: String? = nil,
        _ times: ClosedRange<Int>,
        _ result: Result = .succeeded
    ) -> Self {
        .init(
            module: module,
            phase: phase,
            stage: stage,
            after: after,
            began: .milliseconds(times.lowerBound),
            ended: .milliseconds(times.upperBound),
            result: result
        )
    }
}

extension Timeline {
    /// Two concurrent modules of which the first decides, an hour of running, and a stop in which one fails.
    static let sample = Timeline(
        entries: [
            .sample("Store", .setUp, stage: 0, 0...10),
            .sample("Web", .setUp, stage: 0, after: "Store", 10...20),
            .sample("Web", .initialize, stage: 1, 20...40),
            .sample("Store", .initialize, stage: 1, 20...80),
            .sample("Store", .ready, stage: 2, 80...80),
            .sample("Web", .ready, stage: 2, after: "Store", 80...100),
            .sample("Web", .tearDown, stage: 3, 3_600_100...3_600_140, .failed),
            .sample("Store", .tearDown, stage: 3, after: "Web", 3_600_140...3_600_150, .abandoned),
        ],
        stagesOfStart: 3
    )

    /// Module names that no format may fall for.
    static let hostileNames = [
        #"quote " backslash \ both \""#, "<b>&amp;</b> ' ]]>", "line\nfeed\r\ttab", "\u{1B}[2J\u{0}\u{7F}\u{9B}",
        "naïve 模块 👩‍👩‍👧 \u{202E}txet", "\u{FFFF}\u{FFFE}\u{2028}", "", String(repeating: "long ", count: 40),
    ]

    static let hostile = Timeline(
        entries: hostileNames.enumerated().map { index, name in
            .sample(name, .setUp, stage: 0, after: index == 0 ? nil : hostileNames[index - 1], index...(index + 1))
        },
        dropped: 3
    )
}
