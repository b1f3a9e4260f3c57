// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The keys that are known in one kind of dictionary, found in a file once and not in each of its dictionaries.
struct KnownKeys<Key: CaseIterable & RawRepresentable<String> & Equatable> {
    /// The keys, in the order in which messages list them.
    let names: [String]
    /// Those that the file has, each with its index there.
    private let present: [(key: Key, index: Int32, isSpeltSo: Bool)]
    /// The indices of those that the file spells so.
    private let wellSpelt: [Int32]

    init(_ keys: some Sequence<Key>, in file: PropertyListCursor) {
        names = keys.map(\.rawValue)
        present = keys.compactMap { key in file.index(ofKey: key.rawValue).map { (key, $0.index, $0.isSpeltSo) } }
        wellSpelt = present.filter(\.isSpeltSo).map(\.index)
    }

    /// Looks for all keys of a kind of dictionary.
    init(in file: PropertyListCursor) { self.init(Key.allCases, in: file) }

    /// Whether nothing is wrong with the keys of a dictionary.
    func areFine(in dictionary: PropertyListCursor) -> Bool { dictionary.hasOnly(wellSpelt) }

    /// The index of a key in the file; nil for one that it does not have.
    func index(of key: Key) -> Int32? {
        for known in present where known.key == key { return known.index }
        return nil
    }
}

/// The entries of a dictionary of which the keys were checked.
struct StatedEntries<Key: CaseIterable & RawRepresentable<String> & Equatable> {
    /// The dictionary.
    let cursor: PropertyListCursor
    let keys: KnownKeys<Key>

    subscript(key: Key) -> PropertyListCursor? { keys.index(of: key).flatMap { cursor[$0] } }
}
