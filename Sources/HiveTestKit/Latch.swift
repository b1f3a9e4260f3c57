// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Something that tasks can wait for: it is opened once and stays open.
public final class Latch: Sendable {
    private let log = FactLog<Void>()

    /// Creates a latch that is closed.
    public init() {}

    /// Opens the latch, so that all waiting tasks go on; further calls do nothing.
    public func open() { log.note(()) }

    /// Whether the latch was opened.
    public var isOpen: Bool { !log.facts.isEmpty }

    /// Returns when the latch is open.
    ///
    /// - Throws: `CancellationError` when the calling task is cancelled first.
    public func wait() async throws { try await log.wait { _ in true } }

    /// Returns when the latch is open, even if the calling task is cancelled meanwhile.
    public func waitIgnoringCancellation() async {
        // This task ends when the latch opens, and nothing cancels it.
        _ = await Task.detached { try? await self.log.wait { _ in true } }.value
    }
}
