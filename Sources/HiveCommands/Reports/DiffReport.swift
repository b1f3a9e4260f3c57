// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig

extension CommandReport {
    /// What a reload from another folder would change; the exit code is 1 where that is anything.
    ///
    /// - Throws: `HiveError` with `invalidConfiguration` and everything that is wrong with the folder.
    static func diff(_ folder: String, of hive: Hive) throws -> CommandReport {
        guard let configuration = hive.configuration else {
            let text = "The hive was not made from files, so there is nothing to compare a folder with."
            throw HiveError(.invalidConfiguration, text)
        }
        let (changes, warnings) = try hive.changes(to: configuration.reading(folder))
        let lines = changes.isEmpty ? ["A reload would change nothing."] : changes.map(\.description)
        return CommandReport(
            ["changes": .array(changes.map(\.entry)), "warnings": .array(warnings.map(\.entry))],
            text: (lines + warnings.map(\.description)).map { $0.onOneLine + "\n" }.joined(),
            exitCode: changes.isEmpty ? 0 : 1
        )
    }
}

extension ConfigurationChange {
    /// The change as an object; `deferral` says why it counts from the next start on only.
    var entry: ConfigurationValue {
        .object([
            "subject": .string(subject),
            "what": .string(what),
            "origin": origin?.entry,
            "deferral": deferral.map { .string($0) },
        ])
    }
}
