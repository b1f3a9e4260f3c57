// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// Types by name.
struct TypeTable: Sendable {
    /// What a name is to a type; of what several types are called, the greatest counts.
    fileprivate enum Rank: Comparable { case short, qualified, given }

    /// What a name means: one type nearly always.
    struct Meaning: Sendable {
        fileprivate var rank: Rank
        /// The type that was the first to be called so.
        fileprivate(set) var type: any Any.Type
        /// The other types that are called so.
        fileprivate(set) var others: [any Any.Type] = []
        /// Whether the name is the whole name of a type, and whether it is a shorter form or an alias.
        fileprivate var isQualified = false
        fileprivate var isShort = false
    }

    private var meanings: [String: Meaning] = [:]

    /// Adds a type under its name, every shorter form of it, and another name.
    mutating func add(_ type: any Any.Type, alias: String? = nil) {
        let name = TypeTable.name(of: type)
        insert(type, name, .qualified)
        var rest = name.utf8.contains(UInt8(ascii: "<")) ? "" : name[...]
        while let dot = rest.utf8.firstIndex(of: UInt8(ascii: ".")) {
            rest = rest[rest.utf8.index(after: dot)...]
            insert(type, String(rest), .short)
        }
        if let alias { insert(type, alias, .short) }
    }

    /// Says what a name means, whatever else is called so.
    mutating func define(_ name: String, as type: any Any.Type) {
        insert(type, name, .given)
    }

    /// The types that a name may mean; a given one wins, and then a full name over equal short ones.
    func find(_ name: String) -> Meaning? { meanings[name] }

    /// The Swift modules of the types.
    var swiftModules: Set<String> {
        Set(
            meanings.lazy.filter(\.value.isQualified).map { $0.key.head(before: ".") }
        )
    }

    /// The name that was probably meant: a full one, or else a shorter form, of which the last part may be like it.
    func nearest(to name: String, last: String) -> String? {
        let qualified = meanings.lazy.filter(\.value.isQualified).map(\.key)
        let short = meanings.lazy.filter(\.value.isShort).map(\.key)
        return nearestName(to: name, among: qualified) ?? nearestName(to: last, among: qualified)
            ?? nearestName(to: last, among: short)
    }

    private mutating func insert(_ type: any Any.Type, _ name: String, _ rank: Rank) {
        meanings[name, default: Meaning(rank: rank, type: type)].add(type, rank)
    }

    /// The name of a type as a property list spells it: with its Swift module, without `any`.
    static func name(of type: any Any.Type) -> String {
        var name = _typeName(type)
        if name.utf8.starts(with: "any ".utf8) { name.removeFirst(4) }
        guard name.utf8.contains(UInt8(ascii: "$")) else { return name }
        // Private types: Shop.(unknown context at $55d0).Cart
        while let start = place(of: "(unknown context", in: name[...]), let end = place(of: ").", in: name[start...]) {
            name.removeSubrange(start..<name.utf8.index(end, offsetBy: 2))
        }
        return name
    }

    /// Where a part of a text begins. (What the standard library has for it is in `_StringProcessing`.)
    private static func place(of part: String, in text: Substring) -> String.Index? {
        text.utf8.indices.first { text.utf8[$0...].starts(with: part.utf8) }
    }
}

extension TypeTable.Meaning {
    fileprivate mutating func add(_ other: any Any.Type, _ otherRank: TypeTable.Rank) {
        isQualified = isQualified || otherRank == .qualified
        isShort = isShort || otherRank == .short
        if otherRank < rank { return }
        if otherRank > rank || otherRank == .given {
            (rank, type, others) = (otherRank, other, [])
        } else if type != other, !others.contains(where: { $0 == other }) {
            others.append(other)
        }
    }
}
