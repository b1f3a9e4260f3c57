// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

extension Mutex where Value: Sendable {
    /// Changes the value; what that takes out of it is let go of when the lock is open, because a `deinit` is the
    /// application's code, and runs without a lock (C18).
    ///
    /// The former value is kept meanwhile, so a collection in it is copied when it is changed.
    func update<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        var former: Value?
        defer { withExtendedLifetime(former) {} }
        return withLock { value in
            former = value
            return body(&value)
        }
    }
}
