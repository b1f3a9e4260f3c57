// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

extension Starting {
    @Suite("C5 Hang")
    struct C5 {
        @Test("A hook that outlives its timeout is cancelled; the error has module, phase, elapsed and timeout")
        func cancelled() async throws {
            let test = try TestHive(module(Cart.self))
            test.faults.inject(.hanging, into: Scripted<Cart>.self, at: .initialize)
            async let result = hiveError { try await test.hive.start() }
            try await test.faults.wait(for: .init("Cart", .initialize, .began))
            test.clock.advance(by: .seconds(31))
            let error = try await result
            #expect(error.start?.phase == .initialize)
            #expect(error.start?.module == "Cart")
            let failure = error.failures.first?.error as? HiveError
            #expect(failure?.code == .timedOut)
            for part in ["Cart", "initialize", "31 s", "30 s"] {
                #expect(failure?.message.contains(part) == true)
            }
            #expect(test.faults.modules(.tearDown, .returned) == ["Cart"])
        }

        /// Starts a hive whose Cart ignores being cancelled until the latch opens.
        private static func abandon(_ test: TestHive, at point: FaultPoint, until release: Latch) async throws
            -> HiveError
        {
            let cancelled = Latch()
            let fault = Fault.ignoringCancellation(until: release, cancelled: cancelled)
            test.faults.inject(fault, into: Scripted<Cart>.self, at: point)
            async let result = hiveError { try await test.hive.start() }
            try await test.faults.wait(for: .init("Cart", point, .began))
            test.clock.advance(by: .seconds(30))
            try await cancelled.wait()
            test.clock.advance(by: .seconds(1))
            return try await result
        }

        @Test("After its grace it is abandoned: nobody waits, it is named, and its contexts throw stopped")
        func abandoned() async throws {
            let codes = Log()
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(initialize: { context in
                        let error = try await hiveError { try await context.trigger(Rung()) }
                        codes.note("\(error.code)")
                        let lookup = try await hiveError { try context.service(Int.self) }
                        codes.note("\(lookup.code)")
                    })
                )
            )
            let release = Latch()
            let error = try await Self.abandon(test, at: .initialize, until: release)
            #expect(error.failures.map(\.module) == ["Cart"])
            #expect("\(error)".contains("abandoned"))
            #expect(test.hive.state == .failed)
            release.open()
            try await test.recorder.wait(for: .hookReturnedLate(.initialize, of: "Cart"))
            #expect(codes.entries == ["stopped", "stopped"])
        }

        @Test("One that returns late is torn down once if its setUp had returned; failures go to observers")
        func late() async throws {
            let test = try TestHive(module(Cart.self))
            test.faults.inject(.throwing(Broken()), into: Scripted<Cart>.self, at: .tearDown)
            let release = Latch()
            _ = try await Self.abandon(test, at: .ready, until: release)
            #expect(test.faults.modules(.tearDown, .began).isEmpty)
            release.open()
            let told = try await test.recorder.wait(for: .hookReturnedLate(.tearDown, of: "Cart"))
            #expect(told.error as? Broken == Broken())
            #expect(test.faults.modules(.tearDown, .began) == ["Cart"])
        }

        @Test("One whose setUp throws late is not torn down")
        func lateFailure() async throws {
            let test = try TestHive(module(Cart.self, Script(setUp: { _ in throw Broken() })))
            let release = Latch()
            _ = try await Self.abandon(test, at: .setUp, until: release)
            release.open()
            let told = try await test.recorder.wait(for: .hookReturnedLate(.setUp, of: "Cart"))
            #expect(told.error as? Broken == Broken())
            #expect(test.faults.modules(.tearDown, .began).isEmpty)
        }
    }

    @Suite("C6 Timeouts")
    struct C6 {
        /// The text of the timeout that a hook breaks which takes so long.
        private static func broken(
            _ declaration: ModuleDeclaration,
            _ timeouts: HiveTimeouts = HiveTimeouts(),
            at point: FaultPoint = .initialize,
            after duration: Duration
        ) async throws -> String? {
            let test = try TestHive(declaration, timeouts: timeouts)
            let clock = test.clock
            let slow = Fault("is slow") { _ in clock.advance(by: duration) }
            test.faults.inject(slow, into: Scripted<Cart>.self, at: point)
            do {
                try await test.running { _ in }
                return nil
            } catch let error as HiveError {
                return (error.failures.first?.error as? HiveError)?.message
            }
        }

        @Test("By default a hook has 30 s of the start and 10 s of the stop")
        func defaults() async throws {
            let cart = module(Cart.self)
            #expect(try await Self.broken(cart, after: .seconds(29)) == nil)
            #expect(try await Self.broken(cart, after: .seconds(30))?.contains("the hive's timeout") == true)
            #expect(try await Self.broken(cart, at: .tearDown, after: .seconds(9)) == nil)
            #expect(try await Self.broken(cart, at: .tearDown, after: .seconds(10))?.contains("10 s") == true)
        }

        @Test("Timeouts are settable for the hive and for a module, and the module's counts")
        func settable() async throws {
            let short = HiveTimeouts(start: .seconds(2))
            #expect(try await Self.broken(module(Cart.self), short, after: .seconds(2))?.contains("hive's") == true)
            let patient = module(Cart.self, startTimeout: .seconds(5))
            #expect(try await Self.broken(patient, short, after: .seconds(4)) == nil)
            #expect(try await Self.broken(patient, short, after: .seconds(5))?.contains("module's") == true)
        }

        @Test("The sooner of the hook's and the whole start's or stop's wins, and the error says which")
        func sooner() async throws {
            let whole = HiveTimeouts(wholeStart: .seconds(3), wholeStop: .seconds(20))
            let start = try await Self.broken(module(Cart.self), whole, after: .seconds(3))
            #expect(start?.contains("the timeout of the whole start") == true)
            let stop = try await Self.broken(module(Cart.self), whole, at: .willStop, after: .seconds(10))
            #expect(stop?.contains("the hive's timeout") == true)
        }
    }
}
