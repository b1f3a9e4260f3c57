// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import ColdRun
import Hive

/// Registers so many of two hundred module classes that are not generic, starts and stops them, and returns how many
/// hooks were called.
package func startAndStopOnce(_ count: Int) async throws -> Int {
    let hive = Hive()
    for type in types.prefix(count) { try hive.modules.register(type) }
    try await hive.start()
    try await hive.stop()
    return coldCalls.count
}
