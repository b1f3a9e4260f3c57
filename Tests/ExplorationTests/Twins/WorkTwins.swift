// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// Work that begins, ends and is ended at any moment (C49, C51), as in `WorkRaceTests`.
@Suite(.enabled(if: Exploration.isSupported)) struct WorkTwins {
    // C49: work that ends by itself ends the start, or stops the hive; it is never missed.
    @Test(arguments: [true, false]) func workThatEndsIsNeverMissed(throwing: Bool) async throws {
        try await explored(named: throwing ? "throwing" : "returning") {
            let (hive, recorder) = recordedHive()
            try hive.modules.register(Announcer.self) {
                Announcer(
                    Script(work: { context in
                        let announcement = Task { await context.announceReady() }
                        await giveWay(for: 1)
                        announcement.cancel()
                        if throwing { throw Broken("As it should.") }
                    })
                )
            }
            try hive.modules.register(Guest.self) { Guest(Script(ready: { _ in await giveWay(for: 2) })) }
            // When the end is missed, nothing can run any more, and the run fails.
            do {
                try await hive.start()
                try await hive.waitUntilStopped()
            } catch {
                let code = (error as? HiveError)?.code
                let isExpected = code == .startFailed || throwing && code == .workFailed
                try require(isExpected, "It has ended with \(error).")
            }
            try require(hive.state == .stopped || hive.state == .failed, "The hive is \(hive.state).")
            try recorder.checkOrder()
        }
    }

    // C51: whoever waits for the drain is woken, whenever the wait begins.
    @Test func everyoneWhoWaitsForTheDrainIsWoken() async throws {
        try await explored {
            let (hive, recorder) = recordedHive(HiveOptions(timeouts: HiveTimeouts(stop: nil)))
            let handled = Shared(0)
            try hive.modules.register(Worker.self) {
                Worker(
                    Script(work: { context in
                        await withTaskGroup { group in
                            for number in 0..<3 {
                                group.addTask {
                                    await giveWay(for: number)
                                    if number == 0 { return await context.waitForDrain() }
                                    if number == 1 {
                                        while await context.sleep(for: .seconds(1)) {}
                                        return
                                    }
                                    await withDrainHandler {
                                        await context.waitForDrain()
                                    } onDrain: {
                                        handled.change { $0 += 1 }
                                    }
                                }
                            }
                        }
                    })
                )
            }
            try await hive.start()
            await giveWay(upTo: 60, for: 5)
            try await hive.stop()
            try require(handled.current <= 1, "The drain handler was called twice.")
            try recorder.checkOrder()
        }
    }

    // C49, C51: work that drains ends before its module is torn down, after that of its dependents.
    @Test func workEndsBeforeItsModuleIsTornDown() async throws {
        try await explored {
            let (hive, recorder) = recordedHive()
            let ended = Shared<[String]>([])
            let note: @Sendable (String) -> Void = { name in ended.change { $0.append(name) } }
            let script: @Sendable (String, Int) -> Script = { name, number in
                Script(
                    tearDown: { _ in note("\(name) is down") },
                    work: { context in
                        await giveWay(for: number)
                        _ = await context.announceReady()
                        await context.waitForDrain()
                        await giveWay(for: number + 1)
                        note("\(name)'s work ends")
                    }
                )
            }
            try hive.modules.register(Announcer.self) { Announcer(script("Announcer", 1)) }
            try await hive.start()
            try await hive.add(Worker.self) { Worker(script("Worker", 3)) }
            await giveWay(for: 5)
            async let removal: Void? = try? hive.remove(Worker.self)
            await giveWay(for: 6)
            try await hive.stop()
            await removal
            let order = ended.current
            for name in ["Announcer", "Worker"] {
                let (work, down) = (
                    order.firstIndex(of: "\(name)'s work ends"), order.firstIndex(of: "\(name) is down")
                )
                try require(down != nil, "\(name) is not torn down: \(order).")
                if let work, let down { try require(work < down, "\(order)") }
            }
            try recorder.checkOrder()
        }
    }
}
