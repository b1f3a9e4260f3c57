// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// What the contract says of the ends of a module: C52, and what C5 and C6 add to it.
@Suite("Ends", .timeLimit(.minutes(5)))
struct Ends {
    /// Something that ignores being cancelled until the test is over.
    private final class Stuck: Sendable {
        let began = Latch()
        let cancelled = Latch()
        let release = Latch()

        func hang() async {
            await withTaskCancellationHandler {
                began.open()
                await release.waitIgnoringCancellation()
            } onCancel: {
                cancelled.open()
            }
        }
    }

    /// Stops a hive in which one thing hangs, and returns the error.
    private static func stop(_ test: TestHive, while stuck: Stuck) async throws -> HiveError {
        let stop = Task { try await test.hive.stop() }
        try await stuck.began.wait()
        while !stuck.cancelled.isOpen {
            test.clock.advance(by: .seconds(1))
            await Task.yield()
        }
        test.clock.advance(by: .seconds(1))
        let error = try await hiveError { try await stop.value }
        stuck.release.open()
        return error
    }

    private static func messages(_ error: HiveError) -> [String] {
        error.failures.map { ($0.error as? HiveError)?.message ?? "\($0.error)" }
    }

    @Suite("C52 Each end has its own time")
    struct C52 {
        @Test("After work that is late or abandoned, tearDown and shutdowns run, in a task that is not cancelled")
        func work() async throws {
            let log = Log()
            let stuck = Stuck()
            let test = try TestHive(
                module(Catalog.self, Script(tearDown: { _ in log.note("Catalog \(Task.isCancelled)") })),
                module(
                    Cart.self,
                    Script(
                        setUp: { context in
                            try context.services.register(
                                Int.self,
                                shutdown: { _ in log.note("shutdown \(Task.isCancelled)") },
                                instance: 1
                            )
                        },
                        run: { _ in await stuck.hang() },
                        tearDown: { _ in log.note("Cart \(Task.isCancelled)") }
                    )
                )
            )
            try await test.hive.start()
            try await stuck.began.wait()
            let stop = Task { try await test.hive.stop() }
            try await stuck.cancelled.wait()
            try await test.advance(until: .hookEnded(.tearDown, of: "Catalog"))
            let error = try await hiveError { try await stop.value }
            #expect(log.entries == ["Cart false", "shutdown false", "Catalog false"])
            let messages = Ends.messages(error)
            #expect(messages.count == 1)
            for part in ["Cart", "the drain of its work", "abandoned"] {
                #expect(messages.first?.contains(part) == true)
            }
            #expect(error.exitCode == 75)
            stuck.release.open()
        }

        @Test("A hook that cancels the task that it runs in cancels no other")
        func ownCancellation() async throws {
            let log = Log()
            func script(_ name: String) -> Script {
                let note: @Sendable (String) -> Void = { hook in
                    log.note("\(name).\(hook) \(Task.isCancelled)")
                    withUnsafeCurrentTask { $0?.cancel() }
                }
                return Script(
                    setUp: { _ in note("setUp") },
                    initialize: { _ in note("initialize") },
                    tearDown: { _ in note("tearDown") }
                )
            }
            let test = try TestHive(module(Catalog.self, script("Catalog")), module(Cart.self, script("Cart")))
            try await test.hive.start()
            try await test.hive.stop()
            #expect(log.entries.count == 6)
            #expect(log.entries.filter { $0.hasSuffix("true") } == [])
        }

        @Test("No second instance stands beside one whose work goes on, though nobody waits for it")
        func lingeringWork() async throws {
            let stuck = Stuck()
            let declaration = module(Cart.self, Script(run: { _ in await stuck.hang() }))
            let test = try TestHive(declaration)
            try await test.hive.start()
            try await stuck.began.wait()
            let removal = Task { try await test.hive.remove(Scripted<Cart>.self) }
            try await test.advance(until: .hookEnded(.tearDown, of: "Cart"))
            _ = try await hiveError { try await removal.value }
            let again = module(Cart.self, Script())
            let error = try await hiveError { try await test.hive.add(again) }
            #expect(error.code == .invalidState)
            #expect(error.message.contains("has been abandoned and has not returned yet") == true)
            stuck.release.open()
            try await test.recorder.wait(for: .hookReturnedLate(.drain, of: "Cart"))
            var isThere = false
            while !isThere {
                // Observers are told just before it may come again.
                try Task.checkCancellation()
                do {
                    try await test.hive.add(again)
                    isThere = true
                } catch let error as HiveError where error.code == .invalidState {
                    await Task.yield()
                }
            }
            try await test.hive.stop()
        }

        @Test("A handler in flight that hangs costs its own time; tearDown and shutdowns run all the same")
        func handlers() async throws {
            let log = Log()
            let stuck = Stuck()
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(
                        setUp: { context in
                            try context.services.register(
                                Int.self,
                                shutdown: { _ in log.note("shutdown \(Task.isCancelled)") },
                                instance: 1
                            )
                            try context.events.subscribe(Rung.self) { _, _ async in await stuck.hang() }
                        },
                        tearDown: { _ in log.note("tearDown \(Task.isCancelled)") }
                    )
                )
            )
            try await test.hive.start()
            let trigger = Task { try await test.hive.events.trigger(Rung()) }
            try await stuck.began.wait()
            let stop = Task { try await test.hive.stop() }
            try await test.advance(until: .hookEnded(.tearDown, of: "Cart"))
            let error = try await hiveError { try await stop.value }
            #expect(log.entries == ["tearDown false", "shutdown false"])
            let messages = Ends.messages(error)
            #expect(messages.count == 1)
            #expect(messages.first?.contains("its handlers in flight") == true)
            stuck.release.open()
            _ = try await trigger.value
        }

        @Test("A handler on the hive that hangs costs itself and is named")
        func handlerOnTheHive() async throws {
            let stuck = Stuck()
            let test = TestHive()
            _ = test.hive.events.subscribe(Rung.self) { _, _ async in await stuck.hang() }
            try await test.hive.start()
            let trigger = Task { try await test.hive.events.trigger(Rung()) }
            try await stuck.began.wait()
            let stop = Task { try await test.hive.stop() }
            try await test.advance(until: .state(.stopped))
            let messages = Ends.messages(try await hiveError { try await stop.value })
            #expect(messages.count == 1)
            #expect(messages.first?.contains("handlers in flight") == true)
            stuck.release.open()
            _ = try await trigger.value
        }

        @Test("A tearDown that hangs costs itself; its services are shut down, and not in a cancelled task")
        func tearDown() async throws {
            let log = Log()
            let stuck = Stuck()
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(
                        setUp: { context in
                            try context.services.register(
                                Int.self,
                                shutdown: { _ in log.note("shutdown \(Task.isCancelled)") },
                                instance: 1
                            )
                        },
                        tearDown: { _ in await stuck.hang() }
                    )
                )
            )
            try await test.hive.start()
            let error = try await Ends.stop(test, while: stuck)
            #expect(log.entries == ["shutdown false"])
            #expect(Ends.messages(error).map { $0.hasPrefix("Cart took longer for tearDown than") } == [true])
        }

        @Test("A shutdown that hangs costs itself and is named with its key; the other services get theirs")
        func shutdown() async throws {
            let log = Log()
            let stuck = Stuck()
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(setUp: { context in
                        for number in 1...3 {
                            try context.services.register(
                                Int.self,
                                name: "\(number)",
                                shutdown: { _ in
                                    if number == 2 { await stuck.hang() }
                                    log.note("\(number) \(Task.isCancelled)")
                                },
                                instance: number
                            )
                        }
                    })
                )
            )
            try await test.hive.start()
            let error = try await Ends.stop(test, while: stuck)
            #expect(log.entries == ["3 false", "1 false"])
            let messages = Ends.messages(error)
            #expect(messages.count == 1)
            for part in ["Cart", "shutdown of Int \"2\"", "10 s", "abandoned"] {
                #expect(messages.first?.contains(part) == true, "\(messages)")
            }
        }

        @Test("A shutdown of the hive's own services that hangs costs the others nothing")
        func shutdownOfTheHive() async throws {
            let log = Log()
            let stuck = Stuck()
            let test = TestHive()
            for number in 1...2 {
                try test.hive.services.register(
                    Int.self,
                    name: "\(number)",
                    shutdown: { _ in
                        if number == 2 { await stuck.hang() }
                        log.note("\(number)")
                    },
                    instance: number
                )
            }
            try await test.hive.start()
            let error = try await Ends.stop(test, while: stuck)
            #expect(log.entries == ["1"])
            #expect(Ends.messages(error).first?.contains("shutdown of Int \"2\"") == true)
        }

        @Test("Each of the four has a timeout of its own, and all together may take longer")
        func ownTimes() async throws {
            let clock = ManualClock()
            let hive = Hive(HiveOptions(clock: clock))
            let isWorking = Latch()
            try hive.modules.register([
                module(
                    Cart.self,
                    Script(
                        setUp: { context in
                            try context.services.register(
                                Int.self,
                                shutdown: { _ in clock.advance(by: .seconds(9)) },
                                instance: 1
                            )
                        },
                        run: { _ in
                            isWorking.open()
                            try? await Latch().wait()
                            clock.advance(by: .seconds(9))
                        },
                        tearDown: { _ in clock.advance(by: .seconds(9)) }
                    )
                )
            ])
            try await hive.start()
            try await isWorking.wait()
            try await hive.stop()
        }

        @Test("The work of a module that was given up is cancelled, though nobody waits for it")
        func givenUp() async throws {
            let isWorking = Latch()
            let isOver = Latch()
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(run: { _ in
                        isWorking.open()
                        try? await Latch().wait()
                        isOver.open()
                    })
                )
            )
            let stuck = Stuck()
            test.faults.inject(Fault("hangs") { _ in await stuck.hang() }, into: Scripted<Cart>.self, at: .willStop)
            try await test.hive.start()
            try await isWorking.wait()
            let stop = Task { try await test.hive.stop() }
            try await stuck.began.wait()
            try await test.advance(until: .state(.stopped))
            _ = await stop.result
            #expect(await becomesTrue { isOver.isOpen })
            stuck.release.open()
        }
    }

    @Suite("C6 When the timeout of the whole stop is spent")
    struct C6 {
        @Test("What is left begins all the same, not cancelled, each with the grace as its timeout")
        func spent() async throws {
            let log = Log()
            let (slow, stuck) = (Stuck(), (first: Stuck(), second: Stuck()))
            let timeouts = HiveTimeouts(wholeStop: .seconds(5), grace: .seconds(2))
            let test = try TestHive(
                module(Catalog.self, Script(tearDown: { _ in log.note("Catalog \(Task.isCancelled)") })),
                module(Cart.self, Script(tearDown: { _ in await stuck.second.hang() })),
                module(Home.self, Script(tearDown: { _ in await stuck.first.hang() })),
                module(Trade.self, Script(tearDown: { _ in await slow.hang() })),
                timeouts: timeouts
            )
            try await test.hive.start()
            let stop = Task { try await test.hive.stop() }
            try await slow.began.wait()
            test.clock.advance(by: .seconds(3))
            slow.release.open()
            try await stuck.first.began.wait()
            test.clock.advance(by: .seconds(2))
            try await stuck.first.cancelled.wait()
            test.clock.advance(by: .seconds(2))
            try await stuck.second.began.wait()
            #expect(!stuck.second.cancelled.isOpen)
            test.clock.advance(by: .seconds(2))
            try await stuck.second.cancelled.wait()
            test.clock.advance(by: .seconds(2))
            let error = try await hiveError { try await stop.value }
            #expect(log.entries == ["Catalog false"])
            let messages = Ends.messages(error)
            #expect(messages.count == 2)
            #expect(
                messages.first?.contains("the timeout of the whole stop allows: 7 s of 5 s") == true
            )
            let last = "the grace that is left after the whole timeout allows: 4 s of 2 s"
            #expect(messages.last?.contains(last) == true)
            stuck.first.release.open()
            stuck.second.release.open()
        }
    }

    @Suite("C5 Late")
    struct C5 {
        @Test("A late tearDown is seen by observers as every other hook, and stands in the timeline")
        func seen() async throws {
            let test = try TestHive(module(Cart.self))
            let stuck = Stuck()
            test.faults.inject(Fault("hangs") { _ in await stuck.hang() }, into: Scripted<Cart>.self, at: .ready)
            let start = Task { try await test.hive.start() }
            try await stuck.began.wait()
            test.clock.advance(by: .seconds(30))
            try await stuck.cancelled.wait()
            test.clock.advance(by: .seconds(1))
            _ = await start.result
            #expect(!test.recorder.hooks.contains("Cart.tearDown"))
            stuck.release.open()
            try await test.faults.wait(for: .init("Cart", .tearDown, .returned))
            #expect(await becomesTrue { test.recorder.count(of: .hookEnded(.tearDown, of: "Cart")) == 1 })
            #expect(test.recorder.hooks.last == "Cart.tearDown")
            #expect(test.hive.timeline.entries.last?.phase == .tearDown)
            #expect(test.hive.timeline.entries.last?.result == .succeeded)
        }

        @Test("A late tearDown that hangs is named to observers, and the module's services are shut down")
        func hangs() async throws {
            let log = Log()
            let late = Stuck()
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(
                        setUp: { context in
                            try context.services.register(
                                Int.self,
                                shutdown: { _ in log.note("shutdown \(Task.isCancelled)") },
                                instance: 1
                            )
                        },
                        tearDown: { _ in await late.hang() }
                    )
                )
            )
            let stuck = Stuck()
            test.faults.inject(Fault("hangs") { _ in await stuck.hang() }, into: Scripted<Cart>.self, at: .ready)
            let start = Task { try await test.hive.start() }
            try await stuck.began.wait()
            test.clock.advance(by: .seconds(30))
            try await stuck.cancelled.wait()
            test.clock.advance(by: .seconds(1))
            _ = await start.result
            stuck.release.open()
            try await late.began.wait()
            let isOver = await becomesTrue {
                test.clock.advance(by: .seconds(1))
                return log.entries == ["shutdown false"]
            }
            #expect(isOver)
            let end = try await test.recorder.wait(for: .hookEnded(.tearDown, of: "Cart"))
            #expect((end.error as? HiveError)?.code == .timedOut)
            // What went wrong is told once more as late, and then that it has returned.
            try await test.recorder.wait(for: .hookReturnedLate(.tearDown, of: "Cart"))
            late.release.open()
            let last = try await test.recorder.wait(for: .hookReturnedLate(.tearDown, of: "Cart"), occurrence: 2)
            #expect(last.error == nil)
        }
    }
}
