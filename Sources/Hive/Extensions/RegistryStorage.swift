// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// The entries of one type; the type is erased.
protocol AnyRegistryStorage: AnyObject, Sendable {
    /// Withdraws what an owner has registered, and leaves in its place what refuses, where somebody stands for it.
    func withdraw(_ owner: Owner)
    /// Makes the table, so that what is wrong with it is found now.
    func prepare() throws
    /// The keys of what a module, or with nil anybody, has registered.
    func keys(of module: String?) -> [String]
}

/// The entries of one type, and the table that readers get.
final class RegistryStorage<Entry: RegistryEntry>: AnyRegistryStorage {
    private struct Filed {
        let entry: Entry
        /// Computed once and without the lock, because it is code of the library.
        let key: String?
        let sequence: Int
    }

    private struct State: ~Copyable {
        var filed: [ObjectIdentifier: (owner: Owner, entries: [Filed])] = [:]
        /// Who has registered each key, and where.
        var sites: [String: (origin: Origin, owner: Owner)] = [:]
        /// Keys whose module was removed, with its name; only the last ones, so that they do not fill memory.
        var gone: [String: String] = [:]
        var nextSequence = 0
        var version = 0
        /// What readers get; nil until it is made anew, after a change.
        var table: Entry.Table?

        /// Notes that the table has to be made anew, and returns the former one, to be let go of without the lock.
        mutating func change() -> Entry.Table? {
            version += 1
            return table.take()
        }
    }

    private static var goneLimit: Int { 10_000 }

    private let state = Mutex(State())
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

    func prepare() throws { _ = try makeTable() }

    private func makeTable() throws -> Entry.Table {
        while true {
            let (records, version) = state.withLock { (Self.records($0), $0.version) }
            let table = try Entry.makeTable(records, in: context)
            let (isCurrent, former) = state.withLock { state -> (Bool, Entry.Table?) in
                guard state.version == version else { return (false, nil) }
                defer { state.table = table }
                return (true, state.table)
            }
            // Released here: a table may hold objects of the application.
            withExtendedLifetime(former) {}
            if isCurrent { return table }
        }
    }

    private static func records(_ state: borrowing State) -> [(entry: Entry, module: String?)] {
        state.filed.values.sorted { $0.owner.position < $1.owner.position }.flatMap { owner, entries in
            entries.map { ($0.entry, owner.name) }
        }
    }

    /// The name of the module with which an entry was withdrawn.
    func formerModule(of key: String) -> String? { state.withLock { $0.gone[key] } }

    func keys(of module: String?) -> [String] {
        state.withLock { state in
            state.filed.values.filter { module == nil || $0.owner.name == module }
                .flatMap { $0.entries.map { $0.key ?? "\(Entry.self)" } }
                .sorted()
        }
    }

    // MARK: Changing

    func add(_ entries: [Entry], owner: Owner, check: () throws -> Void) throws -> RegistrationToken {
        let keyed = entries.map { (entry: $0, key: $0.key, origin: $0.origin) }
        let (range, _) = try state.withLock { state in
            try check()
            if !stage.current.registers {
                let text = "Nothing can be registered as \(Entry.self) any more: the hive has begun to stop."
                throw HiveError(.invalidState, text)
            }
            var sites: [String: (origin: Origin, owner: Owner)] = [:]
            for (_, key, origin) in keyed {
                guard let key else { continue }
                guard let other = state.sites[key] ?? sites.updateValue((origin, owner), forKey: key) else { continue }
                let text = """
                    \(key) is registered twice: at \(other.origin) by \(other.owner.displayName) and at \(origin) by \
                    \(owner.displayName).
                    """
                throw HiveError(.duplicateEntry, text, at: origin)
            }
            state.sites.merge(sites) { _, new in new }
            let first = state.nextSequence
            state.nextSequence += keyed.count
            for (offset, (entry, key, _)) in keyed.enumerated() {
                let filed = Filed(entry: entry, key: key, sequence: first + offset)
                state.filed[owner.id, default: (owner, [])].entries.append(filed)
                if let key { state.gone[key] = nil }
            }
            return (first..<state.nextSequence, state.change())
        }
        return RegistrationToken { [weak self] in self?.remove(range, of: owner) }
    }

    func withdraw(_ owner: Owner) {
        if let standIn = owner.standIn {
            let entries = state.withLock { $0.filed[owner.id]?.entries.map(\.entry) } ?? []
            let refusing = entries.compactMap { $0.whileDown(standIn.refusal) }
            // Before the others go, so that there is no moment without.
            if !refusing.isEmpty { file(refusing, for: standIn.owner) }
        }
        remove(nil, of: owner)
    }

    /// Files entries without keys, in the place of those that an owner has.
    private func file(_ entries: [Entry], for owner: Owner) {
        let former = state.withLock { state in
            let filed = entries.enumerated().map { offset, entry in
                Filed(entry: entry, key: nil, sequence: state.nextSequence + offset)
            }
            state.nextSequence += entries.count
            return (state.filed.updateValue((owner, filed), forKey: owner.id), state.change())
        }
        withExtendedLifetime(former) {}
    }

    /// Withdraws an owner's entries; with a range only those of these numbers.
    private func remove(_ range: Range<Int>?, of owner: Owner) {
        // What is returned is released without the lock: entries and tables may hold objects of the application.
        _ = state.withLock { state -> ([Filed], Entry.Table?) in
            guard let all = state.filed.removeValue(forKey: owner.id)?.entries else { return ([], nil) }
            let kept = range.map { range in all.filter { !range.contains($0.sequence) } } ?? []
            if !kept.isEmpty { state.filed[owner.id] = (owner, kept) }
            if kept.count == all.count { return ([], nil) }
            for filed in all where range?.contains(filed.sequence) ?? true {
                guard let key = filed.key else { continue }
                state.sites[key] = nil
                guard let name = owner.name, range == nil else { continue }
                if state.gone.count >= Self.goneLimit { state.gone = [:] }
                state.gone[key] = name
            }
            return (all, state.change())
        }
    }
}
