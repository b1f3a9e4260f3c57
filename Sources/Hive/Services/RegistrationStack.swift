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
        let box: any ServiceInstance
        let needs: [AutowiredNeed]
    }

    struct Entry {
        let registration: Registration
        /// What had been made by the registration when it ceased to count.
        fileprivate(set) var instances: [Instance] = []

        init(_ registration: Registration) {
            self.registration = registration
        }

        fileprivate var stated: Registration.Traits { registration.traits }

        /// Whether the registration takes the place of what is below, and takes nothing over from it.
        fileprivate var isReplacing: Bool { stated.isReplacing }

        /// What may hold a user's objects.
        var objects: [any AnyObject & Sendable] { [registration] + instances.map(\.box) }
    }

    /// A single registration needs no list.
    private enum Content {
        case single(Registration)
        case several([Entry])
    }

    private var content = Content.several([])

    private(set) var entries: [Entry] {
        get {
            switch content {
            case .single(let registration): [Entry(registration)]
            case .several(let entries): entries
            }
        }
        set {
            let isSingle = newValue.count == 1 && newValue[0].instances.isEmpty
            content = isSingle ? .single(newValue[0].registration) : .several(newValue)
        }
    }

    /// The registration that counts.
    var first: Registration? {
        switch content {
        case .single(let registration): registration
        case .several(let entries): entries.first?.registration
        }
    }

    /// How long an instance lives: what the first one says, completed by those below it, key by key (C17).
    var scope: ServiceScope? {
        guard let first else { return nil }
        return first.isFactory ? stated(\.scope) ?? .shared : .shared
    }

    /// The place among the implementations, said in the same way.
    var ranking: Int { stated(\.ranking) ?? 0 }

    private func stated<Value>(_ trait: (Registration.Traits) -> Value?) -> Value? {
        if case .single(let registration) = content { return trait(registration.traits) }
        for entry in counting { if let value = trait(entry.stated) { return value } }
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
    ///
    /// - Returns: What is no longer needed: an owner that replaces its own registration again and again must not fill
    ///   memory (C61).
    mutating func insert(_ entry: Entry) -> [Entry] {
        var dropped: [Entry] = []
        if entry.isReplacing {
            dropped = entries.filter { entry.outdates($0) }
            entries.removeAll { entry.outdates($0) }
        }
        let highest = highestPlace(for: entry)
        let source = entry.registration.origin.source.rawValue
        let place = entries[highest...].firstIndex {
            entry.isReplacing || source <= $0.registration.origin.source.rawValue
        }
        entries.insert(entry, at: place ?? entries.endIndex)
        return dropped
    }

    /// Removes entries and returns them.
    mutating func remove(where isLeaving: (Registration) -> Bool) -> [Entry] {
        let leaving = entries.filter { isLeaving($0.registration) }
        entries.removeAll { isLeaving($0.registration) }
        return leaving
    }

    /// Keeps instances for a registration until it counts again, and returns those whose places they take.
    mutating func keep(_ instances: [Instance], of registration: Registration) -> [any ServiceInstance] {
        guard let place = entries.firstIndex(where: { $0.registration === registration }) else { return [] }
        let keys = Set(instances.map(\.key))
        let outdated = entries[place].instances.filter { keys.contains($0.key) }.map(\.box)
        entries[place].instances.removeAll { keys.contains($0.key) }
        entries[place].instances += instances
        return outdated
    }

    /// Takes the instances of the first one.
    mutating func takeInstances() -> [Instance] {
        guard !entries.isEmpty else { return [] }
        defer { entries[0].instances = [] }
        return entries[0].instances
    }

    mutating func replaceInstances(_ replacement: (any ServiceInstance) -> any ServiceInstance) {
        entries = entries.map { entry in
            var entry = entry
            entry.instances = entry.instances.map { .init(key: $0.key, box: replacement($0.box), needs: $0.needs) }
            return entry
        }
    }

    /// The highest place that an entry may take.
    ///
    /// It is below what keeps its place, and below what a module that comes later in the boot order has put in the
    /// place of the others: a module that comes back comes back to its old place.
    private func highestPlace(for entry: Entry) -> Int {
        if entry.stated.isOverride { return 0 }
        let last = entries.lastIndex { other in
            other.stated.isOverride
                || other.isReplacing && entry.registration.owner.comesBefore(other.registration.owner)
        }
        return last.map { $0 + 1 } ?? 0
    }
}

extension RegistrationStack.Entry {
    /// Whether another entry is an older one of the same owner.
    fileprivate func outdates(_ other: Self) -> Bool {
        registration.owner === other.registration.owner && stated.isOverride == other.stated.isOverride
            && registration.origin.source == other.registration.origin.source
    }
}
