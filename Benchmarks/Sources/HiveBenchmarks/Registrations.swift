// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Fixtures
import Hive
import Measuring

private let insert = "dictionary insert"

/// Registering services with factories, on a hive that has none yet; times are for one service.
func registrationContest(_ count: Int) -> Contest {
    let types = typedServices(count)
    let names = serviceNames(count)
    return Contest(
        "Registration of services",
        size: count,
        entrants: [
            Entrant(timing: insert, .floor, operations: count, checksum: count) { iterations, stopwatch in
                var sum = 0
                for _ in 0..<iterations {
                    var factories: [ObjectIdentifier: @Sendable () -> any NumberService] = [:]
                    stopwatch.start()
                    for type in types { factories[ObjectIdentifier(type)] = { FixedNumber(1) } }
                    stopwatch.stop()
                    sum += opaque(factories).count
                }
                return sum
            },
            Entrant(timing: "by type", operations: count, checksum: count) { iterations, stopwatch in
                var sum = 0
                for _ in 0..<iterations {
                    let hive = Hive()
                    stopwatch.start()
                    for type in types { try type.register(with: hive.services) }
                    stopwatch.stop()
                    try await hive.start()
                    for type in types { sum += try type.find(in: hive.services) }
                    try await hive.stop()
                }
                return sum
            },
            Entrant(timing: "by protocol and name", operations: count, checksum: count) { iterations, stopwatch in
                var sum = 0
                for _ in 0..<iterations {
                    let hive = Hive()
                    stopwatch.start()
                    for name in names {
                        try hive.services.register((any NumberService).self, name: name) { _ in FixedNumber(1) }
                    }
                    stopwatch.stop()
                    try await hive.start()
                    for service in try hive.services.all((any NumberService).self) { sum += service.number }
                    try await hive.stop()
                }
                return sum
            },
        ]
    )
}
