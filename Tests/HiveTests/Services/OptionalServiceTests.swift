// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

private protocol Door: Sendable { var name: String { get } }
private struct FrontDoor: Door { let name = "front" }

@Suite(.timeLimit(.minutes(5)))
struct OptionalServiceTests {
    @Test func returnsTheServiceBeforeAndAfterItIsCached() async throws {  // C24
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register((any Door).self) { _ in FrontDoor() }
        try hive.services.register(Int.self, name: "seven") { _ in 7 }
        try await hive.start()

        for _ in 1...2 {
            #expect(try hive.services.optionalService((any Door).self)?.name == "front")
            #expect(try hive.services.optionalService(Int.self, name: "seven") == 7)
        }
        #expect(try hive.services.optionalService((any Door).self, name: "back") == nil)
        try await hive.stop()
    }
}
