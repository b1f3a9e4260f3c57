// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// Something that was registered for routing.
struct RoutingEntry: RegistryEntry {
    enum Kind: Sendable {
        case target(Target)
        /// The fallback of all targets.
        case fallback(Fallback)
        case interceptor(Interceptor)
        case route(RoutePattern, Endpoint)
        /// A chain with its scheme and host.
        case chain(String, Target)
        case scheme(String, SchemeTraits)
        case limits(URLLimits)
        /// Registered for its key only, so that a second entry with that key is an error.
        case reservation
    }

    let kind: Kind
    let key: String?
    let origin: Origin

    static func makeTable(
        _ records: [(entry: RoutingEntry, module: String?)],
        in context: HiveContext
    ) throws -> RoutingTable {
        try RoutingTable(records, in: context)
    }

    /// What an interceptor guards stays guarded.
    func whileDown(_ refusal: @escaping @Sendable () -> HiveError) -> RoutingEntry? {
        guard case .interceptor = kind else { return nil }
        return RoutingEntry(kind: .interceptor { _, _ in throw refusal() }, key: nil, origin: origin)
    }

    static func schemeKey(_ scheme: String) -> String { "the URL scheme \(scheme)" }
}
