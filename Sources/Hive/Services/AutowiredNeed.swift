// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A service that an autowired field needs for as long as the object is there that has the field.
struct AutowiredNeed: Hashable, Sendable, CustomStringConvertible {
    let key: ServiceKey
    /// The type that has the field, with its place.
    let property: String
    let origin: Origin
    /// The decorator whose layer has the field; nil where it is the instance itself.
    var layer: ObjectIdentifier?

    var description: String { "\(key) in \(property)" }
}

/// Somebody who stays, and an autowired field of his whose service is about to go.
struct AutowiredTie {
    /// The module, or the owner of the service, that has the field.
    let owner: Owner
    /// The service whose shared instance has the field; nil for a field of a module.
    let instance: ServiceKey?
    let need: AutowiredNeed

    /// Who has the field.
    var holder: String {
        guard let instance else { return owner.displayName }
        return owner.name.map { "\(instance) of \($0)" } ?? "the hive's \(instance)"
    }

    /// A problem that says why the service must stay.
    func problem(_ code: HiveErrorCode, because reason: String, remedy: String) -> Problem {
        let holder = holder
        let who = holder.prefix(1).uppercased() + holder.dropFirst()
        let isHive = instance != nil && owner.name == nil
        let text = "\(isHive ? who : holder) has autowired \(need.key), \(reason), in \(need.property)."
        return Problem(.error, code, at: need.origin, text, remedy: remedy)
    }
}

extension ServiceManager {
    /// The services that can no longer be found when owners go and some other services do, but for those that come
    /// instead: what the owners have registered, and every further view of it.
    func keysGoing(
        with owners: [Owner],
        and keys: [ServiceKey] = [],
        except coming: Set<ServiceKey> = []
    ) -> Set<ServiceKey> {
        state.withLock { state in
            let leaving = Set(owners.map(\.id))
            // What somebody who stays has registered under the same key is found instead.
            let theirs = leaving.flatMap { state.registry.keys(of: $0) }.filter { key in
                state.registry.stack(key).entries.allSatisfy { leaving.contains($0.registration.owner.id) }
            }
            return state.registry.withViews(keys + theirs, except: coming)
        }
    }

    /// The shared instances that have fields for some services, and stay when those go; sorted by name.
    func ties(to going: Set<ServiceKey>) -> [AutowiredTie] {
        state.withLock { state in
            state.cache.fieldNeeds.flatMap { key, needs -> [AutowiredTie] in
                guard !going.contains(key), let owner = state.registry.registration(key)?.owner else { return [] }
                return needs.filter { going.contains($0.key) }.map {
                    AutowiredTie(owner: owner, instance: key, need: $0)
                }
            }
        }.sorted { "\($0.instance, default: "")" < "\($1.instance, default: "")" }
    }
}
