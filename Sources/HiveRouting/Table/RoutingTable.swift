// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// Everything that was registered for routing, immutable, and arranged for fast lookups.
final class RoutingTable: Sendable {
    /// What code in the process finds.
    let inside: RoutingDirectory
    /// What outsiders find, which is all that exists for them (C60).
    let outside: RoutingDirectory
    /// In the order in which they were registered; the last one is outermost.
    let interceptors: [Interceptor]
    let schemes: [String: SchemeTraits]
    let schemeNames: KnownNames
    let limits: URLLimits

    init(_ records: [(entry: RoutingEntry, module: String?)], in context: HiveContext) throws {
        var settings = try RoutingSettings(context.values)
        var interceptors: [Interceptor] = []
        var (targets, routes): ([Target], [RouteTree.Route]) = ([], [])
        var chains: [String: Target] = [:]
        var fallback: Fallback?
        for (entry, module) in records {
            switch entry.kind {
            case .target(let target): targets.append(target.of(module))
            case .fallback(let registered): fallback = registered
            case .interceptor(let interceptor): interceptors.append(interceptor)
            case .route(let pattern, let route): routes.append((pattern, route.of(module)))
            case .chain(let address, let chain): chains[address] = chain.of(module)
            case .scheme(let scheme, let traits):
                settings.schemes[scheme] = settings.schemes[scheme]?.merged(with: traits) ?? traits
            case .limits(let limits): settings.stated = limits
            case .reservation: break
            }
        }
        inside = RoutingDirectory(targets: targets, fallback: fallback, routes: routes, chains: chains)
        outside = inside.remote
        if let both = inside.services.first(where: { settings.schemes[$0.key] != nil }) {
            let text = """
                The URL scheme \(both.key) is listed in the configuration, and leads to the service that is exported at \
                \(both.value.origin). Remove it from the list, or give the service another scheme.
                """
            throw HiveError(.duplicateEntry, text, at: both.value.origin)
        }
        self.interceptors = interceptors
        schemes = settings.schemes
        schemeNames = KnownNames(settings.schemes.keys)
        limits = settings.limits
    }
}
