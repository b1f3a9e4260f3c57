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

    @Test func scopesAreAllThatThereAre() {
        #expect(Vocabulary.scopes == ServiceScope.allCases.map(\.rawValue))
    }
}
