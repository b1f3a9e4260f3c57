// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Synchronization

/// A command's turn at the database, for which it waits while another command writes.
package final class Turn: Sendable {
    private let notice: @Sendable () -> Void
    private let end = DispatchSemaphore(value: 0)
    private let hasEnded = Atomic(false)

    /// Prepares to wait, for some five seconds.
    ///
    /// - Parameter notice: Is called when it takes longer than somebody expects who sits before a terminal.
    package init(_ notice: @escaping @Sendable () -> Void = {}) { self.notice = notice }

    /// Ends the waiting now, and keeps it from beginning again.
    package func giveUp() {
        hasEnded.store(true, ordering: .relaxed)
        end.signal()
    }

    /// Waits a little, and returns whether to try again; SQLite asks in the thread that has opened the database.
    func waitAgain(attempts: Int) -> Bool {
        guard attempts < 100, !hasEnded.load(ordering: .relaxed) else { return false }
        if attempts == 10 { notice() }
        return end.wait(timeout: .now() + .milliseconds(min(5 * attempts, 50))) == .timedOut
    }
}
