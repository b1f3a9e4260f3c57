// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// Finds the route that matches a URL.
///
/// Of several that match, the most specific one wins: component by component from the left, a literal comes before a
/// parameter, and a parameter before the rest of the path. So `shop://orders/new` wins over `shop://orders/:id`, and
/// that over `shop://orders/*rest`. The order of binding does not matter.
struct RouteTree: Sendable {
    struct Match {
        let route: Endpoint
        /// The parameters in the path.
        let items: [RoutedURL.Item]
    }

    private struct Leaf: Sendable {
        let route: Endpoint
        let names: [String]
    }

    private struct Node: Sendable {
        var literals: [Name: Node] = [:]
        /// Where any component leads: at most one node.
        var parameter: [Node] = []
        var end: Leaf?
        var rest: Leaf?

        mutating func insert(_ leaf: Leaf, _ components: ArraySlice<RoutePattern.Component>) {
            switch components.first {
            case nil: end = leaf
            case .rest: rest = leaf
            case .literal(let text): literals[Name(text), default: Node()].insert(leaf, components.dropFirst())
            case .parameter:
                if parameter.isEmpty { parameter.append(Node()) }
                parameter[0].insert(leaf, components.dropFirst())
            }
        }

        func find(_ path: ArraySlice<String>, _ values: inout [String]) -> Leaf? {
            guard let first = path.first else { return end }
            if let leaf = literals[Name(first)]?.find(path.dropFirst(), &values) { return leaf }
            if let next = parameter.first {
                values.append(first)
                if let leaf = next.find(path.dropFirst(), &values) { return leaf }
                values.removeLast()
            }
            guard let rest else { return nil }
            values.append(path.joined(separator: "/"))
            return rest
        }
    }

    let all: [(pattern: RoutePattern, route: Endpoint)]
    /// Nodes by scheme and host.
    private var roots: [String: Node] = [:]

    init(_ routes: [(pattern: RoutePattern, route: Endpoint)]) {
        all = routes
        for (pattern, route) in routes {
            let leaf = Leaf(route: route, names: pattern.names)
            roots[pattern.address, default: Node()].insert(leaf, pattern.components[...])
        }
    }

    /// Finds the most specific route.
    ///
    /// - Complexity: O(components) where no literal hides a parameter; at most O(nodes of the host), because each node
    ///   is looked at once.
    func match(_ address: String, _ path: [String]) -> Match? {
        var values: [String] = []
        guard let leaf = roots[address]?.find(path[...], &values) else { return nil }
        let items = zip(leaf.names, values).map { RoutedURL.Item(name: $0, text: $1) }
        return Match(route: leaf.route, items: items)
    }
}
