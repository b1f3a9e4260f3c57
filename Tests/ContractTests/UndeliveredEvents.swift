// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Hive
import HiveTestKit
import Testing

/// What a stop does about posted events whose handlers hang; serialized, because some of them block a thread.
@Suite("Undelivered events", .serialized, .timeLimit(.minutes(5)))
struct UndeliveredEvents {
    /// A handler that waits at each event until the test lets it go on.
    private struct Held {
        let began = Latch()
        let release = Latch()

        /// A module with the handler, and what that does in the end.
        func module<Tag>(
            _ tag: Tag.Type,
            then end: @escaping @Sendable (Ordered) throws -> Void = { _ in }
        ) -> ModuleDeclaration {
            ContractTests.module(
                tag,
                Script(setUp: { context in
                    try context.events.subscribe(Ordered.self) { event, _ async throws in
                        began.open()
                        try await release.wait()
                        try end(event)
                    }
                })
            )
        }
    }

    /// A handler that hangs at some events, and is told to return and does not.
    private final class Hanging: Sendable {
        let began = Latch()
        let cancelled = Latch()
        let release = Latch()
        let log = Log()
        let numbers: Set<Int>

        init(at numbers: Set<Int>) { self.numbers = numbers }

        func handle(_ event: Ordered) async {
            log.note("\(event.number)")
            guard numbers.contains(event.number) else { return }
            began.open()
            await withTaskCancellationHandler {
                await release.waitIgnoringCancellation()
            } onCancel: {
                cancelled.open()
            }
        }

        /// A module with the handler.
        func module<Tag>(_ tag: Tag.Type) -> ModuleDeclaration {
            ContractTests.module(
                tag,
                Script(setUp: { context in
                    try context.events.subscribe(Ordered.self) { event, _ async in await self.handle(event) }
                })
            )
        }

        /// Lets the time of the call end, and then the grace.
        func letTimeEnd(_ test: TestHive, timeout: Duration = .seconds(10)) async throws {
            try await began.wait()
            test.clock.advance(by: timeout)
            try await cancelled.wait()
            test.clock.advance(by: .seconds(1))
        }
    }

    /// A module that notes the numbers of events.
    private static func noting<Tag>(_ tag: Tag.Type, _ log: Log) -> ModuleDeclaration {
        module(
            tag,
            Script(setUp: { context in
                try context.events.subscribe(Ordered.self) { event, _ in log.note("\(event.number)") }
            })
        )
    }

    private static func post(_ numbers: ClosedRange<Int>, _ hive: Hive) throws {
        for number in numbers { try hive.events.post(Ordered(number: number)) }
    }

    /// Which event was missed by whom, as the error of the stop says.
    private static func undelivered(_ error: HiveError) -> [String] {
        error.failures.filter { $0.step == "delivery of Ordered" }.map { $0.module ?? "hive" }
    }

    private static let numbers = (1...8).map { "\($0)" }

    @Suite("C31 At the ends: a handler that hangs")
    struct C31 {
        @Test("It hangs when the stop begins: it is cancelled, abandoned and named; the queue goes on")
        func inFlight() async throws {
            let hanging = Hanging(at: [1])
            let logs = (before: Log(), after: Log())
            let test = try TestHive(
                noting(Catalog.self, logs.before),
                hanging.module(Cart.self),
                noting(Trade.self, logs.after)
            )
            try await test.hive.start()
            try post(1...8, test.hive)
            try await hanging.began.wait()
            let stop = Task { try await test.hive.stop() }
            try await test.recorder.wait(for: .state(.stopping))
            try await hanging.letTimeEnd(test)
            let error = try await hiveError { try await stop.value }
            #expect(logs.before.entries == numbers)
            #expect(logs.after.entries == numbers)
            #expect(hanging.log.entries == ["1"])
            let first = try #require(error.failures.first)
            #expect(first.module == "Cart")
            #expect(first.step == "handler of Ordered")
            #expect((first.error as? HiveError)?.code == .timedOut)
            #expect(undelivered(error) == Array(repeating: "Cart", count: 7))
            #expect(error.exitCode == 75)
            hanging.release.open()
            try await test.recorder.wait(for: .step(.handlerReturnedLate))
        }

        @Test("It hangs in the stop's own delivery: the other handlers have every event, and its context throws")
        func inDelivery() async throws {
            let held = Held()
            let hanging = Hanging(at: [2])
            let log = Log()
            let test = try TestHive(
                held.module(Catalog.self),
                module(
                    Cart.self,
                    Script(setUp: { context in
                        try context.events.subscribe(Ordered.self) { event, context async in
                            await hanging.handle(event)
                            guard event.number == 2 else { return }
                            let error = try? await hiveError { try await context.trigger(Asked()) }
                            log.note("\(error.map { "\($0.code)" } ?? "none")")
                        }
                    })
                ),
                noting(Trade.self, log)
            )
            try await test.hive.start()
            try post(1...8, test.hive)
            try await held.began.wait()
            let stop = Task { try await test.hive.stop() }
            try await test.recorder.wait(for: .state(.stopping))
            held.release.open()
            try await hanging.letTimeEnd(test)
            let error = try await hiveError { try await stop.value }
            #expect(log.entries == numbers)
            #expect(hanging.log.entries == ["1", "2"])
            #expect(error.failures.first?.module == "Cart")
            #expect(undelivered(error) == Array(repeating: "Cart", count: 6))
            hanging.release.open()
            try await test.recorder.wait(for: .step(.handlerReturnedLate))
            #expect(log.entries.last == "stopped")
        }

        @Test("One that returns when it is cancelled is named, and is not called again either")
        func cooperative() async throws {
            let began = Latch()
            let logs = (calls: Log(), others: Log())
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(setUp: { context in
                        try context.events.subscribe(Ordered.self) { event, _ async throws in
                            logs.calls.note("\(event.number)")
                            began.open()
                            try await Latch().wait()
                        }
                    })
                ),
                noting(Trade.self, logs.others)
            )
            try await test.hive.start()
            try post(1...8, test.hive)
            try await began.wait()
            let stop = Task { try await test.hive.stop() }
            try await test.recorder.wait(for: .state(.stopping))
            test.clock.advance(by: .seconds(10))
            let error = try await hiveError { try await stop.value }
            #expect(logs.calls.entries == ["1"])
            #expect(logs.others.entries == numbers)
            #expect(undelivered(error) == Array(repeating: "Cart", count: 7))
        }

        // C19
        @Test("A synchronous one cannot be interrupted: it is named, and the queue goes on", arguments: [1, 2])
        func synchronous(number: Int) async throws {
            let began = Latch()
            let release = DispatchSemaphore(value: 0)
            let waiting = (began: Latch(), release: Latch())
            let log = Log()
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(setUp: { context in
                        try context.events.subscribe(Ordered.self) { event, _ in
                            guard event.number == number else { return }
                            began.open()
                            release.wait()
                        }
                    })
                ),
                module(
                    Home.self,
                    Script(setUp: { context in
                        try context.events.subscribe(Ordered.self) { event, _ async throws in
                            guard event.number == 1 else { return }
                            waiting.began.open()
                            try await waiting.release.wait()
                        }
                    })
                ),
                noting(Trade.self, log)
            )
            try await test.hive.start()
            try post(1...8, test.hive)
            try await (number == 1 ? began : waiting.began).wait()
            let stop = Task { try await test.hive.stop() }
            try await test.recorder.wait(for: .state(.stopping))
            waiting.release.open()
            try await began.wait()
            test.clock.advance(by: .seconds(10))
            // Nothing tells that the handler was cancelled, so that the time goes on until it was given up.
            while test.recorder.count(of: .step(.handlerFailed)) == 0 {
                test.clock.advance(by: .milliseconds(100))
                await Task.yield()
            }
            let error = try await hiveError { try await stop.value }
            release.signal()
            #expect(log.entries == numbers)
            #expect(error.failures.first?.module == "Cart")
            #expect(undelivered(error) == Array(repeating: "Cart", count: 8 - number))
            try await test.recorder.wait(for: .step(.handlerReturnedLate))
        }

        // C19
        @Test("Of several synchronous ones of a module only the one that hangs is given up")
        func oneOfSeveral() async throws {
            let began = Latch()
            let release = DispatchSemaphore(value: 0)
            let log = Log()
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(setUp: { context in
                        try context.events.subscribe(Ordered.self) { event, _ in log.note("before \(event.number)") }
                        try context.events.subscribe(Ordered.self) { _, _ in
                            began.open()
                            release.wait()
                        }
                        try context.events.subscribe(Ordered.self) { event, _ in log.note("after \(event.number)") }
                    })
                )
            )
            try await test.hive.start()
            try post(1...2, test.hive)
            try await began.wait()
            let stop = Task { try await test.hive.stop() }
            try await test.recorder.wait(for: .state(.stopping))
            while test.recorder.count(of: .step(.handlerFailed)) == 0 {
                test.clock.advance(by: .seconds(1))
                await Task.yield()
            }
            let error = try await hiveError { try await stop.value }
            release.signal()
            #expect(log.entries == ["before 1", "after 1", "before 2", "after 2"])
            #expect(error.failures.map(\.step) == ["handler of Ordered", "delivery of Ordered"])
            try await test.recorder.wait(for: .step(.handlerReturnedLate))
        }
    }

    @Suite("C52 Each end has its own time: what a stop could not deliver")
    struct C52 {
        @Test("It is listed event by event, with what stood in the way, and told to observers")
        func listed() async throws {
            let hanging = Hanging(at: [1])
            let log = Log()
            let test = try TestHive(
                hanging.module(Cart.self),
                noting(Trade.self, log),
                timeouts: HiveTimeouts(wholeStop: .seconds(5))
            )
            try await test.hive.start()
            try post(1...8, test.hive)
            try await hanging.began.wait()
            let stop = Task { try await test.hive.stop() }
            try await test.recorder.wait(for: .state(.stopping))
            try await hanging.letTimeEnd(test, timeout: .seconds(5))
            let error = try await hiveError { try await stop.value }
            #expect(log.entries == [])
            // The first one did not reach all of its handlers, the others none.
            let listed = error.failures.filter { $0.step == "delivery of Ordered" }
            #expect(listed.count == 8)
            for failure in listed {
                let cause = try #require(failure.error as? HiveError)
                #expect(cause.code == .timedOut)
                #expect(cause.message.contains("the timeout of the whole stop, 5 s, has ended"))
            }
            #expect(
                error.report.contains("The handler of Ordered in Cart took longer than the timeout of the whole stop")
            )
            #expect(!error.report.contains("handlers after it"))  // It is the only one of its module.
            #expect(test.recorder.count(of: .step(.handlerFailed)) == 9)
            #expect(test.faults.modules(.tearDown, .returned) == ["Trade", "Cart"])
            hanging.release.open()
        }

        @Test("What a handler throws in the stop's delivery is told to observers, and is none of it")
        func failures() async throws {
            let held = Held()
            let test = try TestHive(
                held.module(Cart.self) { throw Broken(number: $0.number) }
            )
            try await test.hive.start()
            try post(1...3, test.hive)
            try await held.began.wait()
            let stop = Task { try await test.hive.stop() }
            try await test.recorder.wait(for: .state(.stopping))
            held.release.open()
            try await stop.value
            #expect(test.recorder.count(of: .step(.handlerFailed)) == 3)
        }
    }
}
