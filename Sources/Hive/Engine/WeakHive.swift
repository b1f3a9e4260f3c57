// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Finds a hive for handlers that belong to no module, without keeping it alive.
final class WeakHive: Sendable {
    private struct Reference {
        weak var hive: Hive?
    }

    private let reference = Mutex(Reference())

    var id: ObjectIdentifier { ObjectIdentifier(self) }

    var hive: Hive? {
        get { reference.withLock { $0.hive } }
        set { reference.withLock { $0.hive = newValue } }
    }
}
