// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A shared instance that is to be shut down with its owner.
struct PendingShutdown {
    let key: ServiceKey
    let owner: Owner
    let shutdown: Shutdown
}

/// The shared instances that are to be shut down, by their owners, in the order in which they were made (C28).
struct ShutdownLedger: ~Copyable {
    private var pending: [ObjectIdentifier: [PendingShutdown]] = [:]
    /// The objects among them; the entries keep them alive.
    private var objects: Set<ObjectIdentifier> = []

    /// Adds an instance, whose owner must not be gone; one object is shut down once, also when its class hands it out
    /// again.
    mutating func add(_ entry: PendingShutdown) {
        if let object = entry.shutdown.object, !objects.insert(ObjectIdentifier(object)).inserted { return }
        pending[entry.owner.id, default: []].append(entry)
    }

    /// Whether an instance is an object that will be shut down already.
    func contains(_ entry: PendingShutdown) -> Bool {
        entry.shutdown.object.map { objects.contains(ObjectIdentifier($0)) } ?? false
    }

    /// Takes the newest of an owner's instances; nil when there is none.
    mutating func takeNewest(of owner: Owner) -> PendingShutdown? {
        guard !pending.isEmpty, let entry = pending[owner.id]?.popLast() else { return nil }
        if pending[owner.id]?.isEmpty == true { pending[owner.id] = nil }
        if let object = entry.shutdown.object { objects.remove(ObjectIdentifier(object)) }
        return entry
    }

    func hasEntries(of owner: Owner) -> Bool { pending[owner.id] != nil }
}
