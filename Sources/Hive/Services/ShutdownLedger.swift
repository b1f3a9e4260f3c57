// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A shared instance that is to be shut down with its owner.
///
/// It keeps the instance until then, so there is none for a service that does nothing when it is shut down.
struct PendingShutdown: Sendable {
    /// Shuts down what is in a box.
    typealias Body = @Sendable (any ServiceInstance) async throws -> Void

    let key: ServiceKey
    let owner: Owner
    let run: @Sendable () async throws -> Void
    /// The instance, where it is an object that shuts itself down.
    let object: (any AnyObject & Sendable)?

    /// Uses the closure that was registered, or else what the service's class says; nil when there is neither.
    init?(_ box: any ServiceInstance, under key: ServiceKey, by registration: Registration) {
        if let body = registration.shutdown {
            run = { try await body(box) }
            object = nil
        } else if let service = box.implementation, service.hasShutdown {
            run = { _ = try await service.shutdown() }
            object = service as? any ServiceImplementation & AnyObject
        } else {
            return nil
        }
        self.key = key
        owner = registration.owner
    }
}

/// The shared instances that are to be shut down, by their owners, in the order in which they were made (C28).
struct ShutdownLedger: ~Copyable {
    private var pending: [ObjectIdentifier: [PendingShutdown]] = [:]
    /// The objects among them; the entries keep them alive.
    private var objects: Set<ObjectIdentifier> = []

    /// Adds an instance, whose owner must not be gone; one object is shut down once, also when its class hands it out
    /// again.
    mutating func add(_ entry: PendingShutdown) {
        if let object = entry.object, !objects.insert(ObjectIdentifier(object)).inserted { return }
        pending[entry.owner.id, default: []].append(entry)
    }

    /// Whether an instance is an object that will be shut down already.
    func contains(_ entry: PendingShutdown) -> Bool {
        entry.object.map { objects.contains(ObjectIdentifier($0)) } ?? false
    }

    /// Takes the newest of an owner's instances, or of those of one of its services; nil when there is none.
    mutating func takeNewest(of owner: Owner, service: ServiceKey? = nil) -> PendingShutdown? {
        let place = pending[owner.id]?.lastIndex { service == nil || $0.key.registered == service }
        guard let place, let entry = pending[owner.id]?.remove(at: place) else { return nil }
        if pending[owner.id]?.isEmpty == true { pending[owner.id] = nil }
        if let object = entry.object { objects.remove(ObjectIdentifier(object)) }
        return entry
    }

    func hasEntries(of owner: Owner) -> Bool { pending[owner.id] != nil }
}
