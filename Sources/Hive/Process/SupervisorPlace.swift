// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Where the observer stands that tells a supervisor while ``Hive/run()`` runs, nearly always none.
final class SupervisorPlace: Sendable {
    private let isTaken = Atomic<Bool>(false)
    private let reporter = Mutex<SupervisorReporter?>(nil)

    /// Whether there is no observer; that takes no lock.
    var isEmpty: Bool { !isTaken.load(ordering: .acquiring) }

    var current: SupervisorReporter? { isEmpty ? nil : reporter.withLock { $0 } }

    func set(_ new: SupervisorReporter?) {
        reporter.withLock { $0 = new }
        isTaken.store(new != nil, ordering: .releasing)
    }
}
