// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A service that is registered, for people and programs.
package struct ServiceDescription: Hashable, Sendable, CustomStringConvertible {
    /// The type under which the service is looked up, with its Swift module and without `any`.
    package let type: String
    /// The name, where a type has several implementations.
    package let name: String?
    /// Whether everybody shares one instance.
    package let scope: ServiceScope
    /// The place among the implementations of the type.
    package let ranking: Int
    /// The name of the module that the service belongs to; nil for the hive.
    package let module: String?
    /// Whether asynchronous code makes the instance.
    package let isAsynchronous: Bool
    /// The service that this one is another view of.
    package let aliased: String?
    /// Every place that declares the service, the one that wins first (C17).
    package let origins: [Origin]

    init?(_ stack: RegistrationStack) {
        guard let registration = stack.first, let scope = stack.scope else { return nil }
        type = ServiceKey.qualifiedName(of: registration.key.type)
        name = registration.key.name
        self.scope = scope
        ranking = stack.ranking
        module = registration.owner.name
        isAsynchronous = registration.isAsynchronous
        aliased = registration.aliased?.description
        origins = stack.origins
    }

    /// The type, the name and the module.
    package var description: String { "\(type)\(name.map { " \($0.quoted)" } ?? "") (\(module ?? "the hive"))" }
}

extension ServiceManager {
    /// Every service that is registered, sorted by type and name.
    ///
    /// Modules register theirs when the hive starts, so before that there are only those of the hive. It is a snapshot:
    /// what is registered later does not change it.
    ///
    /// - Complexity: O(n log n).
    package var descriptions: [ServiceDescription] {
        state.withLock { $0.registry.descriptions }.sorted { ($0.type, $0.name ?? "") < ($1.type, $1.name ?? "") }
    }
}
