// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// The entries of one type; the type is erased.
protocol AnyRegistryStorage: AnyObject, Sendable {
    /// Withdraws what an owner has registered, and leaves in its place what refuses, where somebody stands for it.
    func withdraw(_ owner: Owner)
    /// Makes the table, and returns what is wrong with it.
    func prepare() -> (any Error)?
    /// The keys of what a module, or with nil anybody, has registered.
    func keys(of module: String?) -> [String]
}

/// The entries of one type, and the table that readers get.
final class RegistryStorage<Entry: RegistryEntry>: AnyRegistryStorage {
    /// What an owner has registered at one time.
    private final class Batch: Sendable {
        let owner: Owner
        /// With their keys and places, asked for once and without a lock, because that is code of the library.
        let entries: [(entry: Entry, key: String?, origin: Origin)]

        init(_ entries: [Entry], of owner: Owner) {
            self.owner = owner
            self.entries = entries.map { ($0, $0.key, $0.origin) }
        }
    }

    private struct State: ~Copyable, DiscardingState {
        var batches: [ObjectIdentifier: [Batch]] = [:]
        /// Who has registered each key, and where.
        var sites: [String: (origin: Origin, owner: Owner)] = [:]
        /// Keys whose module was removed, with its name; only the last ones, so that they do not fill memory.
        var gone: [String: String] = [:]
        /// How often something has changed.
        var version = 0
        /// What readers get; nil until it is made anew, after a change.
        var table: Entry.Table?
        var discarded: [any Sendable] = []

        mutating func setTable(_ new: Entry.Table?) {
            if let table { discarded.append(table) }
            table = new
        }

        /// Notes that the table has to be made anew.
        mutating func change() {
            version += 1
            setTable(nil)
        }

        /// Puts others in the place of an owner's entries.
        mutating func replace(_ owner: Owner, with batches: [Batch]) {
            if let former = self.batches[owner.id] { discarded.append(former) }
            self.batches[owner.id] = batches.isEmpty ? nil : batches
            change()
        }
    }

    private static var goneLimit: Int { 10_000 }

    private let state = DiscardingMutex(State())
    /// How far the hive has come, which says what is allowed.
    private let stage: AtomicLifeStage
    private let context: HiveContext

    init(stage: AtomicLifeStage, context: HiveContext) {
        self.stage = stage
        self.context = context
    }

    // MARK: Reading

    /// The table.
    func table() throws -> Entry.Table {
        switch stage.current.lookups {
        case .everything, .whatIsThere:
            return try state.withLock { $0.table } ?? makeTable()
        case .over:
            throw HiveError(.stopped, "Nothing registered as \(Entry.self) can be found: the hive has stopped.")
        case .notYet:
            let text = "What is registered as \(Entry.self) can be found from the initialize phase on, not before."
            throw HiveError(.invalidState, text)
        }
    }

    func prepare() -> (any Error)? {
        do { _ = try makeTable() } catch { return error }
        return nil
    }

    private func makeTable() throws -> Entry.Table {
        while true {
            let (all, version) = state.withLock { (Array($0.batches.values), $0.version) }
            let records = all.sorted { $0[0].owner.position < $1[0].owner.position }.joined().flatMap { batch in
                batch.entries.map { (entry: $0.entry, module: batch.owner.name) }
            }
            let table = try Entry.makeTable(records, in: context)
            let isCurrent = state.withLock { state in
                if state.version == version { state.setTable(table) }
                return state.version == version
            }
            if isCurrent { return table }
        }
    }

    /// The name of the module with which an entry was withdrawn.
    func formerModule(of key: String) -> String? { state.withLock { $0.gone[key] } }

    func keys(of module: String?) -> [String] {
        let batches = state.withLock { $0.batches.values.joined().filter { module == nil || $0.owner.name == module } }
        return batches.flatMap(\.entries).map { $0.key ?? "\(Entry.self)" }.sorted()
    }

    // MARK: Changing

    func add(_ entries: [Entry], owner: Owner, check: () throws -> Void) throws -> RegistrationToken {
        let batch = Batch(entries, of: owner)
        try state.withLock { state in
            try check()
            if !stage.current.registers {
                let text = "Nothing can be registered as \(Entry.self) any more: the hive has begun to stop."
                throw HiveError(.invalidState, text)
            }
            var sites: [String: (origin: Origin, owner: Owner)] = [:]
            for case (_, let key?, let origin) in batch.entries {
                guard let other = state.sites[key] ?? sites.updateValue((origin, owner), forKey: key) else { continue }
                let text = """
                    \(key) is registered twice: at \(other.origin) by \(other.owner.displayName) and at \(origin) by \
                    \(owner.displayName).
                    """
                throw HiveError(.duplicateEntry, text, at: origin)
            }
            state.sites.merge(sites) { _, new in new }
            for key in sites.keys { state.gone[key] = nil }
            state.batches[owner.id, default: []].append(batch)
            state.change()
        }
        return RegistrationToken { [weak self, weak batch] in
            if let self, let batch { remove(batch, of: owner) }
        }
    }

    func withdraw(_ owner: Owner) {
        if let standIn = owner.standIn {
            let batches = state.withLock { $0.batches[owner.id] ?? [] }
            let refusing = batches.flatMap(\.entries).compactMap { $0.entry.whileDown(standIn.refusal) }
            let batch = Batch(refusing, of: standIn.owner)
            // Before the others go, so that there is no moment without.
            if !refusing.isEmpty { state.withLock { $0.replace(standIn.owner, with: [batch]) } }
        }
        remove(nil, of: owner)
    }

    /// Withdraws a batch of an owner; without one everything, which is remembered.
    private func remove(_ batch: Batch?, of owner: Owner) {
        state.withLock { state in
            let (gone, kept) = (state.batches[owner.id] ?? []).partitioned { batch == nil || $0 === batch }
            if gone.isEmpty { return }
            state.replace(owner, with: kept)
            for key in gone.flatMap(\.entries).compactMap(\.key) where state.sites[key]?.owner === owner {
                state.sites[key] = nil
                guard let name = owner.name, batch == nil else { continue }
                if state.gone.count >= Self.goneLimit { state.gone = [:] }
                state.gone[key] = name
            }
        }
    }
}
