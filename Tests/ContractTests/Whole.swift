// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig
import HiveTestKit
import Synchronization
import Testing

/// The contract's last chapter, C46 to C50.
@Suite("Whole", .timeLimit(.minutes(5)))
struct Whole {
    @Suite("C46 Many hives")
    struct C46 {
        @Test("None is global, and two share nothing")
        func nothing() async throws {
            let log = Log()
            let script = Script(setUp: { context in
                try context.services.register(SMTPMailer.self) { _ in SMTPMailer() }
                try context.events.subscribe(Ordered.self) { _, _ in log.note("heard") }
            })
            let tests = try (0..<2).map { _ in try TestHive(module(Cart.self, script)) }
            for test in tests { try await test.hive.start() }
            let mailers = try tests.map { try $0.hive.services.service(SMTPMailer.self) }
            #expect(mailers[0] !== mailers[1])
            _ = try await tests[0].hive.events.trigger(Ordered())
            #expect(log.entries == ["heard"])
            try await tests[0].hive.stop()
            #expect(tests[1].hive.state == .running)
            #expect(try tests[1].hive.services.service(SMTPMailer.self) === mailers[1])
            try await tests[1].hive.stop()
        }

        @Test("They live side by side, in parallel")
        func parallel() async throws {
            try await withThrowingTaskGroup { group in
                for _ in 0..<32 {
                    group.addTask {
                        let test = try TestHive(module(Catalog.self), module(Cart.self))
                        try await test.running { _ in }
                        #expect(test.hooks.count == 10)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Suite("C47 Sendable")
    struct C47 {
        private func requireSendable<each Value: Sendable>(_ types: repeat (each Value).Type) {}

        // The compiler proves it here; the strict build demands it of every public type, and `.ci/run` runs the suite
        // under both sanitizers.
        @Test("What users hold is Sendable")
        func sendable() {
            requireSendable(
                Hive.self,
                ModuleManager.self,
                ServiceManager.self,
                EventCenter.self,
                HiveError.self,
                HiveContext.self,
                SetupContext.self,
                ModuleContext.self,
                ModuleContext.self,
                WorkContext.self,
                StopContext.self,
                ServiceResolver.self,
                Autowired<Int>.self,
                RegistrationToken.self,
                EventOutcome<Int>.self,
                Timeline.self,
                HiveConfiguration.self,
                HiveCatalogue.self
            )
        }
    }

    @Suite("C48 Observers")
    struct C48 {
        @Test("They see every step, before and after each hook, with duration and error")
        func steps() async throws {
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(
                        setUp: { try $0.services.register(SMTPMailer.self) { _ in SMTPMailer() } },
                        initialize: { _ = try $0.service(SMTPMailer.self) }
                    )
                )
            )
            let clock = test.clock
            let fault = Fault("takes 2 s and throws") { _ in
                clock.advance(by: .seconds(2))
                throw Broken()
            }
            test.faults.inject(fault, into: Scripted<Cart>.self, at: .tearDown)
            _ = test.hive.events.subscribe(Ordered.self) { _, _ in }
            try await test.hive.start()
            _ = try await test.hive.events.trigger(Ordered())
            try test.hive.events.post(Ordered())
            _ = try await hiveError { try await test.hive.stop() }
            let refusal = try await hiveError { try test.hive.events.post(Ordered()) }
            #expect(refusal.code == .stopped)
            let seen = test.recorder.observations.map(\.kind)
            for kind: HiveObservation.Kind in [
                .moduleRegistered, .serviceRegistered, .serviceCreated, .willTrigger, .didTrigger, .eventPosted,
                .eventRefused,
            ] { #expect(seen.contains(kind), "\(kind)") }
            #expect(
                test.recorder.observations(of: .stateChanged).map(\.subject)
                    == [.state(.starting), .state(.running), .state(.stopping), .state(.stopped)]
            )
            #expect(test.recorder.observations(of: .stateChanged).last?.duration == .seconds(2))
            for hook in ["setUp", "initialize", "ready", "willStop", "tearDown"] {
                for kind: HiveObservation.Kind in [.willRunHook, .didRunHook] {
                    let count = test.recorder.observations(of: kind).count {
                        $0.module == "Cart" && $0.phase.map { "\($0)" } == hook
                    }
                    #expect(count == 1, "\(kind) \(hook)")
                }
            }
            let last = try #require(test.recorder.observations(of: .didRunHook).last { $0.module == "Cart" })
            #expect(last.duration == .seconds(2))
            #expect(last.error as? Broken == Broken())
        }

        @Test("With no observer nothing is measured for a broadcast")
        func noObserver() async throws {
            let clock = CountingClock()
            let hive = Hive(HiveOptions(clock: clock))
            _ = hive.events.subscribe(Ordered.self) { _, _ in }
            try await hive.start()
            let before = clock.readings
            for _ in 0..<10 { _ = try await hive.events.trigger(Ordered()) }
            #expect(clock.readings == before)
            try await hive.stop()
        }
    }

    @Suite("C49 Work")
    struct C49 {
        @Test("It starts after ready, and returning is fine")
        func returns() async throws {
            let test = try TestHive(module(Cart.self), module(Home.self))
            try await test.running { hive async throws in
                for name in ["Cart", "Home"] { try await test.faults.wait(for: .init(name, .work, .returned)) }
                #expect(hive.state == .running)
            }
            let calls = test.faults.calls
            let ready = try #require(calls.lastIndex { $0.point == .ready })
            #expect(try #require(calls.firstIndex { $0.point == .work }) > ready)
        }

        @Test("Throwing stops the hive, with that as the reason")
        func throwing() async throws {
            let log = Log()
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(
                        run: { _ in throw Broken() },
                        tearDown: { log.note("\($0.reason)") }
                    )
                )
            )
            try await test.hive.start()
            let error = try await hiveError { try await test.hive.waitUntilStopped() }
            #expect(error.code == .workFailed)
            #expect(error.failures.first?.error as? Broken == Broken())
            #expect(log.entries.first?.contains("the work of Cart failed") == true)
        }

        private struct ConnectionClosed: Error {}

        /// Works until it is cancelled, and calls that an error of its own.
        private static let client = Script(run: { _ in
            do { try await Latch().wait() } catch { throw ConnectionClosed() }
        })

        @Test("Being ended by a stop: what it throws then is no reason, and goes to observers only")
        func endedByStop() async throws {
            let test = try TestHive(module(Cart.self, Self.client))
            try await test.running { _ in try await test.faults.wait(for: .init("Cart", .work, .began)) }
            #expect(test.recorder.observations(of: .workFailed).first?.error is ConnectionClosed)
        }

        @Test("Being ended by a removal: the hive goes on")
        func endedByRemoval() async throws {
            let test = try TestHive(module(Cart.self, Self.client), module(Home.self))
            try await test.running { hive async throws in
                try await test.faults.wait(for: .init("Cart", .work, .began))
                try await hive.remove(Scripted<Cart>.self)
                #expect(hive.state == .running)
                #expect(hive.modules.running == ["Home"])
            }
        }

        @Test("It is cancelled just before its module's tearDown, and awaited")
        func cancelled() async throws {
            let log = Log()
            let began = Latch()
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(
                        run: { _ in
                            began.open()
                            try? await Latch().wait()
                            log.note("work ends")
                        },
                        willStop: { _ in log.note("willStop") },
                        tearDown: { _ in log.note("tearDown") }
                    )
                )
            )
            try await test.running { _ in try await began.wait() }
            #expect(log.entries == ["willStop", "work ends", "tearDown"])
        }

        @Test("It is awaited within that timeout")
        func timeout() async throws {
            let latches = (cancelled: Latch(), release: Latch())
            let test = try TestHive(module(Cart.self))
            let fault = Fault.ignoringCancellation(until: latches.release, cancelled: latches.cancelled)
            test.faults.inject(fault, into: Scripted<Cart>.self, at: .work)
            try await test.hive.start()
            try await test.faults.wait(for: .init("Cart", .work, .began))
            let stop = Task { try await test.hive.stop() }
            try await latches.cancelled.wait()
            try await test.advance(until: .hookEnded(.tearDown, of: "Cart"))
            #expect(try await hiveError { try await stop.value }.exitCode == 75)
            latches.release.open()
            try await test.faults.wait(for: .init("Cart", .work, .returned))
        }
    }

    @Suite("C50 Lifetime")
    struct C50 {
        @Test("A running hive keeps itself alive until it is stopped; nothing leaks after")
        func lifetime() async throws {
            let scene = Scene()
            let kept = TestMutex<ModuleContext?>(nil)
            func start() async throws {
                let hive = Hive(HiveOptions(clock: ManualClock()))
                scene.watch("the hive", hive)
                try hive.modules.register([
                    module(
                        Cart.self,
                        Script(setUp: { context in
                            try context.events.subscribe(Ordered.self) { _, context in kept.withLock { $0 = context } }
                        })
                    )
                ])
                try await hive.start()
                scene.watch("the module", try #require(hive.modules.module(Scripted<Cart>.self)))
                _ = try await hive.events.trigger(Ordered())
            }
            try await start()
            #expect(scene.left == ["the hive", "the module"])
            kept.withLock { $0?.requestStop() }
            kept.withLock { $0 = nil }
            #expect(await scene.leaks() == [])
        }

        @Test("A context used after its hook has returned throws invalidState, where its use would change something")
        func context() async throws {
            let kept = TestMutex<SetupContext?>(nil)
            let test = try TestHive(module(Cart.self, Script(setUp: { context in kept.withLock { $0 = context } })))
            try await test.running { _ in
                let context = try #require(kept.withLock { $0 })
                #expect(context.application.name == "Hive")
                #expect(
                    try await hiveError { try context.services.register(Int.self, instance: 1) }.code == .invalidState
                )
                let subscribing = try await hiveError { try context.events.subscribe(Ordered.self) { _, _ in } }
                #expect(subscribing.code == .invalidState)
                #expect(try await hiveError { try context.events.bind("a", to: Ordered.self) }.code == .invalidState)
            }
            kept.withLock { $0 = nil }
        }
    }
}

/// A clock that counts how often it is read.
private final class CountingClock: Clock {
    private let count = TestMutex(0)
    var readings: Int { count.withLock { $0 } }
    var now: ContinuousClock.Instant {
        count.withLock { $0 += 1 }
        return ContinuousClock.now
    }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
    }
}
