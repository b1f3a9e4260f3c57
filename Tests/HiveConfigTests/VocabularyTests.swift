// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePropertyList
import Testing

/// The words of property lists are those that Hive knows: what reads them does not know Hive.
struct VocabularyTests {
    @Test func levelsAreThoseThatHiveNames() {
        #expect(Vocabulary.levels == ["basic": ModuleLevel.basic.rawValue, "normal": ModuleLevel.normal.rawValue])
    }

    @Test func timeoutsAreThoseOfAHive() {
        let keys = Vocabulary.TimeoutKey.allCases.map(\.rawValue)
        let listed = Dictionary(uniqueKeysWithValues: keys.map { ($0, Duration.seconds(7)) })
        let times = HiveTimeouts().completed(with: listed)
        #expect(
            [times[.start], times[.stop], times[.health], times[.wholeStart], times[.wholeStop], times.grace]
                == Array(repeating: .seconds(7), count: 6)
        )
    }

    @Test func scopesAreAllThatThereAre() {
        #expect(Vocabulary.scopes == ServiceScope.allCases.map(\.rawValue))
    }
}
