// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
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

/// The recorder of the test kit, under a shorter name.
typealias Spy = HiveRecorder
