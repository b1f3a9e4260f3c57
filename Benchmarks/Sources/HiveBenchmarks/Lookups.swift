// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Fixtures
import Hive
import Measuring

/// Looking up a service that has been made.
func lookupContest(_ count: Int) async throws -> Contest {
    let served = try await ServedHive(services: count)
    let (services, context) = (served.hive.services, served.context)
    let holder = try services.autowire { AutowiredHolder() }
    var entrants = [
        Entrant("by protocol", checksum: 1) { iterations in
            var sum = 0
            for _ in 0..<iterations { sum &+= try services.service((any NumberService).self).number }
            return sum
        },
        Entrant("through a context", checksum: 1) { iterations in
            var sum = 0
            for _ in 0..<iterations { sum &+= try context.service((any NumberService).self).number }
            return sum
        },
        Entrant("through Autowired", checksum: 1) { iterations in
            var sum = 0
            for _ in 0..<iterations { sum &+= holder.service.wrappedValue.number }
            return sum
        },
    ]
    if count > 1 {
        entrants.append(
            Entrant("by protocol and name", checksum: 1) { iterations in
                var sum = 0
                for _ in 0..<iterations {
                    sum &+= try services.service((any NumberService).self, name: ServedHive.name).number
                }
                return sum
            }
        )
    }
    return Contest(
        "Lookup",
        size: count,
        entrants: floorsOfLookup(count) + entrants,
        budgets: [
            .multiple("by protocol", of: Floor.locked, atMost: 1),
            .multiple("through a context", of: Floor.locked, atMost: 1),
        ],
        finish: { try await served.hive.stop() }
    )
}

/// Making a transient service, and what the factory alone costs.
func transientContest() async throws -> Contest {
    let hive = Hive()
    try hive.services.register((any NumberService).self, scope: .transient) { _ in FixedNumber(1) }
    try await hive.start()
    let services = hive.services
    let alone: @Sendable () throws -> any NumberService = { FixedNumber(1) }
    let factory = opaque(alone)
    return Contest(
        "Transient service",
        entrants: [
            Entrant("the factory alone", .floor, checksum: 1) { iterations in
                var sum = 0
                for _ in 0..<iterations { sum &+= try factory().number }
                return sum
            },
            Entrant("lookup", checksum: 1) { iterations in
                var sum = 0
                for _ in 0..<iterations { sum &+= try services.service((any NumberService).self).number }
                return sum
            },
        ],
        finish: { try await hive.stop() }
    )
}
