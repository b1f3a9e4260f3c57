// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Testing

@testable import Hive

/// Where readers find shared instances.
@Suite struct ServiceStripesTests {
    private let stripes = ServiceStripes()

    private func box(_ number: Int) -> any ServiceInstance { ServiceBox(number) }

    @Test func whatWasNeverPutInOrWasTakenOutIsNotFound() {
        let key = ServiceKey(Int.self)
        #expect(stripes[key.type].find(key) == nil)
        #expect(stripes[key.type].replace(key, with: nil) == nil)
        let made = box(1)
        #expect(stripes[key.type].replace(key, with: made) == nil)
        #expect(stripes[Int.self].find(ServiceKey(Int.self, name: "a")) == nil)
        #expect(stripes[key.type].replace(key, with: nil) === made)
        #expect(stripes[key.type].find(key) == nil)
        #expect(stripes.keys == [])
    }

    @Test func manyNamesOfOneTypeAreToldApartWhileTheTablesGrow() {
        let keys = (0..<2_000).map { ServiceKey(Int.self, name: "\($0)") } + [ServiceKey(Int.self)]
        let boxes = keys.indices.map(box)
        for (key, box) in zip(keys, boxes) { #expect(stripes[key.type].replace(key, with: box) == nil) }
        #expect(zip(keys, boxes).allSatisfy { stripes[$0.type].find($0) === $1 })
        #expect(Set(stripes.keys) == Set(keys))
    }

    // C28, C61: nothing is kept of what was replaced.
    @Test func whatIsReplacedIsHandedBackAndNotKept() {
        let key = ServiceKey(Int.self)
        weak var first: (any ServiceInstance)?
        do {
            let made = box(1)
            first = made
            _ = stripes[key.type].replace(key, with: made)
        }
        #expect(first != nil)
        let second = box(2)
        #expect(stripes[key.type].replace(key, with: second) === first)
        #expect(first == nil)
        #expect(stripes[key.type].find(key) === second)
    }
}
