// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A module has found a service: by a lookup, by one of a factory that it registered, or by an autowired field.
struct FoundService: Sendable {
    /// The module's type.
    let client: ObjectIdentifier
    let key: ServiceKey
    /// Where it asks for the service.
    let origin: Origin
    /// Whether a field asks for it, which the drain and a restart heed.
    var isField = false

    /// Who hears of it.
    ///
    /// A structure, because a closure that is the value of a lock itself is wrapped once more at each access.
    struct Listener {
        var note: (@Sendable (FoundService) -> Void)?
        /// Says how far a module is, for errors.
        var state: (@Sendable (_ module: ObjectIdentifier) -> ModuleState?)?
    }
}

extension ServiceManager {
    /// Tells who is interested that a module has found a service, and lets further lookups pass that reader by.
    func note(_ use: FoundService) {
        let note = listener.withLock { $0.note }
        note?(use)
        stripes[use.key.type].note(use.client, found: use.key)
    }

    /// Notes what the autowired fields of an instance have found, and those of its layers.
    func note(_ needs: [AutowiredNeed], _ registration: Registration, _ decorators: [Decorator]) {
        for need in needs {
            let layer = need.layer.flatMap { layer in decorators.first { ObjectIdentifier($0) == layer } }
            guard let client = (layer?.owner ?? registration.owner).module else { continue }
            note(FoundService(client: client, key: need.key, origin: need.origin, isField: true))
        }
    }
}
