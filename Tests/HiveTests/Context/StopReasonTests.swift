// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Testing

@testable import Hive

@Suite(.timeLimit(.minutes(5)))
struct StopReasonTests {
    // Whether a person hears of it is no part of what an application compares.
    @Test func reasonsAreAlikeThatSayTheSame() {
        let news = StopReason(description: "the work has ended", isNews: true)
        let own = StopReason("the work has ended")
        #expect(news == own && Set([news, own]).count == 1)
        #expect(own != StopReason("another"))
    }
}
