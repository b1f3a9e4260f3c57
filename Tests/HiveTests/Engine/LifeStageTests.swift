// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Synchronization
import Testing

@testable import Hive

/// The stages that a hive goes through.
@Suite(.timeLimit(.minutes(5)))
struct LifeStageTests {
    /// Several may enter stages at a time, such as a stop and a module that is torn down late.
    @Test func aStageIsNeverLeftForAnEarlierOne() async {
        let services = ServiceManager()
        let stages: [LifeStage] = [.settingUp, .initializing, .running, .stopping, .tearingDown, .closing, .stopped]
        for _ in 0..<100 {
            let stage = Stage()
            await withTaskGroup { group in
                for next in stages.shuffled() {
                    group.addTask {
                        stage.value.advance(to: next)
                        #expect(stage.value.current >= next)
                    }
                }
            }
            #expect(stage.value.current == .stopped)
        }
        services.follow(.stopping)
        services.follow(.initializing)
        #expect(services.state.withLock { $0.stage } == .stopping)
    }

    private final class Stage: Sendable {
        let value = AtomicLifeStage()
    }
}
