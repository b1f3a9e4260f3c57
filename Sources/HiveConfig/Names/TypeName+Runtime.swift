// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HivePropertyList

extension TypeName {
    /// Finds a class or actor, a structure, an enumeration, or a protocol's existential type, in this order.
    ///
    /// - Complexity: O(types in the program) for each candidate.
    func find(protocolFirst: Bool = false) -> (any Any.Type)? {
        for candidate in candidates(protocolFirst: protocolFirst) {
            if let type = _typeByName(candidate) { return type }
        }
        return nil
    }

    /// What the runtime is asked for: one name for each kind of type, each identifier with its length in front.
    ///
    /// Types around it are asked for as `XY`, a nominal type of whichever kind, so that a name costs four searches
    /// however deep it is.
    func candidates(protocolFirst: Bool = false) -> [String] {
        guard components.count > 1 else { return [] }
        var name = Self.mangled(components[0])
        for component in components.dropFirst().dropLast() { name += Self.mangled(component) + "XY" }
        name += Self.mangled(components[components.count - 1])
        return (protocolFirst ? ["_p", "C", "V", "O"] : ["C", "V", "O", "_p"]).map { name + $0 }
    }

    /// The name of a type in the program that was probably meant: the same one in another Swift module, or one that
    /// differs by a letter.
    ///
    /// - Parameters:
    ///   - modules: The Swift modules to look in, beside the one that the name begins with.
    ///   - kinds: The kinds of types, as the runtime marks them.
    /// - Returns: The name with its Swift module; nil where nothing is near.
    /// - Complexity: O(types in the program) for each of at most ``nearestSearchCount`` candidates, some 55 for a
    ///   letter.
    func nearest(in modules: [String], kinds: [String]) -> String? {
        let isQualified = components.count > 1
        let inner = isQualified ? components.dropFirst() : components[...]
        let outer = inner.dropLast().map(String.init)
        guard let last = inner.last else { return nil }
        var count = 0
        func exists(_ module: String, _ name: String) -> String? {
            count += 1
            let text = ([module] + outer + [name]).joined(separator: ".")
            guard count <= Self.nearestSearchCount, let type = TypeName(text) else { return nil }
            return type.candidates().contains { candidate in
                kinds.contains { candidate.hasSuffix($0) } && _typeByName(candidate) != nil
            } ? text : nil
        }
        for module in modules { if let found = exists(module, String(last)) { return found } }
        for module in isQualified ? [String(components[0])] + modules : modules {
            for name in Self.spellings(near: Array(last.utf8)) {
                if let found = exists(module, name) { return found }
            }
        }
        return nil
    }

    /// How many candidates are searched for at most when a name leads nowhere.
    private static let nearestSearchCount = 1_000

    /// The spellings of an identifier that differ by two letters swapped, one left out, in the other case, added or
    /// changed.
    private static func spellings(near name: [UInt8]) -> [String] {
        func replacing(_ range: Range<Int>, by bytes: [UInt8]) -> [UInt8] {
            name[..<range.lowerBound] + bytes + name[range.upperBound...]
        }
        let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)
        let indices = name.indices
        let all =
            indices.dropLast().map { replacing($0..<$0 + 2, by: [name[$0 + 1], name[$0]]) }
            + indices.map { replacing($0..<$0 + 1, by: []) }
            + indices.map { replacing($0..<$0 + 1, by: [name[$0] ^ 0x20]) }
            + (0...name.count).flatMap { index in letters.map { replacing(index..<index, by: [$0]) } }
            + indices.flatMap { index in letters.map { replacing(index..<index + 1, by: [$0]) } }
        return all.filter { $0 != name }.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func mangled(_ identifier: Substring) -> String { "\(identifier.utf8.count)\(identifier)" }
}
