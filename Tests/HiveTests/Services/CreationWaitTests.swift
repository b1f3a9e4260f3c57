// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Testing

@testable import Hive

@Suite(.timeLimit(.minutes(5)))
struct CreationWaitTests {
    private let manager = ServiceManager()

    private func creation(_ name: String) -> Creation {
        Creation(ServiceKey(Int.self, name: name), parent: nil, manager: manager)
    }

    private func request(_ asker: Creation, for target: Creation) -> ServiceRequest {
        ServiceRequest(target.key, isFresh: false, asker: asker, site: nil)
    }

    private func begin(_ waiter: Creation, for target: Creation) throws -> Creation.Wait {
        try target.wait(for: request(waiter, for: target))
    }

    /// The circle that a wait would close, as its error prints it.
    private func circle(_ waiter: Creation, for target: Creation) -> String? {
        do {
            try target.checkCycle(request(waiter, for: target))
            return nil
        } catch {
            return (error as? HiveError)?.message
        }
    }

    // C22, C25: several wait for one, all of them get what came of it, and none is in anybody's way afterwards.
    @Test func theEndOfACreationEndsAllWaitsForIt() throws {
        let (first, second, target) = (creation("first"), creation("second"), creation("target"))
        let waits = try [begin(first, for: target), begin(second, for: target)]
        for waiter in [first, second] {
            #expect(circle(target, for: waiter)?.contains("\(target.key) -> \(waiter.key) -> \(target.key)") == true)
        }
        let made = ServiceBox(1)
        target.end(.success(made))
        for wait in waits { #expect(try wait.wait().get() === made) }
        for waiter in [first, second] { #expect(circle(target, for: waiter) == nil) }
    }

    // C25: one factory, in two threads of its own, waits for two others.
    @Test func theEndOfOneWaitLeavesTheOthersOfTheSameFactory() throws {
        let (waiter, first, second) = (creation("waiter"), creation("first"), creation("second"))
        let waits = try [begin(waiter, for: first), begin(waiter, for: second)]
        second.end(.success(ServiceBox(2)))
        #expect(try waits[1].wait().get().open(as: Int.self) == 2)
        #expect(circle(first, for: waiter) != nil)
        #expect(circle(second, for: waiter) == nil)
        first.end(.success(ServiceBox(1)))
        #expect(try waits[0].wait().get().open(as: Int.self) == 1)
        #expect(circle(first, for: waiter) == nil)
    }
}
