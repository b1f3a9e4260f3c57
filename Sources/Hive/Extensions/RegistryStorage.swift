// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// The entries of one type; the type is erased.
protocol AnyRegistryStorage: AnyObject, Sendable {
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

    private struct Site {
        let origin: Origin
        let owner: Owner
    }

    private struct State: ~Copyable {
        var filed: [ObjectIdentifier: (owner: Owner, entries: [Filed])] = [:]
        var sites: [String: Site] = [:]
        /// Keys whose module was removed, with its name; only the last ones, so that they do not fill memory.
        var gone: [String: String] = [:]
        var nextSequence = 0
        var version = 0
        /// What readers get; nil until it is made anew, after a change.
        var table: TableBox?

        /// Notes that the table has to be made anew, and returns the former one, to be let go of without the lock.
        mutating func change() -> TableBox? {
            version += 1
            defer { table = nil }
            return table
        }
    }

    private final class TableBox: Sendable {
        let table: Entry.Table

        init(_ table: Entry.Table) { self.table = table }
    }

    private static var goneLimit: Int { 10_000 }

    private let state = Mutex(State())
    private let stage: RegistryStage
    private let context: HiveContext

    init(stage: RegistryStage, context: HiveContext) {
        self.stage = stage
        self.context = context
    }

    // MARK: Reading

    /// The table.
    func table() throws -> Entry.Table {
        try stage.checkReadable("\(Entry.self)")
        // Not as an optional table: the runtime would look that type up at each reading.
        return try state.withLock { $0.table }?.table ?? makeTable()
    }

    func prepare() throws { _ = try makeTable() }

    private func makeTable() throws -> Entry.Table {
        while true {
            let (records, version) = state.withLock { (Self.records($0), $0.version) }
            let table = try Entry.makeTable(records, in: context)
            let box = TableBox(table)
            let (isCurrent, former) = state.withLock { state -> (Bool, TableBox?) in
                guard state.version == version else { return (false, nil) }
                defer { state.table = box }
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
            try stage.checkWritable("\(Entry.self)")
            var sites: [String: Site] = [:]
            for (_, key, origin) in keyed {
                guard let key else { continue }
                let site = Site(origin: origin, owner: owner)
                guard let other = state.sites[key] ?? sites.updateValue(site, forKey: key) else { continue }
                throw Self.duplicate(key, other, site)
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

    private static func duplicate(_ key: String, _ other: Site, _ site: Site) -> HiveError {
        let text = """
            \(key) is registered twice: at \(other.origin) by \(other.owner.displayName) and at \(site.origin) by \
            \(site.owner.displayName).
            """
        return HiveError(.duplicateEntry, text, at: site.origin)
    }

    func withdraw(_ owner: Owner) { remove(nil, of: owner) }

    /// Withdraws an owner's entries; with a range only those of these numbers.
    private func remove(_ range: Range<Int>?, of owner: Owner) {
        // What is returned is released without the lock: entries and tables may hold objects of the application.
        _ = state.withLock { state -> ([Filed], TableBox?) in
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
