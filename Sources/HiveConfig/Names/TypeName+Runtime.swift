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

    private static func mangled(_ identifier: Substring) -> String { "\(identifier.utf8.count)\(identifier)" }
}
