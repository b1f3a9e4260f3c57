// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Synchronization
import Testing

@testable import Hive

/// What is taken out while a thread reads it.
@Suite struct RetiredObjectsTests {
    private final class Item: Sendable {}

    /// Owns what was taken out, as the services of a hive do.
    private final class Owner: Sendable {
        private let retired = TestMutex(RetiredObjects())

        func retire(_ reference: borrowing SharedReference<Item>) {
            _ = retired.withLock { reference.replace(with: nil, retiringInto: &$0) }
        }
    }

    private func reference(to item: Item?) -> SharedReference<Item> {
        let reference = SharedReference<Item>()
        var retired = RetiredObjects()
        _ = reference.replace(with: item, retiringInto: &retired)
        return reference
    }

    // C27: whoever reads a service when its hive goes has it until it has read it.
    @Test func whatIsReadWhenItsOwnerGoesStays() {
        var item: Item? = Item()
        weak let seen = item
        let reference = reference(to: item)
        item = nil
        var owner: Owner? = Owner()

        let announced = reference.announce()
        owner?.retire(reference)
        owner = nil
        #expect(seen != nil, "a thread reads it")
        announced?.1.withdraw()

        // It goes with the next owner that had something left.
        let next = self.reference(to: Item())
        let other = next.announce()
        owner = Owner()
        owner?.retire(next)
        other?.1.withdraw()
        owner = nil
        #expect(seen == nil)
    }

    @Test func whatNobodyReadsGoesAtOnce() {
        var item: Item? = Item()
        weak let seen = item
        let reference = reference(to: item)
        item = nil
        Owner().retire(reference)
        #expect(seen == nil)
    }

    // C4: a stop whose caller was cancelled waits for readers like any other.
    @Test func cancellationDoesNotEndTheWaitForReaders() async {
        let polls = Atomic(0)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await RetiredObjects.letGo { ([], polls.add(1, ordering: .relaxed).newValue == 1_005) }
        }
        await task.value
        #expect(polls.load(ordering: .relaxed) == 1_005)
    }
}
