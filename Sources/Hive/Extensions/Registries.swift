// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// What libraries have registered with a hive, by the type of the entries.
final class Registries: Sendable {
    private let table = InsertOnlyTable<AnyRegistryStorage>()
    private let all = Mutex<[AnyRegistryStorage]>([])
    private let gate = RegistryGate()
    private let context: HiveContext

    init(context: HiveContext) {
        self.context = context
    }

    /// The entries of a type.
    ///
    /// - Complexity: O(1), and no lock once the type is known.
    func storage<Entry: RegistryEntry>(of type: Entry.Type) -> RegistryStorage<Entry> {
        // The address of a type is never 0.
        let tag = UInt(bitPattern: ObjectIdentifier(type))
        if let known: RegistryStorage<Entry> = known(tag) { return known }
        return all.withLock { all in
            if let known: RegistryStorage<Entry> = known(tag) { return known }
            let storage = RegistryStorage<Entry>(gate: gate, context: context)
            all.append(storage)
            table.insert(storage, tag: tag)
            return storage
        }
    }

    @inline(__always)
    private func known<Entry: RegistryEntry>(_ tag: UInt) -> RegistryStorage<Entry>? {
        table.find(tag: tag)?._withUnsafeGuaranteedRef { storage in
            // Sound: the tag is the address of `Entry`, and under it `storage(of:)` files storage of that type only.
            unsafeDowncast(storage, to: RegistryStorage<Entry>.self)
        }
    }

    // MARK: The hive's life

    /// Makes every table, and lets them be read.
    ///
    /// - Returns: What is wrong with the entries.
    func open() -> [any Error] {
        let errors = all.withLock { $0 }.compactMap { storage -> (any Error)? in
            do {
                try storage.prepare()
                return nil
            } catch {
                return error
            }
        }
        if errors.isEmpty { gate.advance(to: .open) }
        return errors
    }

    func beginStopping() { gate.advance(to: .stopping) }

    /// Refuses everything from now on, and releases tables that were being read when they were replaced.
    func close() {
        gate.advance(to: .stopped)
        for storage in all.withLock({ $0 }) { storage.letGo() }
    }

    func withdraw(_ owner: Owner) {
        for storage in all.withLock({ $0 }) { storage.withdraw(owner) }
    }

    func keys(of module: String?) -> [String] { all.withLock { $0 }.flatMap { $0.keys(of: module) } }
}

/// How far the hive has come, as far as registries are concerned.
final class RegistryGate: Sendable {
    enum Stage: Int {
        case registering, open, stopping, stopped
    }

    private let stage = Atomic(Stage.registering.rawValue)

    /// Goes on to a stage, never back.
    func advance(to next: Stage) { stage.max(next.rawValue, ordering: .sequentiallyConsistent) }

    func checkReadable(_ what: @autoclosure () -> String) throws {
        let now = stage.load(ordering: .acquiring)
        if now == Stage.open.rawValue || now == Stage.stopping.rawValue { return }
        if now == Stage.stopped.rawValue {
            throw HiveError(.stopped, "Nothing registered as \(what()) can be found: the hive has stopped.")
        }
        let text = "What is registered as \(what()) can be found from the initialize phase on, not before."
        throw HiveError(.invalidState, text)
    }

    func checkWritable(_ what: @autoclosure () -> String) throws {
        guard stage.load(ordering: .sequentiallyConsistent) >= Stage.stopping.rawValue else { return }
        let text = "Nothing can be registered as \(what()) any more: the hive has begun to stop."
        throw HiveError(.invalidState, text)
    }
}
