// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// What libraries have registered with a hive, by the type of the entries.
final class Registries: Sendable {
    private let all = Mutex<[any AnyRegistryStorage]>([])
    private let stage = RegistryStage()
    private let context: HiveContext

    init(context: HiveContext) {
        self.context = context
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

    /// Allows what a stage of the hive's life allows, which the engine has entered.
    func follow(_ stage: LifeStage) { self.stage.advance(to: stage) }

    func withdraw(_ owner: Owner) {
        for storage in all.withLock({ $0 }) { storage.withdraw(owner) }
    }

    func keys(of module: String?) -> [String] { all.withLock { $0 }.flatMap { $0.keys(of: module) } }
}

/// What a hive's registries allow, at the stage of its life that they have followed it to.
final class RegistryStage: Sendable {
    private let stage = AtomicLifeStage()

    func advance(to next: LifeStage) { stage.advance(to: next) }

    func checkReadable(_ what: @autoclosure () -> String) throws {
        switch stage.current.lookups {
        case .everything, .whatIsThere:
            return
        case .over:
            throw HiveError(.stopped, "Nothing registered as \(what()) can be found: the hive has stopped.")
        case .notYet:
            let text = "What is registered as \(what()) can be found from the initialize phase on, not before."
            throw HiveError(.invalidState, text)
        }
    }

    func checkWritable(_ what: @autoclosure () -> String) throws {
        if stage.current.registers { return }
        let text = "Nothing can be registered as \(what()) any more: the hive has begun to stop."
        throw HiveError(.invalidState, text)
    }
}
