// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The keys that owners have registered something under.
///
/// Owners register one after the other, so the list of the last one is at hand without a search.
struct OwnedKeys {
    /// The keys of one owner, in the order in which it registered them.
    fileprivate struct List {
        let owner: ObjectIdentifier
        var keys: [ServiceKey] = []
        var lost = 0
    }

    private var latest: List?
    /// Those of the owners before.
    private var others: [ObjectIdentifier: List] = [:]

    /// What an owner has registered something under, in that order, where it has registered anything; a key may stand
    /// there several times.
    func keys(of owner: ObjectIdentifier) -> [ServiceKey]? {
        latest?.owner == owner ? latest?.keys : others[owner]?.keys
    }

    /// Notes that an owner has registered something under a key.
    mutating func append(_ key: ServiceKey, of owner: ObjectIdentifier) {
        if latest?.owner != owner {
            let list = others.removeValue(forKey: owner) ?? List(owner: owner)
            if let latest { others[latest.owner] = latest }
            latest = list
        }
        latest?.keys.append(key)
    }

    /// Notes that somebody else has replaced what stood under one of an owner's keys.
    mutating func lose(of owner: ObjectIdentifier) {
        if latest?.owner == owner { latest?.lose() } else { others[owner]?.lose() }
    }

    /// Forgets an owner, and returns its keys.
    mutating func remove(_ owner: ObjectIdentifier) -> [ServiceKey] {
        if latest?.owner == owner {
            defer { latest = nil }
            return latest?.keys ?? []
        }
        return others.isEmpty ? [] : others.removeValue(forKey: owner)?.keys ?? []
    }
}

extension OwnedKeys.List {
    /// Two owners that replace each other's registrations again and again would fill memory with the same keys, so
    /// repetitions are taken out when every second one may be one.
    fileprivate mutating func lose() {
        lost += 1
        guard lost > 64, 2 * lost > keys.count else { return }
        var seen: Set<ServiceKey> = []
        keys = keys.filter { seen.insert($0).inserted }
        lost = 0
    }
}
