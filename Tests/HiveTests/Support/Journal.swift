// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Synchronization

#if HIVE_THREAD_SANITIZER
/// The stand-in of `Hive`, because the thread sanitizer misreports the other one.
typealias TestMutex = SanitizedMutex
#else
/// The standard library's lock.
typealias TestMutex = Synchronization.Mutex
#endif

/// What happened, in order, written from any task.
final class Journal: Sendable {
    private let lines = TestMutex<[String]>([])

    func write(_ line: String) { lines.withLock { $0.append(line) } }

    var entries: [String] { lines.withLock { $0 } }
}

/// An observer that keeps what it is told.
final class Spy: Sendable {
    private let seen = TestMutex<[HiveObservation]>([])

    func observe(_ observation: HiveObservation) { seen.withLock { $0.append(observation) } }

    var observations: [HiveObservation] { seen.withLock { $0 } }

    func observations(of kind: HiveObservation.Kind) -> [HiveObservation] { observations.filter { $0.kind == kind } }
}
