// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// An observer that comes with ``Hive/run()``, and is told more than others.
protocol RunObserver: Sendable {
    func observe(_ observation: HiveObservation)
    /// The configuration is about to be read or changed; what is told until the end may hold others inside it.
    func reloadBegins()
    /// A stop begins, or the way back after a start that failed or was told to end.
    func stopBegins()
    /// The configuration was changed, or that failed; the hive goes on in any case.
    func reloadEnds()
}

/// Where the observer stands that comes with ``Hive/run()``, nearly always none.
final class RunObserverPlace: Sendable {
    private let isTaken = Atomic<Bool>(false)
    private let observer = Mutex<(any RunObserver)?>(nil)

    /// Whether there is no observer; that takes no lock.
    var isEmpty: Bool { !isTaken.load(ordering: .acquiring) }

    var current: (any RunObserver)? { isEmpty ? nil : observer.withLock { $0 } }

    func set(_ new: (any RunObserver)?) {
        observer.withLock { $0 = new }
        isTaken.store(new != nil, ordering: .releasing)
    }
}
