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

    // C25: two factories wait for one; that the second has gone on says nothing of the first.
    @Test(arguments: [false, true]) func theEndOfOneWaitLeavesTheOthers(endsFirst: Bool) throws {
        let (first, second, target) = (creation("first"), creation("second"), creation("target"))
        guard case .wait(let one) = CreationWait.begin(first, asker: nil, for: target),
            case .wait(let other) = CreationWait.begin(second, asker: nil, for: target)
        else { throw Broken() }
        let (ended, staying) = endsFirst ? (one, second) : (other, first)
        ended.end()
        let path = CreationWait.cycle(target, asker: nil, for: staying)
        #expect(path?.map(\.name) == ["target", staying.key.name, "target"])
        #expect(CreationWait.cycle(target, asker: nil, for: endsFirst ? first : second) == nil)
        (endsFirst ? other : one).end()
        #expect(CreationWait.cycle(target, asker: nil, for: staying) == nil)
    }

    // C25: one factory, in two threads of its own, waits for two others.
    @Test func theEndOfOneWaitLeavesTheOthersOfTheSameFactory() throws {
        let (waiter, first, second) = (creation("waiter"), creation("first"), creation("second"))
        guard case .wait(let one) = CreationWait.begin(waiter, asker: nil, for: first),
            case .wait(let other) = CreationWait.begin(waiter, asker: nil, for: second)
        else { throw Broken() }
        other.end()
        #expect(CreationWait.cycle(first, asker: nil, for: waiter) != nil)
        #expect(CreationWait.cycle(second, asker: nil, for: waiter) == nil)
        one.end()
    }
}
