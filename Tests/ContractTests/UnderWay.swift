// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Hive
import HiveTestKit
import Testing

/// What the contract says of a stop that meets something else that is under way.
@Suite("Under way", .timeLimit(.minutes(5)))
struct UnderWay {
    @Suite("C8, C18 Cancellation from another thread")
    struct C8 {
        // The canceller holds the lock of the task and waits for one of the hive's; whoever holds that must not bind a
        // task-local value, for which it would need the other.
        @Test("Whoever cancels the task that runs the start waits for nobody")
        func start() async throws {
            for round in 0..<300 {
                let test = try TestHive(module(Catalog.self), module(Cart.self), module(Home.self))
                let start = Task { try await test.hive.start() }
                for _ in 0..<(round % 16) { await Task.yield() }
                start.cancel()
                _ = await start.result
                try? await test.hive.stop()
                #expect(test.hive.state == .stopped)
            }
        }

        @Test("A cancellation handler may ask for the stop while modules come and go")
        func operations() async throws {
            for round in 0..<300 {
                let test = try TestHive(module(Catalog.self))
                try await test.hive.start()
                let task = Task {
                    try await withTaskCancellationHandler {
                        try await test.hive.add(module(Cart.self))
                        try await test.hive.remove(Scripted<Cart>.self)
                    } onCancel: {
                        test.hive.requestStop(.requested)
                    }
                }
                for _ in 0..<(round % 16) { await Task.yield() }
                task.cancel()
                _ = await task.result
                try await test.hive.stop()
                #expect(test.hive.state == .stopped)
            }
        }
    }

    @Test("C8, C15 An addition that a stop meets in a running hive says so, and speaks of no start")
    func additionMeetsStop() async throws {
        let began = Latch()
        let slow = Script(initialize: { _ in
            began.open()
            try await Latch().wait()  // Until the stop cancels it.
        })
        let test = try TestHive(module(Catalog.self))
        try await test.hive.start()
        let addition = Task { try await test.hive.add(module(Cart.self, slow)) }
        try await began.wait()
        test.hive.requestStop(.requested)
        let error = try await hiveError { try await addition.value }
        #expect(error.code == .cancelled)
        #expect(error.message == "Cart was not added, because the hive stops: a stop was requested.")
        try await test.hive.stop()
    }

    /// What a stop can meet that takes modules down.
    enum Departure: CaseIterable { case removal, reload, failedAddition }

    @Test(
        "C6 The time of the whole stop counts from when it is asked for, and bounds what takes modules down already",
        arguments: Departure.allCases
    )
    func wholeStop(_ departure: Departure) async throws {
        let (began, cancelled, release) = (Latch(), Latch(), Latch())
        let linger = { @Sendable in
            began.open()
            await withTaskCancellationHandler {
                await release.waitIgnoringCancellation()
            } onCancel: {
                cancelled.open()
            }
        }
        let timeouts = HiveTimeouts(stop: .seconds(60), drain: .seconds(60), wholeStop: .seconds(5))
        let goes = module(
            Catalog.self,
            from: .propertyList("modules.plist", nil),
            Script(run: { context in
                await context.waitForDrain()
                await linger()
            })
        )
        let fails = module(
            Home.self,
            Script(ready: { _ in throw Broken() }, tearDown: { _ in await linger() })
        )
        let isThere = departure == .failedAddition ? module(Catalog.self) : goes
        let test = try TestHive(isThere, module(Cart.self), timeouts: timeouts)
        try await test.hive.start()
        let operation = Task {
            switch departure {
            case .removal: try await test.hive.remove(Scripted<Catalog>.self)
            case .reload: _ = try await test.hive.reload(Composition(modules: [], services: []), reporting: [])
            case .failedAddition: try await test.hive.add(fails)
            }
        }
        try await began.wait()
        test.hive.requestStop(.requested)
        test.clock.advance(by: .seconds(5))
        try await cancelled.wait()
        test.clock.advance(by: .seconds(1))
        let refusal = try await hiveError { try await operation.value }
        #expect(refusal.report.contains("the timeout of the whole stop"), "\(refusal.report)")
        // It had failed before.
        if departure == .failedAddition { #expect(refusal.code == .startFailed) }
        let error = try await hiveError { try await test.hive.stop() }
        #expect(error.exitCode == 75)
        #expect("\(error)".contains("the timeout of the whole stop"), "\(error)")
        release.open()
    }

    @Test("C6 What an operation took too long for before the stop was asked for is no failure of the stop")
    func earlierTimeout() async throws {
        let (began, cancelled, release) = (Latch(), Latch(), Latch())
        let slow = Script(setUp: { _ in
            await withTaskCancellationHandler {
                began.open()
                await release.waitIgnoringCancellation()
            } onCancel: {
                cancelled.open()
            }
        })
        let test = try TestHive(
            module(Catalog.self),
            timeouts: HiveTimeouts(start: .seconds(1), wholeStop: .seconds(5))
        )
        try await test.hive.start()
        let addition = Task { try await test.hive.add(module(Cart.self, slow)) }
        try await began.wait()
        test.clock.advance(by: .seconds(1))
        try await cancelled.wait()
        test.clock.advance(by: .seconds(1))
        _ = try await hiveError { try await addition.value }
        release.open()
        try await test.hive.stop()
    }

    @Test("C53 The last change of readiness is told before willStop, also while an observer is told an earlier one")
    func readiness() async throws {
        let (log, heard, contexts) = (Log(), Log(), Latched<ModuleContext>())
        let (isTelling, mayGoOn) = (Latch(), DispatchSemaphore(value: 0))
        let observer: @Sendable (HiveObservation) -> Void = { step in
            guard step.kind == .readinessChanged else { return }
            if step.module == "Catalog", !isTelling.isOpen {
                isTelling.open()
                mayGoOn.wait()
            }
            log.note("\(step.subject, default: "")")
        }
        let keeper = Script(
            setUp: { context in
                try context.events.subscribe(HiveReadiness.self) { readiness, _ in heard.note("\(readiness)") }
            },
            ready: { contexts.set($0) },
            willStop: { _ in
                log.note("willStop")
                heard.note("willStop")
            }
        )
        let test = TestHive(HiveOptions(observers: [observer]))
        try test.hive.modules.register([module(Catalog.self, keeper)])
        try await test.hive.start()
        let context = try #require(contexts.value)
        // On a thread of its own, because the observer blocks it.
        DispatchQueue(label: "withholds").async { context.withholdReadiness(because: "no connection") }
        try await isTelling.wait()
        let stop = Task { try await test.hive.stop() }
        // Enough for the stop to come to `willStop`, did it not wait.
        for _ in 0..<1_000 { await Task.yield() }
        mayGoOn.signal()
        try await stop.value
        let told = log.entries
        #expect(told.count == 3 && told.last == "willStop", "\(told)")
        // So is a module that has subscribed: its last word is the right one.
        #expect(heard.entries.last == "willStop", "\(heard.entries)")
        #expect(heard.entries.dropLast().last?.hasPrefix("not ready") == true, "\(heard.entries)")
    }
}
