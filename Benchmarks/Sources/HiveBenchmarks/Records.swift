// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Fixtures
import Hive
import Measuring
import RecordedModules

/// Making a hive that knows its modules, from link-time records and from code; times are for one module.
func recordContest() -> Contest {
    let types = noopModules(recordCount)
    return Contest(
        "Link-time records",
        size: recordCount,
        entrants: [
            Entrant("registered in code, with boot order", .floor, operations: recordCount, checksum: recordCount) {
                iterations in
                var sum = 0
                for _ in 0..<iterations {
                    let hive = Hive()
                    try hive.register(types)
                    sum += hive.modules.descriptors.count
                }
                return sum
            },
            Entrant("reading records", operations: recordCount, checksum: recordCount) { iterations in
                var sum = 0
                for _ in 0..<iterations where HiveRecords.linked().problems.isEmpty { sum += recordCount }
                return sum
            },
            Entrant("from records, with boot order", operations: recordCount, checksum: recordCount) { iterations in
                var sum = 0
                for _ in 0..<iterations { sum += Hive(.linked()).modules.descriptors.count }
                return sum
            },
        ]
    )
}
