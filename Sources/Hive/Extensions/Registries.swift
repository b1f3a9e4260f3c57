// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// What libraries have registered with a hive, by the type of the entries.
final class Registries: Sendable {
    private let all = Mutex<[any AnyRegistryStorage]>([])
    /// Who takes the places of owners that are about to be withdrawn, and come back.
    private let standIns = Mutex<[ObjectIdentifier: StandIn]>([:])
    private let stage: AtomicLifeStage
    private let context: HiveContext

    init(context: HiveContext, stage: AtomicLifeStage) {
        self.context = context
        self.stage = stage
    }

    /// The entries of a type.
    ///
    /// - Complexity: O(n) in the number of types, which are few.
    func storage<Entry: RegistryEntry>(of type: Entry.Type) -> RegistryStorage<Entry> {
        all.withLock { all in
            for case let known as RegistryStorage<Entry> in all { return known }
            let storage = RegistryStorage<Entry>(stage: stage, context: context)
            all.append(storage)
            return storage
        }
    }

    // MARK: The hive's life

    /// Makes every table.
    ///
    /// - Returns: What is wrong with the entries.
    func prepare() -> [any Error] {
        all.withLock { $0 }.compactMap { storage -> (any Error)? in
            do {
                try storage.prepare()
                return nil
            } catch {
                return error
            }
        }
    }

    /// Has somebody take the place of an owner when that is withdrawn.
    func expect(_ standIn: StandIn, for owner: Owner) { standIns.withLock { $0[owner.id] = standIn } }

    func withdraw(_ owner: Owner) {
        let standIn = standIns.withLock { $0.removeValue(forKey: owner.id) }
        for storage in all.withLock({ $0 }) { storage.withdraw(owner, leaving: standIn) }
    }

    func keys(of module: String?) -> [String] { all.withLock { $0 }.flatMap { $0.keys(of: module) } }
}
