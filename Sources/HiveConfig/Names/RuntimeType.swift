// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HivePropertyList

/// A name that may be handed to the Swift runtime: `Module.Type` or `Module.Outer.Inner`.
///
/// Property lists come from anyone, and the runtime parses what it is given, so nothing but plain identifiers ever
/// reaches it, each with its length in front.
struct RuntimeTypeName {
    static let maximumByteCount = 256
    static let maximumComponentCount = 5

    let components: [Substring]

    /// Takes a name apart; nil for one that is too long or holds anything but ASCII letters, digits, `_` and dots.
    init?(_ name: String) {
        guard name.utf8.count <= Self.maximumByteCount else { return nil }
        let components = name.split(separator: ".", omittingEmptySubsequences: false)
        guard components.count <= Self.maximumComponentCount, components.allSatisfy(Self.isIdentifier) else {
            return nil
        }
        self.components = components
    }

    private static func isIdentifier(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, !first.isASCIIDigit else { return false }
        return text.utf8.allSatisfy { byte in
            byte.isASCIIDigit || byte == UInt8(ascii: "_") || (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
        }
    }

    /// Finds a class or actor, a structure, an enumeration, or a protocol's existential type, in this order.
    ///
    /// - Complexity: O(types in the program) for each candidate.
    func find(protocolFirst: Bool = false) -> (any Any.Type)? {
        for candidate in candidates(protocolFirst: protocolFirst) {
            if let type = _typeByName(candidate) { return type }
        }
        return nil
    }

    /// What the runtime is asked for: one name for each kind of type.
    ///
    /// Types around it are asked for as `XY`, a nominal type of whichever kind, so that a name costs four searches however
    /// deep it is.
    func candidates(protocolFirst: Bool = false) -> [String] {
        guard components.count > 1 else { return [] }
        var name = Self.mangled(components[0])
        for component in components.dropFirst().dropLast() { name += Self.mangled(component) + "XY" }
        name += Self.mangled(components[components.count - 1])
        return (protocolFirst ? ["_p", "C", "V", "O"] : ["C", "V", "O", "_p"]).map { name + $0 }
    }

    private static func mangled(_ identifier: Substring) -> String { "\(identifier.utf8.count)\(identifier)" }
}
