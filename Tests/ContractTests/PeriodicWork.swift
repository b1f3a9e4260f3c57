// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

extension Draining {
    @Suite("C51 Work that sleeps between its jobs")
    struct Periodic {
        private typealias Subject = Scripted<Cart>

        /// A module that does a job every minute.
        private static func jobs(_ job: @escaping @Sendable (WorkContext) async throws -> Void) -> ModuleDeclaration {
            module(
                Cart.self,
                Script(run: { context in while await context.sleep(for: .seconds(60)) { try await job(context) } })
            )
        }

        @Test("It wakes by the hive's clock, each time")
        func wakes() async throws {
            let log = Log()
            let test = try TestHive(Self.jobs { log.note("\($0.clock is ManualClock)") })
            try await test.hive.start()
            for count in 1...3 {
                try await test.waitForSleep(of: Subject.self)
                #expect(log.entries.count == count - 1)
                test.clock.advance(by: .seconds(59))
                #expect(log.entries.count == count - 1)
                test.clock.advance(by: .seconds(1))
            }
            try await test.waitForSleep(of: Subject.self)
            #expect(log.entries == ["true", "true", "true"])
            try await test.hive.stop()
            #expect(log.entries.count == 3)
        }

        @Test("A stop, or a removal, ends its sleep, and the work ends well", arguments: [false, true])
        func stop(isRemoval: Bool) async throws {
            let test = try TestHive(Self.jobs { _ in })
            try await test.hive.start()
            try await test.waitForSleep(of: Subject.self)
            if isRemoval { try await test.hive.remove(Subject.self) } else { try await test.hive.stop() }
            #expect(test.recorder.observations(of: .workFailed).isEmpty)
            #expect(test.recorder.count(of: HiveFact { $0.kind == .workEnded }) == 1)
            if isRemoval { try await test.hive.stop() }
            #expect(test.clock.now.offset == .zero)
        }

        @Test("The job in hand is finished at a stop, not cancelled, and no other begins")
        func jobInHand() async throws {
            let (log, begun, mayEnd) = (Log(), Latch(), Latch())
            let test = try TestHive(
                Self.jobs { context in
                    begun.open()
                    await mayEnd.waitIgnoringCancellation()
                    log.note("done, \(Task.isCancelled), \(context.isDraining)")
                }
            )
            try await test.hive.start()
            try await test.waitForSleep(of: Subject.self)
            test.clock.advance(by: .seconds(60))
            try await begun.wait()
            let stop = Task { try await test.hive.stop() }
            try await test.recorder.wait(for: .hookBegan(.drain, of: "Cart"))
            mayEnd.open()
            try await stop.value
            #expect(log.entries == ["done, false, true"])
            try test.requireNothingCutShort()
        }

        @Test("It does not sleep in a task that was cancelled, nor once it was asked to end")
        func noSleep() async throws {
            let log = Log()
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(run: { context in
                        let task = Task {
                            try? await Latch().wait()
                            return await context.sleep(for: .seconds(60))
                        }
                        task.cancel()
                        log.note("\(await task.value)")
                        log.note("\(await context.sleep(for: .zero)), \(await context.sleep(for: .seconds(-1)))")
                        await context.waitForDrain()
                        log.note("\(await context.sleep(for: .seconds(60)))")
                    })
                )
            )
            try await test.hive.start()
            try await test.recorder.wait(for: .state(.running))
            while log.entries.count < 2 { await Task.yield() }
            try await test.hive.stop()
            #expect(log.entries == ["false", "true, true", "false"])
        }

        @Test("Work that has ended sleeps no more, and who waits for that is told")
        func ended() async throws {
            let left = Latched<Task<Bool, Never>>()
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(run: { context in left.set(Task { await context.sleep(for: .seconds(60)) }) })
                )
            )
            try await test.hive.start()
            try await test.recorder.wait(for: HiveFact { $0.kind == .workEnded })
            #expect(await left.value?.value == false)
            let error = try await hiveError { try await test.waitForSleep(of: Subject.self) }
            #expect(error.code == .unknownModule)
            try await test.hive.stop()
        }

        @Test("A sleep that ends early leaves nothing with the clock")  // C61
        func leavesNothing() async throws {
            let clock = CountingClock()
            let hive = Hive(HiveOptions(clock: clock))
            let done = Latch()
            try hive.modules.register([
                module(
                    Cart.self,
                    Script(run: { context in
                        for _ in 0..<1_000 {
                            let sleep = Task { await context.sleep(for: .seconds(60)) }
                            sleep.cancel()
                            _ = await sleep.value
                        }
                        done.open()
                        await context.waitForDrain()
                    })
                )
            ])
            try await hive.start()
            try await done.wait()
            // One for each timeout of hooks, and one for all sleeps.
            #expect(clock.sleeps.entries.count < 10)
            try await hive.stop()
        }

        /// A clock that stands still and counts who sleeps by it.
        private struct CountingClock: Clock {
            let clock = ManualClock()
            let sleeps = Log()
            var now: ManualClock.Instant { clock.now }
            var minimumResolution: Duration { .zero }

            func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
                sleeps.note("\(deadline)")
                try await clock.sleep(until: deadline, tolerance: tolerance)
            }
        }
    }
}
