// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Something that is opened once and lets everybody pass from then on.
public final class Latch: Sendable {
    private let log = FactLog<Void>()

    /// Creates a latch that is closed.
    public init() {}

    /// Lets everybody pass; further calls do nothing.
    public func open() { log.note(()) }

    /// Whether the latch was opened.
    public var isOpen: Bool { !log.facts.isEmpty }

    /// Returns when the latch is open.
    ///
    /// - Throws: `CancellationError` when the calling task is cancelled first.
    public func wait() async throws { try await log.wait { _ in true } }

    /// Returns when the latch is open, however often the calling task is cancelled meanwhile.
    public func waitIgnoringCancellation() async {
        // Ends when the latch opens; nobody can cancel it.
        _ = await Task.detached { try? await self.log.wait { _ in true } }.value
    }
}
