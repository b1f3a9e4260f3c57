// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// How the work of modules ends.
@Suite("Draining", .timeLimit(.minutes(5)))
struct Draining {
    @Suite("C51 Draining")
    struct C51 {
        @Test("Work that drains is asked after willStop, answers what it has accepted, and ends before tearDown")
        func asked() async throws {
            let log = Log()
            let listener = Listener("Cart", log)
            let test = try TestHive(
                server(
                    Cart.self,
                    Script(
                        run: listener.run,
                        willStop: { _ in log.note("willStop") },
                        tearDown: { _ in log.note("tearDown \(Task.isCancelled)") }
                    )
                )
            )
            try await test.hive.start()
            let stop = Task { try await test.hive.stop() }
            try await test.recorder.wait(for: .hookBegan(.drain, of: "Cart"))
            listener.answered.open()
            try await stop.value
            #expect(
                log.entries == [
                    "Cart listens", "Cart accepts", "willStop", "Cart drains", "Cart has answered", "tearDown false",
                ]
            )
            #expect(test.recorder.hooks.suffix(3) == ["Cart.willStop", "Cart.drain", "Cart.tearDown"])
        }

        @Test("What outlives its timeout is cancelled, and named as cut short; the exit code is 75")
        func cutShort() async throws {
            let log = Log()
            let listener = Listener("Cart", log)
            let test = try TestHive(server(Cart.self, Script(run: listener.run)))
            try await test.hive.start()
            let stop = Task { try await test.hive.stop() }
            try await listener.shutdown.wait()
            test.clock.advance(by: .seconds(20))
            let error = try await hiveError { try await stop.value }
            #expect(error.code == .stopFailed)
            #expect(error.exitCode == 75)
            let failure = try #require(error.failures.first)
            #expect(error.failures.count == 1)
            #expect(failure.module == "Cart")
            #expect(failure.step == "drain")
            let message = try #require(failure.error as? HiveError).message
            let text = "Cart took longer for the drain of its work than the hive's timeout drain allows: 20"
            #expect(message.hasPrefix(text))
            #expect(message.hasSuffix("of 20 s. Its work was cut short."))
            // As a start does, it says what took the time.
            #expect(error.message.hasSuffix("Critical path: 20.000 s in 3 hooks, of which Cart.drain 20.000 s."))
            #expect(test.faults.modules(.tearDown, .returned) == ["Cart"])
        }

        @Test("What does not return after that is abandoned, named, and torn down all the same")
        func abandoned() async throws {
            let release = Latch()
            let test = try TestHive(
                server(
                    Cart.self,
                    Script(run: { context in
                        await context.announceReady()
                        await context.waitForDrain()
                        await release.waitIgnoringCancellation()
                    })
                )
            )
            try await test.hive.start()
            let stop = Task { try await test.hive.stop() }
            try await test.advance(until: .hookEnded(.tearDown, of: "Cart"))
            let error = try await hiveError { try await stop.value }
            #expect(error.failures.map(\.step) == ["drain"])
            #expect(error.report.contains("Its work was cut short. It did not return within 1 s after that"))
            release.open()
            try await test.recorder.wait(for: .hookReturnedLate(.drain, of: "Cart"))
        }
    }

    @Suite("C49 Work that announces itself")
    struct C49 {
        @Test("It begins within its own ready, and accepts nothing before the hive runs")
        func announced() async throws {
            let log = Log()
            let (cart, home) = (Listener("Cart", log), Listener("Home", log))
            let test = try TestHive(
                server(Cart.self, Script(ready: { _ in log.note("Cart.ready") }, run: cart.run)),
                server(Home.self, Script(ready: { _ in log.note("Home.ready") }, run: home.run))
            )
            for listener in [cart, home] { listener.answered.open() }
            try await test.hive.start()
            try await test.hive.stop()
            #expect(log.entries.prefix(4) == ["Cart.ready", "Cart listens", "Home.ready", "Home listens"])
            #expect(Set(log.entries[4..<6]) == ["Cart accepts", "Home accepts"])
        }

        @Test("A port in use is a failed start, which is rolled back; the state never was running")
        func portInUse() async throws {
            let log = Log()
            let listener = Listener("Cart", log)
            listener.answered.open()
            let test = try TestHive(
                server(
                    Cart.self,
                    Script(
                        run: listener.run,
                        willStop: { _ in log.note("willStop") },
                        tearDown: { _ in log.note("tearDown") }
                    )
                ),
                server(Home.self, Script(run: { _ in throw Broken() })),
                module(Trade.self, Script(ready: { _ in log.note("Trade.ready") }))
            )
            let error = try await hiveError { try await test.hive.start() }
            #expect(error.code == .startFailed)
            #expect(error.exitCode == 70)
            #expect(error.start?.module == "Home")
            #expect(error.start?.phase == .ready)
            #expect(error.failures.count == 1)
            #expect(error.failures.first?.error as? Broken == Broken())
            #expect(error.start?.rollbackFailures.count == 0)
            #expect(test.hive.state == .failed)
            #expect(test.recorder.count(of: .state(.running)) == 0)
            // What had announced itself is drained, without willStop, and then torn down (C51).
            #expect(log.entries.first == "Cart listens")
            #expect(log.entries.suffix(3) == ["Cart drains", "Cart has answered", "tearDown"])
            #expect(!log.entries.contains("willStop") && !log.entries.contains("Trade.ready"))
        }
    }

    @Suite("C51 Draining: in which order")
    struct Order {
        /// A hive whose modules begin and end to drain as the test says, and what they do.
        private struct World {
            let log = Log()
            let catalog: Listener, cart: Listener, home: Listener

            init() {
                catalog = Listener("Catalog", log)
                cart = Listener("Cart", log)
                home = Listener("Home", log)
            }
        }

        @Test("Dependents end before what they depend on, also through a module without work")
        func dependents() async throws {
            let world = World()
            let test = try TestHive(
                server(Catalog.self, Script(run: world.catalog.run)),
                ModuleDeclaration(Bridge.self, at: .code()),
                server(Home.self, needs: [.named("Bridge")], Script(run: world.home.run))
            )
            try await test.hive.start()
            let stop = Task { try await test.hive.stop() }
            try await world.home.shutdown.wait()
            // What it depends on still answers.
            #expect(!world.catalog.shutdown.isOpen)
            world.catalog.answered.open()
            world.home.answered.open()
            try await stop.value
            let drained = world.log.entries.filter { $0.hasSuffix("drains") || $0.hasSuffix("answered") }
            #expect(drained == ["Home drains", "Home has answered", "Catalog drains", "Catalog has answered"])
        }

        /// Has no work, and stands between two modules that have.
        private final class Bridge: HiveModule {
            static let manifest = ModuleManifest(needs: [.named("Catalog")])
            init() {}
        }

        @Test("Higher levels end before lower ones")
        func levels() async throws {
            let world = World()
            let test = try TestHive(
                server(Catalog.self, level: 0, Script(run: world.catalog.run)),
                server(Home.self, level: 1, Script(run: world.home.run))
            )
            world.catalog.answered.open()
            try await test.hive.start()
            let stop = Task { try await test.hive.stop() }
            try await world.home.shutdown.wait()
            #expect(!world.catalog.shutdown.isOpen)
            world.home.answered.open()
            try await stop.value
            #expect(world.log.entries.suffix(2) == ["Catalog drains", "Catalog has answered"])
        }

        @Test("What leaves counts with the lowest level of its dependents, although one that can do without it stays")
        func levelOfWhatLeaves() async throws {
            let world = World()
            world.home.answered.open()
            let list = Origin.propertyList("modules.plist", nil)
            let silent = Script(run: { context in
                await context.announceReady()
                do { try await Latch().wait() } catch { world.log.note("Catalog is cancelled") }
            })
            let test = try TestHive(
                server(Catalog.self, level: 2, at: list, silent),
                server(Home.self, level: 1, at: list, Script(run: world.home.run)),
                server(Cart.self, level: 1, needs: [.named("Catalog", optional: true)], Script(run: world.cart.run))
            )
            try await test.hive.start()
            _ = try await test.hive.reload(Composition(modules: [], services: []), reporting: [])
            #expect(world.log.entries.suffix(3) == ["Home drains", "Home has answered", "Catalog is cancelled"])
            world.cart.answered.open()
            try await test.hive.stop()
        }

        @Test("The rest ends at the same time: as long as its longest chain, and not the sum")
        func sideBySide() async throws {
            let world = World()
            let test = try TestHive(
                server(Catalog.self, Script(run: world.catalog.run)),
                server(Home.self, Script(run: world.home.run))
            )
            try await test.hive.start()
            let stop = Task { try await test.hive.stop() }
            // Neither has answered when the other one is asked.
            try await world.catalog.shutdown.wait()
            try await world.home.shutdown.wait()
            test.clock.advance(by: .seconds(2))
            world.catalog.answered.open()
            world.home.answered.open()
            try await stop.value
            let drains = test.hive.timeline.entries.filter { $0.phase == .drain }
            #expect(drains.map(\.duration) == [.seconds(2), .seconds(2)])
            #expect(drains.map(\.after) == [nil, nil])
            #expect(test.hive.timeline.criticalPathOfStop.wholeDuration == .seconds(2))
            #expect(
                test.hive.timeline.criticalPathOfStop.map(\.phase) == [
                    .willStop, .willStop, .drain, .tearDown, .tearDown,
                ]
            )
        }

        @Test("Work that never said so is cancelled after the work that did has ended")
        func silentLast() async throws {
            let world = World()
            let (began, cancelled) = (Latch(), Latch())
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(run: { _ in
                        began.open()
                        try? await Latch().wait()
                        cancelled.open()
                    })
                ),
                server(Home.self, Script(run: world.home.run))
            )
            try await test.hive.start()
            try await began.wait()
            let stop = Task { try await test.hive.stop() }
            try await world.home.shutdown.wait()
            #expect(!cancelled.isOpen)
            world.home.answered.open()
            try await stop.value
            #expect(cancelled.isOpen)
            let drains = test.hive.timeline.entries.filter { $0.phase == .drain }
            #expect(drains.map(\.module) == ["Home", "Cart"])
            #expect(drains.map(\.after) == [nil, "Home"])
        }

        @Test("Unless a dependency is in the way: then it is cancelled first")
        func silentDependent() async throws {
            let world = World()
            let began = Latch()
            let test = try TestHive(
                server(Home.self, Script(run: world.home.run)),
                module(
                    Cart.self,
                    needs: [.named("Home")],
                    Script(run: { _ in
                        began.open()
                        try? await Latch().wait()
                        world.log.note("Cart ends")
                    })
                )
            )
            world.home.answered.open()
            try await test.hive.start()
            try await began.wait()
            try await test.hive.stop()
            #expect(world.log.entries.suffix(3) == ["Cart ends", "Home drains", "Home has answered"])
        }

        @Test("Work that says so only during the drain is asked at once, and is not cancelled")
        func late() async throws {
            let world = World()
            let (began, say, wasAsked) = (Latch(), Latch(), Latch())
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(run: { context in
                        began.open()
                        try await say.wait()
                        await context.waitForDrain()
                        world.log.note("Cart was asked, cancelled: \(Task.isCancelled)")
                        wasAsked.open()
                    })
                ),
                server(Home.self, Script(run: world.home.run))
            )
            try await test.hive.start()
            try await began.wait()
            let stop = Task { try await test.hive.stop() }
            try await world.home.shutdown.wait()
            say.open()
            try await wasAsked.wait()
            world.home.answered.open()
            try await stop.value
            #expect(world.log.entries.suffix(2) == ["Cart was asked, cancelled: false", "Home has answered"])
        }
    }

    @Suite("C51 Draining: a removal, a delay, and what works meanwhile")
    struct Around {
        @Test("A removal drains in the same way")
        func removal() async throws {
            let log = Log()
            let listener = Listener("Cart", log)
            listener.answered.open()
            let test = try TestHive(server(Cart.self, Script(run: listener.run)), module(Home.self))
            try await test.hive.start()
            try await test.hive.remove(Server<Cart>.self)
            #expect(log.entries.suffix(2) == ["Cart drains", "Cart has answered"])
            #expect(test.hive.state == .running)
            try await test.hive.stop()
        }

        @Test("A delay comes first, by the hive's clock, while everything goes on")
        func delay() async throws {
            let log = Log()
            let listener = Listener("Cart", log)
            listener.answered.open()
            let test = try TestHive(
                server(Cart.self, Script(run: listener.run, willStop: { _ in log.note("willStop") })),
                timeouts: HiveTimeouts(drainDelay: .seconds(5))
            )
            try await test.hive.start()
            let delivered = Latch()
            _ = test.hive.events.subscribe(Ordered.self) { _, _ in delivered.open() }
            let stop = Task { try await test.hive.stop() }
            try await test.recorder.wait(for: .state(.stopping))
            // Not ready any more, and still serving: what is posted is delivered at once.
            #expect(!test.hive.readiness.isReady)
            try test.hive.events.post(Ordered())
            try await delivered.wait()
            #expect(!log.entries.contains("willStop"))
            try await test.advance(until: .state(.stopped))
            try await stop.value
            #expect(test.clock.now.offset >= .seconds(5))
            #expect(log.entries.suffix(3) == ["willStop", "Cart drains", "Cart has answered"])
        }

        @Test("Work that throws during the delay is a failure of the stop")  // C49
        func failureDuringTheDelay() async throws {
            let failing = Failing()
            let test = try TestHive(
                module(Cart.self, Script(run: { _ in try await failing.work() })),
                timeouts: HiveTimeouts(drainDelay: .seconds(5))
            )
            try await test.hive.start()
            let stop = Task { try await test.hive.stop() }
            try await test.recorder.wait(for: .state(.stopping))
            try await failing.fail()
            try await test.recorder.wait(for: .step(.workFailed, of: "Cart"))
            try await test.advance(until: .state(.stopped))
            let error = try await hiveError { try await stop.value }
            #expect(error.code == .stopFailed)
            #expect(error.failures.map(\.module) == ["Cart"])
        }

        @Test("Services are made and events delivered until the queue has been delivered again")  // C26
        func everythingWorks() async throws {
            let log = Log()
            let test = try TestHive(
                module(
                    Catalog.self,
                    Script(setUp: { context in
                        try context.services.register(Int.self) { _ in
                            log.note("made")
                            return 1
                        }
                        try context.services.register(String.self) { _ in "made by the last event" }
                    })
                ),
                module(
                    Cart.self,
                    Script(run: { context in
                        await context.waitForDrain()
                        _ = try context.service(Int.self)
                        let outcome = try await context.trigger(Ordered(number: 1))
                        log.note("reached \(outcome.handlerCount)")
                        try context.post(Ordered(number: 2))
                    })
                )
            )
            _ = test.hive.events.subscribe(Ordered.self) { event, context in
                log.note(event.number == 1 ? "1" : try context.service(String.self))
            }
            try await test.hive.start()
            try await test.hive.stop()
            #expect(log.entries == ["made", "1", "reached 1", "made by the last event"])
        }
    }

    @Suite("C49 Work that ends by itself, or while it is ended")
    struct Ending {
        @Test("Returning stops the hive, in order, with that as the reason and exit code 0")
        func returns() async throws {
            let log = Log()
            let finish = Latch()
            let test = try TestHive(
                server(
                    Cart.self,
                    Script(
                        run: { context in
                            await context.announceReady()
                            try await finish.wait()
                        },
                        tearDown: { log.note("\($0.reason)") }
                    )
                )
            )
            try await test.hive.start()
            finish.open()
            // It throws nothing, so that the exit code is 0.
            try await test.hive.waitUntilStopped()
            #expect(test.hive.state == .stopped)
            #expect(log.entries == ["the work of Cart has ended"])
            #expect(test.recorder.observations(of: .workEnded).map(\.module) == ["Cart"])
        }

        @Test("Announced work does not begin when a stop has ended the hook before it")
        func announcedWorkAfterAStop() async throws {
            let (isThere, never, count) = (Latch(), Latch(), Counter())
            let ready: @Sendable (ModuleContext) async -> Void = { _ in
                isThere.open()
                try? await never.wait()
            }
            var catalog = module(Catalog.self, Script(ready: ready, run: { _ in _ = count.next() }))
            catalog.work = .announced
            let test = try TestHive(catalog)
            let start = Task { try await test.hive.start() }
            try await isThere.wait()
            test.hive.requestStop()
            #expect(try await hiveError { try await start.value }.code == .cancelled)
            #expect(count.value == 0)
        }

        @Test("Work that had announced itself and ends before the hive runs fails the start", arguments: [true, false])
        func early(throwing: Bool) async throws {
            let (end, isReady) = (Latch(), Latch())
            let test = try TestHive(
                server(
                    Cart.self,
                    Script(run: { context in
                        try await withThrowingTaskGroup(of: Void.self) { group in
                            group.addTask { await context.announceReady() }
                            try await end.wait()
                            group.cancelAll()
                        }
                        if throwing { throw Broken() }
                    })
                ),
                module(
                    Home.self,
                    Script(ready: { _ in
                        end.open()
                        isReady.open()
                        try await Latch().wait()  // Until the end of the other one's work cancels it.
                    })
                )
            )
            let error = try await hiveError { try await test.hive.start() }
            #expect(isReady.isOpen)
            #expect(error.code == .startFailed)
            #expect(error.start?.module == "Cart")
            let cause = try #require(error.failures.first)
            #expect(cause.module == "Cart" && cause.step == "run")
            #expect(throwing == (cause.error as? Broken == Broken()))
            #expect(test.recorder.count(of: .state(.running)) == 0)
            #expect(test.hive.state == .failed)
        }

        @Test("Work that never announces itself is cancelled in time, and the error says what is missing")
        func silence() async throws {
            let began = Latch()
            let test = try TestHive(
                server(
                    Cart.self,
                    Script(run: { _ in
                        began.open()
                        try await Latch().wait()
                    })
                )
            )
            let start = Task { try await test.hive.start() }
            try await began.wait()
            test.clock.advance(by: .seconds(30))
            let error = try await hiveError { try await start.value }
            #expect(error.exitCode == 75)
            #expect(error.report.contains("had not called announceReady() when it was cancelled"))
        }

        @Test("What it throws while draining is a failure of the stop, and no reason")
        func throwsWhileDraining() async throws {
            let test = try TestHive(
                server(
                    Cart.self,
                    Script(run: { context in
                        await context.announceReady()
                        await context.waitForDrain()
                        throw Broken()
                    })
                )
            )
            try await test.hive.start()
            let error = try await hiveError { try await test.hive.stop() }
            #expect(error.code == .stopFailed)
            #expect(error.exitCode == 71)
            #expect(error.failures.map { "\($0.module ?? "-").\($0.step)" } == ["Cart.run"])
        }

        @Test("A CancellationError is told to nobody, neither by a stop nor by the way back of a start")
        func cancelledWhileDraining() async throws {
            let run: @Sendable (WorkContext) async throws -> Void = { context in
                let announced = Task { await context.announceReady() }
                await context.waitForDrain()
                _ = await announced.value
                throw CancellationError()
            }
            let test = try TestHive(server(Cart.self, Script(run: run)))
            try await test.hive.start()
            try await test.hive.stop()
            #expect(test.recorder.observations(of: .workFailed).isEmpty)

            let cannotStart = Script(ready: { _ in throw Broken() })
            let other = try TestHive(server(Cart.self, Script(run: run)), module(Home.self, cannotStart))
            let error = try await hiveError { try await other.hive.start() }
            #expect(error.start?.rollbackFailures.isEmpty == true, "\(error.report)")
            #expect(other.recorder.observations(of: .workFailed).isEmpty)
        }
    }
}
