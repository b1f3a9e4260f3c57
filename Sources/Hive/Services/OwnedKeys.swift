// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The keys that an owner has registered something under, in that order.
struct OwnedKeys {
    private(set) var keys: [ServiceKey] = []
    private var lost = 0

    mutating func append(_ key: ServiceKey) { keys.append(key) }

    /// Notes that somebody else has replaced what stood under one of the keys.
    ///
    /// Two owners that replace each other's registrations again and again would fill memory with the same keys, so
    /// repetitions are taken out when every second one may be one.
    mutating func lose() {
        lost += 1
        guard lost > 64, 2 * lost > keys.count else { return }
        var seen: Set<ServiceKey> = []
        keys = keys.filter { seen.insert($0).inserted }
        lost = 0
    }
}
