// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// The table of phases.
struct PhaseTests {
    // C1: the table is in the order of a module's life.
    @Test func phasesStandInTheOrderOfAModulesLife() {
        let names = ["setUp", "initialize", "ready", "reconfigure", "willStop", "drain", "tearDown"]
        #expect(Phase.allCases.map(\.description) == names)
        #expect(Phase.allCases == [.setUp, .initialize, .ready, .reconfigure, .willStop, .drain, .tearDown])
    }

    // C6: no hook of the stop has the time of a hook of the start, and work has one of its own (C51).
    @Test func hooksOfTheStopHaveTheTimeoutOfTheStop() {
        for phase in Phase.allCases { #expect((phase.row.timeout != .start) == (phase.occasion == .stop)) }
        #expect(Phase.allCases.filter { $0.row.timeout == .drain } == [.drain])
    }

    @Test func faultsReachEveryPlaceThatEveryModuleHas() {
        #expect(
            FaultPoint.all == [.creation, .setUp, .initialize, .ready, .work, .willStop, .tearDown]
        )
        #expect(FaultPoint.hook(.reconfigure) == .reconfigure)
        #expect("\(FaultPoint.creation) \(FaultPoint.setUp) \(FaultPoint.work)" == "creation setUp work")
    }
}
