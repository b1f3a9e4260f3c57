// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// Finds the route that matches a URL.
///
/// Of several that match, the most specific one wins: component by component from the left, a literal comes before a
/// parameter, and a parameter before the rest of the path. So `shop://orders/new` wins over `shop://orders/:id`, and
/// that over `shop://orders/*rest`. The order of binding does not matter.
struct RouteTree: Sendable {
    typealias Route = (pattern: RoutePattern, endpoint: Endpoint)

    private struct Node: Sendable {
        var literals: [Name: Node] = [:]
        /// Where any component leads: at most one node.
        var parameter: [Node] = []
        var end: Route?
        var rest: Route?

        mutating func insert(_ route: Route, _ components: ArraySlice<RoutePattern.Component>) {
            switch components.first {
            case nil: end = route
            case .rest: rest = route
            case .literal(let text): literals[Name(text), default: Node()].insert(route, components.dropFirst())
            case .parameter:
                if parameter.isEmpty { parameter.append(Node()) }
                parameter[0].insert(route, components.dropFirst())
            }
        }

        func find(_ path: ArraySlice<String>, _ values: inout [String]) -> Route? {
            guard let first = path.first else { return end }
            if let route = literals[Name(first)]?.find(path.dropFirst(), &values) { return route }
            if let next = parameter.first {
                values.append(first)
                if let route = next.find(path.dropFirst(), &values) { return route }
                values.removeLast()
            }
            guard let rest else { return nil }
            values.append(path.joined(separator: "/"))
            return rest
        }
    }

    let all: [Route]
    /// Nodes by scheme and host.
    private var roots: [String: Node] = [:]

    init(_ routes: [Route]) {
        all = routes
        for route in routes {
            roots[route.pattern.address, default: Node()].insert(route, route.pattern.components[...])
        }
    }

    /// Finds the most specific route, and the parameters in the path.
    ///
    /// - Complexity: O(components) where no literal hides a parameter; at most O(nodes of the host), because each node
    ///   is looked at once.
    func match(_ address: String, _ path: [String]) -> (endpoint: Endpoint, items: [RoutedURL.Item])? {
        var values: [String] = []
        guard let (pattern, endpoint) = roots[address]?.find(path[...], &values) else { return nil }
        return (endpoint, zip(pattern.names, values).map { RoutedURL.Item(name: $0, text: $1) })
    }
}
