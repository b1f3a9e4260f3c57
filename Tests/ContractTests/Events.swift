// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

struct Ordered: HiveEvent, Decodable { var number = 0 }
struct Asked: HiveEvent { typealias Reply = String }

/// The contract's fifth chapter, C29 to C31; C32 to C36 are in `Subscriptions.swift`.
@Suite("Events", .timeLimit(.minutes(5)))
struct Events {
    /// A module that answers, or throws.
    private static func answering<Tag>(_ tag: Tag.Type, fails: Bool = false) -> ModuleDeclaration {
        module(
            tag,
            Script(setUp: { context in
                try context.events.subscribe(Asked.self) { _, context in
                    if fails { throw Broken() }
                    return context.module ?? "nobody"
                }
            })
        )
    }

    @Suite("C29 Trigger")
    struct C29 {
        @Test("It delivers to every subscriber in order and returns when all have run, whoever throws")
        func everySubscriber() async throws {
            let test = try TestHive(
                Events.answering(Home.self),
                Events.answering(Cart.self, fails: true),
                Events.answering(Trade.self)
            )
            try await test.running { hive async throws in
                let outcome = try await hive.events.trigger(Asked())
                #expect(outcome.answers.map(\.module) == ["Home", "Trade"])
                #expect(outcome.replies == ["Home", "Trade"])
                #expect(outcome.failures.map(\.module) == ["Cart"])
                #expect(outcome.failures.first?.error as? Broken == Broken())
            }
        }

        @Test("Stop-at-first-failure is opt-in")
        func stopAtFirstFailure() async throws {
            let test = try TestHive(
                Events.answering(Home.self),
                Events.answering(Cart.self, fails: true),
                Events.answering(Trade.self)
            )
            try await test.running { hive async throws in
                let outcome = try await hive.events.trigger(Asked(), stopAtFirstFailure: true)
                #expect(outcome.replies == ["Home"])
                #expect(outcome.failures.count == 1)
            }
        }

        @Test("It works from the end of ready on")
        func fromReady() async throws {
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(ready: { context in
                        let error = try await hiveError { try await context.trigger(Ordered()) }
                        #expect(error.code == .invalidState)
                    })
                )
            )
            try await test.running { _ = try await $0.events.trigger(Ordered()) }
        }
    }

    @Suite("C30 Post")
    struct C30 {
        @Test("Posted before the hive runs, an event is delivered once, in order of posting, after ready")
        func order() async throws {
            let log = Log()
            let test = TestHive()
            try test.hive.modules.register([
                module(
                    Cart.self,
                    Script(
                        setUp: { context in
                            try context.events.subscribe(Ordered.self) { event, _ in log.note("\(event.number)") }
                            try context.post(Ordered(number: 1))
                        },
                        initialize: { try $0.post(Ordered(number: 2)) },
                        ready: { context in
                            try context.post(Ordered(number: 3))
                            log.note("ready")
                        }
                    )
                )
            ])
            try test.hive.events.post(Ordered(number: 0))
            try await test.running { _ in }
            #expect(log.entries == ["ready", "0", "1", "2", "3"])
        }

        @Test("The queue is bounded: when it is full, post throws and nothing is lost")
        func bounded() async throws {
            let log = Log()
            let test = TestHive(HiveOptions(eventQueueCapacity: 2))
            let hive = test.hive
            _ = hive.events.subscribe(Ordered.self) { event, _ in log.note("\(event.number)") }
            for number in 1...2 { try hive.events.post(Ordered(number: number)) }
            #expect(try await hiveError { try hive.events.post(Ordered(number: 3)) }.code == .queueFull)
            try await test.running { _ in }
            #expect(log.entries == ["1", "2"])
        }

        @Test("Failures of its handlers go to observers")
        func failures() async throws {
            let test = TestHive()
            _ = test.hive.events.subscribe(Ordered.self) { _, _ in throw Broken() }
            try await test.running { hive async throws in
                try hive.events.post(Ordered())
                let told = try await test.recorder.wait(for: .step(.handlerFailed))
                #expect(told.error as? Broken == Broken())
            }
        }
    }

    @Suite("C31 At the ends")
    struct C31 {
        @Test("trigger before running throws invalidState; after stop both throw stopped")
        func ends() async throws {
            let hive = Hive(HiveOptions(clock: ManualClock()))
            #expect(try await hiveError { try await hive.events.trigger(Ordered()) }.code == .invalidState)
            try await hive.start()
            try await hive.stop()
            #expect(try await hiveError { try await hive.events.trigger(Ordered()) }.code == .stopped)
            #expect(try await hiveError { try hive.events.post(Ordered()) }.code == .stopped)
        }

        @Test("The queue is delivered before willStop, and once more when draining has ended; then post throws")
        func queue() async throws {
            let log = Log()
            let latches = (began: Latch(), release: Latch())
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(
                        run: { context in
                            await context.waitForDrain()
                            log.note("drain")
                            try context.post(Ordered(number: 5))
                        },
                        willStop: { context in
                            log.note("willStop")
                            try context.post(Ordered(number: 4))
                        },
                        tearDown: { _ in log.note("tearDown") }
                    )
                )
            )
            let hive = test.hive
            _ = hive.events.subscribe(Ordered.self) { event, _ async throws in
                latches.began.open()
                try await latches.release.wait()
                log.note("\(event.number)")
                // Also in the handlers of the second delivery.
                guard event.number >= 4 else { return }
                let error = try await hiveError { try hive.events.post(Ordered()) }
                #expect(error.code == .stopping)
            }
            try await hive.start()
            for number in 1...3 { try hive.events.post(Ordered(number: number)) }
            try await latches.began.wait()
            let stop = Task { try await hive.stop() }
            try await test.recorder.wait(for: .state(.stopping))
            latches.release.open()
            try await stop.value
            #expect(log.entries == ["1", "2", "3", "willStop", "drain", "4", "5", "tearDown"])
        }

        @Test("A module's handlers in flight end before its tearDown")
        func inFlight() async throws {
            let log = Log()
            let latches = (began: Latch(), release: Latch())
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(
                        setUp: { context in
                            try context.events.subscribe(Ordered.self) { _, _ async throws in
                                latches.began.open()
                                await latches.release.waitIgnoringCancellation()
                                log.note("handled")
                            }
                        },
                        tearDown: { _ in log.note("tearDown") }
                    )
                )
            )
            try await test.hive.start()
            let trigger = Task { try await test.hive.events.trigger(Ordered()) }
            try await latches.began.wait()
            let stop = Task { try await test.hive.stop() }
            try await test.recorder.wait(for: .hookBegan(.tearDown, of: "Cart"))
            latches.release.open()
            try await stop.value
            _ = try await trigger.value
            #expect(log.entries == ["handled", "tearDown"])
        }

        @Test("They have the module's timeout to end in")
        func inFlightTimeout() async throws {
            let latches = (began: Latch(), release: Latch())
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(setUp: { context in
                        try context.events.subscribe(Ordered.self) { _, _ async throws in
                            latches.began.open()
                            await latches.release.waitIgnoringCancellation()
                        }
                    })
                )
            )
            try await test.hive.start()
            let trigger = Task { try await test.hive.events.trigger(Ordered()) }
            try await latches.began.wait()
            let stop = Task { try await test.hive.stop() }
            try await test.advance(until: .hookEnded(.tearDown, of: "Cart"))
            #expect(try await hiveError { try await stop.value }.exitCode == 75)
            latches.release.open()
            _ = try await trigger.value
        }

        @Test("While stopping, trigger reaches only modules that are not torn down yet")
        func whileStopping() async throws {
            let log = Log()
            let ask: @Sendable (StopContext) async throws -> Void = { context in
                log.note(try await context.trigger(Asked()).replies.joined(separator: " "))
            }
            let subscribe: @Sendable (SetupContext) async throws -> Void = { context in
                try context.events.subscribe(Asked.self) { _, context in context.module ?? "" }
            }
            let test = try TestHive(
                module(Catalog.self, Script(setUp: subscribe, tearDown: ask)),
                module(Cart.self, Script(setUp: subscribe, tearDown: ask)),
                module(Home.self, Script(setUp: subscribe, willStop: ask))
            )
            try await test.running { _ in }
            #expect(log.entries == ["Catalog Cart Home", "Catalog", ""])
        }

        @Test("A start that fails lists the events it could not deliver")
        func undelivered() async throws {
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(ready: { context in
                        try context.post(Ordered())
                        throw Broken()
                    })
                )
            )
            let error = try await hiveError { try await test.hive.start() }
            #expect(error.start?.undeliveredEvents == ["Ordered"])
        }
    }
}
