// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// Something that was registered for routing.
struct RoutingEntry: RegistryEntry {
    enum Kind: Sendable {
        case target(TargetDeclaration)
        case action(ActionDeclaration)
        case fallback(target: String?, access: Access, Fallback)
        case interceptor(Interceptor)
        case route(RouteDeclaration)
        case chain(RoutePattern)
        case component(chain: String, ActionDeclaration)
        case scheme(String, Set<URLForm>, jumps: Access)
        case limits(URLLimits)
        /// Registered for its key only, so that a second entry with that key is an error.
        case reservation
    }

    let kind: Kind
    let key: String?
    let origin: Origin

    init(_ kind: Kind, key: String?, at origin: Origin) {
        self.kind = kind
        self.key = key
        self.origin = origin
    }

    static func makeTable(
        _ records: [(entry: RoutingEntry, module: String?)],
        in context: HiveContext
    ) throws -> RoutingTable {
        try RoutingTable(records, in: context)
    }

    static func actionKey(_ target: String, _ action: String) -> String { "the action \(target).\(action)" }
    static func schemeKey(_ scheme: String) -> String { "the URL scheme \(scheme)" }
}

struct TargetDeclaration: Sendable {
    let name: String
    /// The scheme under which an exported service itself is found.
    var scheme: String?
    var instances: (any AnyTargetInstances)?
}

struct ActionDeclaration: Sendable {
    /// The target's name, or the chain's pattern.
    let target: String
    let name: String
    let access: Access
    let body: CallBody

    /// The name under which the method is declared that an exported service's own scheme leads to; no action has it.
    static let serviceItself = ""
}

struct RouteDeclaration: Sendable {
    let pattern: RoutePattern
    let access: Access
    let body: CallBody
}
