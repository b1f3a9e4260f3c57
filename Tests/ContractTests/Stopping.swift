// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// The contract's sixth chapter, C37 to C39; C40 and C41 are in `Signals.swift`.
@Suite("Stopping", .timeLimit(.minutes(5)))
struct Stopping {
    @Suite("C37 Every module")
    struct C37 {
        @Test("Every module gets tearDown, whatever the others throw; every error is kept and thrown at the end")
        func everyModule() async throws {
            let test = try TestHive(module(Catalog.self), module(Cart.self), module(Home.self))
            test.faults.inject(.throwing(Broken(number: 1)), into: Scripted<Cart>.self, at: .willStop)
            test.faults.inject(.throwing(Broken(number: 2)), into: Scripted<Home>.self, at: .tearDown)
            test.faults.inject(.throwing(Broken(number: 3)), into: Scripted<Catalog>.self, at: .tearDown)
            try await test.hive.start()
            let error = try await hiveError { try await test.hive.stop() }
            #expect(error.code == .stopFailed)
            #expect(error.failures.map { ($0.error as? Broken)?.number } == [1, 2, 3])
            #expect(test.faults.modules(.tearDown, .began) == ["Home", "Cart", "Catalog"])
            #expect(test.hive.state == .stopped)
        }
    }

    @Suite("C38 A tearDown that hangs")
    struct C38 {
        @Test("It costs its own timeout and grace, is cancelled and named; the next goes on, errors are kept")
        func hangs() async throws {
            let test = try TestHive(module(Catalog.self), module(Cart.self), module(Home.self))
            let latches = (release: Latch(), cancelled: Latch())
            let fault = Fault.ignoringCancellation(until: latches.release, cancelled: latches.cancelled)
            test.faults.inject(.throwing(Broken()), into: Scripted<Home>.self, at: .tearDown)
            test.faults.inject(fault, into: Scripted<Cart>.self, at: .tearDown)
            try await test.hive.start()
            let stop = Task { try await test.hive.stop() }
            try await test.faults.wait(for: .init("Cart", .tearDown, .began))
            test.clock.advance(by: .seconds(10))
            try await latches.cancelled.wait()
            test.clock.advance(by: .seconds(1))
            let error = try await hiveError { try await stop.value }
            #expect(error.failures.map(\.module) == ["Home", "Cart"])
            #expect((error.failures.last?.error as? HiveError)?.code == .timedOut)
            #expect(test.faults.modules(.tearDown, .returned) == ["Catalog"])
            latches.release.open()
            try await test.recorder.wait(for: .hookReturnedLate(.tearDown, of: "Cart"))
        }
    }

    @Suite("C39 stop() twice")
    struct C39 {
        @Test("It runs once, and all callers get the same result")
        func once() async throws {
            let test = try TestHive(module(Cart.self))
            test.faults.inject(.throwing(Broken()), into: Scripted<Cart>.self, at: .tearDown)
            try await test.hive.start()
            let texts = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<8 {
                    group.addTask { try await hiveError { try await test.hive.stop() }.description }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(texts.count == 1)
            #expect(try await hiveError { try await test.hive.stop() }.code == .stopFailed)
            #expect(test.hooks.suffix(2) == ["Cart.willStop", "Cart.tearDown"])
            #expect(test.hooks.count == 5)
        }
    }
}
