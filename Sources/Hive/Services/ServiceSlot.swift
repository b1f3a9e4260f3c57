// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What there is under one key: its registration, and where readers find the shared instance, and the further ones
/// under names of the callers' own.
///
/// The slot of a service stays for as long as its manager, also when nobody registers the service any more; those of
/// further instances go when they are evicted.
// Sound: `registration` belongs to the state of the manager whose table has the slot, and is guarded by its lock; the
// rest is immutable or atomic. RegistrationStormTests exercises it under the thread sanitizer.
final class ServiceSlot: @unchecked Sendable {
    let key: ServiceKey
    /// What counts under the key; nil for a service that has gone, and for a further instance.
    var registration: Registration?
    let current = SharedReference<AnyServiceBox>()
    /// The further instances; nobody has asked for one while it is empty.
    let instances = SharedReference<InsertOnlyTable<ServiceSlot>>()

    init(_ key: ServiceKey, _ registration: Registration? = nil) {
        self.key = key
        self.registration = registration
    }

    /// The slot of a further instance; the caller keeps it alive while it reads.
    func further(_ key: ServiceKey) -> ServiceSlot? {
        let found = instances.withObject { table in
            table.find(tag: key.tag) { $0.key == key }?.takeUnretainedValue()
        }
        return found ?? nil
    }

    // The rest is for the manager, under its lock.

    /// Whether there is no instance.
    var isEmpty: Bool { current.isEmpty && instances.isEmpty }

    /// This slot, and those of the further instances.
    var withFurther: [ServiceSlot] { [self] + (instances.load()?.all ?? []) }

    /// The slot of a further instance, which is made if need be.
    func makeFurther(
        _ key: ServiceKey,
        garbage: inout RetiredObjects.Garbage,
        retired: inout RetiredObjects
    ) -> ServiceSlot {
        let known = instances.load()
        let table = known ?? InsertOnlyTable()
        if let slot = table.find(tag: key.tag, where: { $0.key == key }) { return slot.takeUnretainedValue() }
        let slot = ServiceSlot(key)
        table.insert(slot, tag: key.tag)
        if known == nil { garbage += instances.replace(with: table, retiringInto: &retired) }
        return slot
    }
}
