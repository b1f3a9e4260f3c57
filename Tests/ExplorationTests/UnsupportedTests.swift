// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

/// Where no schedule can be decided, under a sanitizer for one, a call without the trait says so (C68).
@Test(.enabled(if: !Exploration.isSupported)) func whatCannotBeExploredIsNotRun() async {
    let failure = await #expect(throws: ExplorationFailure.self) {
        try await explore(seeds: 1...2) { Issue.record("It is run.") }
    }
    #expect(failure?.description.contains("not supported here") == true)
}
