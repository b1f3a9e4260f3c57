// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Where readers find the shared instance of one key, and the further ones under names of the callers' own.
///
/// The entry of a registered service stays for as long as its manager; those of further instances go when they are evicted.
final class CacheEntry: Sendable {
    let key: ServiceKey
    let current = SharedReference<AnyServiceBox>()
    /// The further instances; nobody has asked for one while it is empty.
    let instances = SharedReference<InsertOnlyTable<CacheEntry>>()

    init(_ key: ServiceKey) {
        self.key = key
    }

    /// The entry of a further instance; the caller keeps it alive while it reads.
    func further(_ key: ServiceKey) -> CacheEntry? {
        let found = instances.withObject { table in
            table.find(tag: key.tag) { $0.key == key }?.takeUnretainedValue()
        }
        return found ?? nil
    }

    // The rest is for the manager, under its lock.

    /// Whether there is no instance.
    var isEmpty: Bool { current.isEmpty && instances.isEmpty }

    /// The entries of the further instances.
    var furtherEntries: [CacheEntry] { instances.load()?.all ?? [] }

    /// The entry of a further instance, which is made if need be.
    func makeFurther(
        _ key: ServiceKey,
        garbage: inout RetiredObjects.Garbage,
        retired: inout RetiredObjects
    ) -> CacheEntry {
        let known = instances.load()
        let table = known ?? InsertOnlyTable()
        if let entry = table.find(tag: key.tag, where: { $0.key == key }) { return entry.takeUnretainedValue() }
        let entry = CacheEntry(key)
        table.insert(entry, tag: key.tag)
        if known == nil { garbage += instances.replace(with: table, retiringInto: &retired) }
        return entry
    }
}
