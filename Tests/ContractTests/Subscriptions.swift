// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Synchronization
import Testing

extension Events {
    @Suite("C32 Snapshot")
    struct C32 {
        @Test("Subscriptions added during a broadcast do not see that event")
        func added() async throws {
            let test = TestHive()
            let hive = test.hive
            _ = hive.events.subscribe(Ordered.self) { [weak hive] _, _ in
                _ = hive?.events.subscribe(Ordered.self) { _, _ in }
            }
            try await test.running { hive async throws in
                #expect(try await hive.events.trigger(Ordered()).handlerCount == 1)
                #expect(try await hive.events.trigger(Ordered()).handlerCount == 2)
            }
        }

        @Test("One cancelled from within the broadcast is not called any more")
        func cancelledWithin() async throws {
            let test = TestHive()
            let later = TestMutex<RegistrationToken?>(nil)
            _ = test.hive.events.subscribe(Ordered.self) { _, _ in later.withLock { $0 }?.cancel() }
            later.withLock { $0 = test.hive.events.subscribe(Ordered.self) { _, _ in Issue.record("called") } }
            try await test.running { hive async throws in
                #expect(try await hive.events.trigger(Ordered()).handlerCount == 1)
            }
        }

        @Test("One cancelled from another task may be called once if its call was under way, and no more")
        func cancelledElsewhere() async throws {
            let test = TestHive()
            let log = Log()
            let latches = (began: Latch(), release: Latch())
            let token = test.hive.events.subscribe(Ordered.self) { _, _ async throws in
                log.note("called")
                latches.began.open()
                try await latches.release.wait()
            }
            try await test.running { hive async throws in
                let trigger = Task { try await hive.events.trigger(Ordered()) }
                try await latches.began.wait()
                token.cancel()
                latches.release.open()
                _ = try await trigger.value
                _ = try await hive.events.trigger(Ordered())
            }
            #expect(log.entries == ["called"])
        }
    }

    @Suite("C33 Nested triggers")
    struct C33 {
        @Test("They run at once, depth first")
        func depthFirst() async throws {
            let test = TestHive()
            let log = Log()
            _ = test.hive.events.subscribe(Ordered.self) { event, context async throws in
                log.note("begin \(event.number)")
                if event.number < 2 { _ = try await context.trigger(Ordered(number: event.number + 1)) }
                log.note("end \(event.number)")
            }
            try await test.running { _ = try await $0.events.trigger(Ordered()) }
            #expect(log.entries == ["begin 0", "begin 1", "begin 2", "end 2", "end 1", "end 0"])
        }

        @Test("Deeper than 32 broadcasts still running is an error that names the chain")
        func tooDeep() async throws {
            let test = TestHive()
            let log = Log()
            _ = test.hive.events.subscribe(Ordered.self) { event, context async throws in
                log.note("\(event.number)")
                try await context.trigger(Ordered(number: event.number + 1)).throwFirstFailure()
            }
            try await test.running { hive async throws in
                let failure = try await hive.events.trigger(Ordered()).failures.first
                let error = try #require(failure?.error as? HiveError)
                #expect(error.code == .nestedTooDeeply)
                #expect(error.message.contains("Ordered -> Ordered"))
                #expect(log.entries.count == 32)
            }
        }
    }

    @Suite("C34 Timeout")
    struct C34 {
        @Test("A handler that outlives its timeout is cancelled; the failure names event, module and timeout")
        func cancelled() async throws {
            let began = Latch()
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(setUp: { context in
                        try context.events.subscribe(Ordered.self, timeout: .seconds(2)) { _, _ async throws in
                            began.open()
                            try await Latch().wait()
                        }
                    })
                )
            )
            _ = test.hive.events.subscribe(Ordered.self) { _, _ in }
            try await test.running { hive async throws in
                let trigger = Task { try await hive.events.trigger(Ordered()) }
                try await began.wait()
                test.clock.advance(by: .seconds(2))
                let outcome = try await trigger.value
                let error = try #require(outcome.failures.first?.error as? HiveError)
                #expect(error.code == .timedOut)
                for part in ["Ordered", "Cart", "2 s"] { #expect(error.message.contains(part)) }
                // The next handler ran all the same.
                #expect(outcome.handlerCount == 2)
            }
        }

        @Test("A synchronous handler is refused where Swift 5 mode only warns of one")
        @SynchronousHandlersHaveNoTimeout
        func synchronous() throws {
            let hive = TestHive().hive
            let error = try #require(throws: HiveError.self) {
                _ = try hive.events.subscribe(Ordered.self, timeout: .seconds(1)) { (_, _) throws -> Void in }
            }
            #expect(error.code == .invalidValue)
            #expect(error.message.contains("A synchronous handler of Ordered cannot have a timeout"))
        }

        @Test("One that does not return within the grace is abandoned, and its context throws stopped")
        func abandoned() async throws {
            let latches = (began: Latch(), cancelled: Latch(), release: Latch(), returned: Latch())
            let test = TestHive()
            _ = try test.hive.events.subscribe(Ordered.self, timeout: .seconds(2)) { _, context async throws in
                latches.began.open()
                await withTaskCancellationHandler {
                    await latches.release.waitIgnoringCancellation()
                } onCancel: {
                    latches.cancelled.open()
                }
                let error = try await hiveError { try context.post(Ordered()) }
                #expect(error.code == .stopped)
            }
            try await test.running { hive async throws in
                let trigger = Task { try await hive.events.trigger(Ordered()) }
                try await latches.began.wait()
                test.clock.advance(by: .seconds(2))
                try await latches.cancelled.wait()
                test.clock.advance(by: .seconds(1))
                let failure = try await trigger.value.failures.first
                let text = failure.map { "\($0)" } ?? ""
                #expect(text.contains("abandoned"))
                latches.release.open()
                try await test.recorder.wait(for: .step(.handlerReturnedLate))
            }
        }
    }

    @Suite("C35 Identity")
    struct C35 {
        private struct Other: HiveEvent, Decodable { var number = 0 }

        private static func binding<Tag>(_ tag: Tag.Type, line: Int) -> ModuleDeclaration {
            module(
                tag,
                Script(setUp: { context in
                    try context.events.bind("ordered", to: Ordered.self, fileID: "\(tag).swift", line: line)
                })
            )
        }

        @Test("Identity is the Swift type: two events are never confused")
        func types() async throws {
            let test = TestHive()
            _ = test.hive.events.subscribe(Other.self) { _, _ in Issue.record("called") }
            try await test.running { hive async throws in
                #expect(try await hive.events.trigger(Ordered()).handlerCount == 0)
            }
        }

        @Test("A name is bound to a type")
        func named() async throws {
            let log = Log()
            let test = try TestHive(Self.binding(Cart.self, line: 1))
            _ = test.hive.events.subscribe(Ordered.self) { event, _ in log.note("\(event.number)") }
            try await test.running { hive async throws in
                _ = try await hive.events.trigger(NamedEvent("ordered", payload: ["number": 7]))
            }
            #expect(log.entries == ["7"])
        }

        @Test("A name is bound to a handler")
        func handler() async throws {
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(setUp: { context in
                        try context.events.bind("price") { event, _ in event.name.count }
                    })
                )
            )
            try await test.running { hive async throws in
                let outcome = try await hive.events.trigger(NamedEvent("price"))
                #expect(outcome.replies.map { $0 as? Int } == [5])
            }
        }

        @Test("A clash is an error where the name is bound")
        func clash() async throws {
            let test = try TestHive(Self.binding(Cart.self, line: 1), Self.binding(Home.self, line: 2))
            let error = try await hiveError { try await test.hive.start() }
            let cause = try #require(error.failures.first?.error as? HiveError)
            #expect(cause.code == .duplicateEventName)
            #expect(cause.message.contains("Cart.swift:1 by Cart"))
            #expect(cause.origin?.description == "Home.swift:2")
        }
    }

    @Suite("C36 Subscriptions end")
    struct C36 {
        @Test("Those of a module end with the module")
        func module() async throws {
            let script = Script(setUp: { try $0.events.subscribe(Ordered.self) { _, _ in } })
            let test = try TestHive(ContractTests.module(Cart.self, script))
            try await test.running { hive async throws in
                #expect(try await hive.events.trigger(Ordered()).handlerCount == 1)
                try await hive.remove(Scripted<Cart>.self)
                #expect(try await hive.events.trigger(Ordered()).handlerCount == 0)
            }
        }

        @Test("Subscribing outside modules returns a token that ends it")
        func token() async throws {
            let test = TestHive()
            let token = test.hive.events.subscribe(Ordered.self) { _, _ in }
            try await test.running { hive async throws in
                #expect(try await hive.events.trigger(Ordered()).handlerCount == 1)
                token.cancel()
                #expect(try await hive.events.trigger(Ordered()).handlerCount == 0)
            }
        }

        @Test("An AsyncSequence of events is bounded and says when it dropped")
        func sequence() async throws {
            let test = TestHive()
            let stream = test.hive.events.stream(of: Ordered.self, limit: 2)
            try await test.running { hive async throws in
                for number in 1...5 { _ = try await hive.events.trigger(Ordered(number: number)) }
            }
            var seen: [[Int]] = []
            for await delivery in stream { seen.append([delivery.event.number, delivery.missed]) }
            #expect(seen == [[4, 3], [5, 0]])
        }
    }
}
