// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import ColdModules
import ColdRun

/// A process that starts and stops a hive once.
@main struct ColdHive {
    static func main() async throws { try await runOnce { try await startAndStopOnce($0) } }
}
