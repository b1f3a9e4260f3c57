// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// Types by name.
struct TypeTable: Sendable {
    private var given: [String: any Any.Type] = [:]
    private var qualified: [String: [any Any.Type]] = [:]
    private var short: [String: [any Any.Type]] = [:]

    /// Adds a type under its name, every shorter form of it, and further names.
    mutating func add(_ type: any Any.Type, aliases: String...) {
        let name = TypeTable.name(of: type)
        Self.insert(type, name, &qualified)
        var rest = name.utf8.contains(UInt8(ascii: "<")) ? "" : name[...]
        while let dot = rest.utf8.firstIndex(of: UInt8(ascii: ".")) {
            rest = rest[rest.utf8.index(after: dot)...]
            Self.insert(type, String(rest), &short)
        }
        for alias in aliases { Self.insert(type, alias, &short) }
    }

    /// Says what a name means, whatever else is called so.
    mutating func define(_ name: String, as type: any Any.Type) { given[name] = type }

    /// The types that a name may mean; a given one wins, and then a full name over equal short ones.
    func find(_ name: String) -> [any Any.Type] { given[name].map { [$0] } ?? qualified[name] ?? short[name] ?? [] }

    /// The name that was probably meant: a full one, or else a shorter form, of which the last part may be like it.
    func nearest(to name: String, last: String) -> String? {
        nearestName(to: name, among: qualified.keys) ?? nearestName(to: last, among: qualified.keys)
            ?? nearestName(to: last, among: short.keys)
    }

    private static func insert(_ type: any Any.Type, _ name: String, _ table: inout [String: [any Any.Type]]) {
        if table[name]?.contains(where: { $0 == type }) == true { return }
        table[name, default: []].append(type)
    }

    /// The name of a type as a property list spells it: with its Swift module, without `any`.
    static func name(of type: any Any.Type) -> String {
        var name = _typeName(type)
        if name.hasPrefix("any ") { name.removeFirst(4) }
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
