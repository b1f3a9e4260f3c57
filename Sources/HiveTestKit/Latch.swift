// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// Something that tasks can wait for: it is opened once and stays open.
public final class Latch: Sendable {
    private let gate = Gate<Void>()

    /// Creates a latch that is closed.
    public init() {}

    /// Opens the latch, so that all waiting tasks go on; further calls do nothing.
    public func open() { gate.open() }

    /// Whether the latch was opened.
    public var isOpen: Bool { gate.value != nil }

    /// Returns when the latch is open.
    ///
    /// - Throws: `CancellationError` when the calling task is cancelled first.
    public func wait() async throws {
        try Task.checkCancellation()
        if await gate.waitUnlessCancelled() == nil { throw CancellationError() }
    }

    /// Returns when the latch is open, even if the calling task is cancelled meanwhile.
    public func waitIgnoringCancellation() async { await gate.wait() }
}
