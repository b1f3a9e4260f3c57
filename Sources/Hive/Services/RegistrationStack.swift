// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// All that is registered under one key, the registration that counts first.
///
/// What is replaced, or hidden by a stronger source, counts again when what stands above it has gone (C15, C17, C58).
struct RegistrationStack {
    /// An instance with the key under which it is found, which may have a name of the caller's own, and with what its
    /// fields need.
    struct Instance {
        let key: ServiceKey
        var instance: DecoratedInstance
        let needs: [AutowiredNeed]
    }

    struct Entry {
        let registration: Registration
        /// The place among all registrations of the manager.
        let sequence: Int
        /// What had been made by the registration when it ceased to count.
        fileprivate(set) var instances: [Instance] = []

        init(_ registration: Registration, sequence: Int) {
            self.registration = registration
            self.sequence = sequence
        }

        /// Whether the registration takes the place of what is below, and takes nothing over from it.
        fileprivate var isReplacing: Bool { registration.traits.isReplacing }
    }

    /// The one that counts; most services have no other.
    private var top: Entry?
    /// What is replaced or hidden, in the order in which it would count.
    private var below: [Entry] = []

    private(set) var entries: [Entry] {
        get { (top.map { [$0] } ?? []) + below }
        set { (top, below) = (newValue.first, Array(newValue.dropFirst())) }
    }

    /// The registration that counts.
    var first: Registration? { top?.registration }

    /// The place of the one that counts among all registrations.
    var sequence: Int { top?.sequence ?? 0 }

    /// How long an instance lives: what the first one says, completed by those below it, key by key (C17).
    var scope: ServiceScope? {
        guard let first else { return nil }
        return first.isFactory ? stated(\.scope) ?? .shared : .shared
    }

    /// The place among the implementations, said in the same way.
    var ranking: Int { stated(\.ranking) ?? 0 }

    private func stated<Value>(_ trait: (Registration.Traits) -> Value?) -> Value? {
        for entry in counting { if let value = trait(entry.registration.traits) { return value } }
        return nil
    }

    /// The places that declare the service, the one that wins first, but for those that were replaced.
    var origins: [Origin] { counting.map(\.registration.origin) }

    /// The entries down to the first one that takes the place of what is below.
    private var counting: ArraySlice<Entry> {
        let entries = entries
        return entries[...(entries.firstIndex { $0.isReplacing } ?? entries.endIndex - 1)]
    }

    func contains(_ registration: Registration) -> Bool { entries.contains { $0.registration === registration } }

    func contains(_ owner: Owner) -> Bool { entries.contains { $0.registration.owner === owner } }

    /// What another entry must not stand above without replacing it: a registration of the same source (C21).
    func conflict(with entry: Entry) -> Registration? {
        if entry.isReplacing { return nil }
        let origin = entry.registration.origin
        return entries[highestPlace(for: entry)...].first { $0.registration.origin.isSameSource(as: origin) }?
            .registration
    }

    /// Adds an entry: a property list's above one from code, a later property list's above an earlier one, in whichever
    /// order they come, and one that replaces the others above all.
    mutating func insert(_ entry: Entry) {
        // An owner that replaces its own registration again and again must not fill memory (C61).
        if entry.isReplacing { entries.removeAll { entry.outdates($0) } }
        let highest = highestPlace(for: entry)
        let source = entry.registration.origin.source.rawValue
        let place = entries[highest...].firstIndex {
            entry.isReplacing || source <= $0.registration.origin.source.rawValue
        }
        entries.insert(entry, at: place ?? entries.endIndex)
    }

    /// Removes entries and returns them.
    mutating func remove(where isLeaving: (Registration) -> Bool) -> [Entry] {
        let leaving = entries.filter { isLeaving($0.registration) }
        entries.removeAll { isLeaving($0.registration) }
        return leaving
    }

    /// Keeps instances for a registration until it counts again, in the places of those that it has.
    mutating func keep(_ instances: [Instance], of registration: Registration) {
        guard let place = entries.firstIndex(where: { $0.registration === registration }) else { return }
        let keys = Set(instances.map(\.key))
        entries[place].instances.removeAll { keys.contains($0.key) }
        entries[place].instances += instances
    }

    /// Takes the instances of the first one.
    mutating func takeInstances() -> [Instance] {
        entries.isEmpty ? [] : entries[0].instances.takeAll()
    }

    /// Takes the layers off all kept instances that are not those of some decorators.
    mutating func keepLayers(of decorators: [Decorator]) {
        for place in entries.indices {
            for number in entries[place].instances.indices {
                entries[place].instances[number].instance.keepLayers(of: decorators)
            }
        }
    }

    /// The highest place that an entry may take.
    ///
    /// It is below what keeps its place, and below what a module that comes later in the boot order has put in the
    /// place of the others: a module that comes back comes back to its old place.
    private func highestPlace(for entry: Entry) -> Int {
        if entry.registration.traits.isOverride { return 0 }
        let last = entries.lastIndex { other in
            other.registration.traits.isOverride
                || other.isReplacing && entry.registration.owner.comesBefore(other.registration.owner)
        }
        return last.map { $0 + 1 } ?? 0
    }
}

extension RegistrationStack.Entry {
    /// Whether another entry is an older one of the same owner.
    fileprivate func outdates(_ other: Self) -> Bool {
        let (mine, others) = (registration, other.registration)
        return mine.owner === others.owner && mine.traits.isOverride == others.traits.isOverride
            && mine.origin.source == others.origin.source
    }
}
