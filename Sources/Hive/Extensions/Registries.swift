// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// What libraries have registered with a hive, by the type of the entries.
final class Registries: Sendable {
    private let all = Mutex<[any AnyRegistryStorage]>([])
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
        all.withLock { $0 }.compactMap { $0.prepare() }
    }

    /// Withdraws what an owner has registered; who stands for it refuses in its place.
    func withdraw(_ owner: Owner) {
        for storage in all.withLock({ $0 }) { storage.withdraw(owner) }
    }

    func keys(of module: String?) -> [String] { all.withLock { $0 }.flatMap { $0.keys(of: module) } }
}
