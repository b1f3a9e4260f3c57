// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Synchronization
import Testing

@testable import Hive

/// In which order the answers of a module about its health count.
@Suite(.timeLimit(.minutes(5)))
struct HealthOrderTests {
    // C53: who finds a check overdue may come to say so when the next one has answered.
    @Test func anOlderAnswerIsNotNotedBehindANewerOne() async throws {
        let recorder = HiveRecorder()
        let hive = Hive(HiveOptions(observers: [recorder.observe], clock: ManualClock()))
        try hive.modules.register(Probe<A>.self) { Probe<A>(Script()) }
        try await hive.start()
        let runtime = try #require(hive.engine.modules.runtime(ObjectIdentifier(Probe<A>.self)))
        let newer = runtime.note(.healthy, nil, at: .seconds(5), .zero)
        let late = runtime.note(.unhealthy(because: "it is late"), nil, at: .seconds(3), .zero)
        #expect(late.map { "\($0)" } == newer.map { "\($0)" })
        #expect(runtime.state.withLock { $0.health.lastAnswer?.health.severity } == newer?.health.severity)
        #expect(recorder.observations(of: .healthChanged).isEmpty)
        try await hive.stop()
    }
}
