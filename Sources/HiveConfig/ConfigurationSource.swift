// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePropertyList
import Synchronization

/// What a hive was made from, and how the files have looked since.
final class ConfigurationSource: ReloadSource {
    private struct State {
        /// The last look.
        var last: ConfigurationLook?
        /// The look for which the files were last read, or a reload was last asked for.
        var known: ConfigurationLook?
    }

    /// How often files are read that change each time.
    private static let attemptCount = 25

    let configuration: HiveConfiguration
    private let state: Mutex<State>
    /// Reads the files again, after a look at them.
    private let read: @Sendable (ConfigurationLook?) -> HiveConfiguration

    init(
        _ configuration: HiveConfiguration,
        reading read: (@Sendable (ConfigurationLook?) -> HiveConfiguration)? = nil
    ) {
        self.configuration = configuration
        self.read = read ?? { configuration.readAgain(after: $0) }
        state = Mutex(State(last: configuration.look, known: configuration.look))
    }

    /// Looks at the files; a change counts when two looks in a row have found the same.
    func hasChanged() -> Bool? {
        guard let look = state.withLock(\.last)?.again() else { return nil }
        return state.withLock { state in
            defer { state.last = look }
            guard look == state.last, look != state.known else { return false }
            state.known = look
            return true
        }
    }

    func reload(_ hive: Hive) async throws -> ReloadReport? { try await hive.reload(readWhole()) }

    /// Reads the files in a moment in which none of them changes: never the old of one and the new of another.
    private func readWhole() throws -> HiveConfiguration {
        for _ in 0..<Self.attemptCount {
            let new = read(state.withLock(\.last))
            let now = new.look?.again()
            state.withLock { ($0.last, $0.known) = (now, new.look) }
            if now == new.look { return new }
        }
        // Whatever they are when they have come to rest is read then.
        state.withLock { $0.known = nil }
        let text = "The configuration's files keep changing: they were read \(Self.attemptCount) times"
        throw HiveError(.invalidConfiguration, "\(text), and nothing was changed. Stop what writes them.")
    }
}
