// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Reads a hive's configuration again, wherever it came from.
package protocol ReloadSource: Sendable {
    /// Reads, and lets the hive run what was read.
    func reload(_ hive: Hive) async throws -> ReloadReport?

    /// Looks whether what it reads has changed since it was read, and rests now; nil where nothing can be seen of that.
    ///
    /// It says so once for each change. It may block, and is not called again before it has returned.
    func hasChanged() -> Bool?
}

extension Hive {
    /// Lets the hive read its configuration again when SIGHUP asks for it.
    package func remember(_ source: any ReloadSource) {
        reloadSource.update { $0 = source }
    }

    /// What reads the configuration again, where it came from files.
    package var source: (any ReloadSource)? { reloadSource.withLock { $0 } }

    /// Reads the configuration again where it came from, and runs what it says.
    package func reload(from source: any ReloadSource) async throws -> ReloadReport? {
        try await engine.reload(from: source, of: self)
    }

    /// Tells the supervisor, where ``run()`` has one, that a reload begins, and when it has ended, whoever has asked
    /// for it; when it throws, also that it was refused (C59).
    ///
    /// What is read before the engine has anything to do belongs to it as well, and may be wrong. Reloads may lie
    /// inside each other; the supervisor hears of the end with the outermost.
    nonisolated(nonsending)
        package func tellingSupervisor<Result>(of reload: () async throws -> Result) async rethrows -> Result
    {
        let supervisor = engine.observers.run.current
        supervisor?.reloadBegins()
        do {
            let result = try await reload()
            supervisor?.reloadEnds()
            return result
        } catch {
            supervisor?.reloadEnds(refusedBy: error)
            throw error
        }
    }

    /// Runs what a new composition says instead of what the last one said, with the least that has to be done.
    ///
    /// - Parameters:
    ///   - composition: What property lists say.
    ///   - more: Differences that the caller has found, to be reported with the others.
    /// - Returns: What was done; nil where the call only asked for it.
    /// - Throws: What `reload(_:)` of `HiveConfig` documents.
    @discardableResult
    package func reload(_ composition: Composition, reporting more: [ConfigurationChange]) async throws -> ReloadReport?
    {
        try await engine.reload(composition, reporting: more)
    }

    /// What a reload would do with a composition, without doing it; before the start, what it would do after that.
    ///
    /// - Throws: What the reload would throw for what is wrong with the composition.
    package func changes(
        to composition: Composition
    ) throws -> (changes: [ConfigurationChange], warnings: [Problem]) {
        try engine.changes(to: composition)
    }
}
