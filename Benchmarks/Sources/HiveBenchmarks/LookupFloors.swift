// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Fixtures
import Measuring
import Synchronization

/// What a lookup cannot do for less: handing out an object.
enum Floor {
    static let getter = "getter of an existential"
    static let retain = "retain and release"
    static let dictionary = "unlocked dictionary"
    static let named = "dictionary by type and name"
    static let locked = "dictionary under a mutex"
}

/// A dictionary by type, as large as the hive's table.
private func dictionary(count: Int) -> [ObjectIdentifier: any NumberService] {
    var result: [ObjectIdentifier: any NumberService] = [:]
    for type in typedServices(count - 1) { result[ObjectIdentifier(type)] = FixedNumber(2) }
    result[ObjectIdentifier((any NumberService).self)] = FixedNumber(1)
    return opaque(result)
}

/// What a service has for a key that is registered under a name.
private struct NamedType: Hashable {
    let type: ObjectIdentifier
    let name: String
}

/// A dictionary by type and name, as large as the hive's table.
private func namedDictionary(count: Int) -> [NamedType: any NumberService] {
    var result: [NamedType: any NumberService] = [:]
    for type in typedServices(count - 1) {
        result[NamedType(type: ObjectIdentifier(type), name: ServedHive.name)] = FixedNumber(2)
    }
    result[NamedType(type: ObjectIdentifier((any NumberService).self), name: ServedHive.name)] = FixedNumber(1)
    return opaque(result)
}

/// A dictionary that threads share.
private final class LockedDictionary: Sendable {
    let services: Mutex<[ObjectIdentifier: any NumberService]>

    init(_ services: [ObjectIdentifier: any NumberService]) {
        self.services = Mutex(services)
    }
}

func floorsOfLookup(_ count: Int) -> [Entrant] {
    let holder: any NumberHolder = opaque(PlainHolder(FixedNumber(1)))
    let object = opaque(PlainHolder(FixedNumber(1)))
    let plain = dictionary(count: count)
    let named = namedDictionary(count: count)
    let locked = LockedDictionary(plain)
    return [
        Entrant(Floor.getter, .floor, checksum: 1) { iterations in
            var sum = 0
            for _ in 0..<iterations { sum &+= holder.service.number }
            return sum
        },
        Entrant(Floor.retain, .floor, checksum: 1) { iterations in
            var sum = 0
            for _ in 0..<iterations { sum &+= object.retained().number }
            return sum
        },
        Entrant(Floor.dictionary, .floor, checksum: 1) { iterations in
            var sum = 0
            for _ in 0..<iterations {
                sum &+= plain[ObjectIdentifier((any NumberService).self)]?.number ?? 0
            }
            return sum
        },
        Entrant(Floor.named, .floor, checksum: 1) { iterations in
            let type = ObjectIdentifier((any NumberService).self)
            var sum = 0
            for _ in 0..<iterations { sum &+= named[NamedType(type: type, name: ServedHive.name)]?.number ?? 0 }
            return sum
        },
        Entrant(Floor.locked, .floor, checksum: 1) { iterations in
            var sum = 0
            for _ in 0..<iterations {
                let service = locked.services.withLock { $0[ObjectIdentifier((any NumberService).self)] }
                sum &+= service?.number ?? 0
            }
            return sum
        },
    ]
}
