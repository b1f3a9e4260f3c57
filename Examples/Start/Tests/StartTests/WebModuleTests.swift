// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@testable import Start

@Test(.timeLimit(.minutes(1)))
func theServerComesUpAndStops() async throws {
    let test = TestHive()
    // The system chooses a port that is free.
    try test.hive.modules.register(WebModule.self, options: ["port": 0])
    try await test.hive.start()
    #expect(test.hasAnnounced(WebModule.self))
    #expect(try await test.hive.health().isWell)
    try await test.hive.stop()
    try test.requireNothingCutShort()
}
