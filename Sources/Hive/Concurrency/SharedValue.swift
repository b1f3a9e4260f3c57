// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A value that one task leaves for another.
final class SharedValue<Value: Sendable>: Sendable {
    private let storage: Mutex<Value>

    init(_ value: Value) { storage = Mutex(value) }

    var value: Value { storage.withLock { $0 } }

    /// Puts a value in the place of the former one, which is let go of without the lock.
    func set(_ value: Value) {
        let former = storage.withLock { stored in
            defer { stored = value }
            return stored
        }
        withExtendedLifetime(former) {}
    }
}
