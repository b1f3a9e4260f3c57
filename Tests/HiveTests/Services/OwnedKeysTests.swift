// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Testing

@testable import Hive

/// The keys that owners have registered something under, of which the last owner's are kept at hand.
@Suite(.timeLimit(.minutes(5)))
struct OwnedKeysTests {
    private let owners = ["first", "second", "third"].map { Owner(name: $0, position: 0) }

    private func key(_ number: Int) -> ServiceKey { ServiceKey(Int.self, name: "\(number)") }

    // C22, C27
    @Test func eachOwnerHasItsKeysInOrderHoweverOwnersTakeTurns() {
        var owned = OwnedKeys()
        var expected: [[ServiceKey]] = [[], [], []]
        for (number, owner) in [0, 0, 1, 0, 2, 2, 1, 0, 1].enumerated() {
            owned.append(key(number), of: owners[owner].id)
            expected[owner].append(key(number))
            #expect(owners.map { owned.keys(of: $0.id) ?? [] } == expected)
        }
    }

    // C27
    @Test(arguments: 0..<3)
    func anOwnerThatIsForgottenTakesNothingOfTheOthers(leaving: Int) {
        var owned = OwnedKeys()
        for number in 0..<6 { owned.append(key(number), of: owners[number % 3].id) }
        #expect(owned.remove(owners[leaving].id) == [key(leaving), key(leaving + 3)])
        for (number, owner) in owners.enumerated() {
            #expect(owned.keys(of: owner.id) == (number == leaving ? nil : [key(number), key(number + 3)]))
        }
        #expect(owned.remove(owners[leaving].id) == [])
        owned.append(key(9), of: owners[leaving].id)
        #expect(owned.keys(of: owners[leaving].id) == [key(9)])
    }

    // C61
    @Test func ownersThatReplaceEachOthersKeysDoNotFillMemory() {
        var owned = OwnedKeys()
        for _ in 0..<10_000 {
            for owner in owners {
                owned.append(key(1), of: owner.id)
                for other in owners where other !== owner { owned.lose(of: other.id) }
            }
        }
        // One alone, whose keys are those at hand.
        for _ in 0..<10_000 {
            owned.append(key(1), of: owners[2].id)
            owned.lose(of: owners[2].id)
        }
        for owner in owners {
            let keys = owned.keys(of: owner.id) ?? []
            #expect(keys.allSatisfy { $0 == key(1) })
            #expect((1..<500).contains(keys.count))
        }
    }
}
