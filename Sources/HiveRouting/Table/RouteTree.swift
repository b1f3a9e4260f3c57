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
        let route: ActionRecord
        /// The parameters in the path.
        let items: [RoutedURL.Item]
    }

    private struct Leaf: Sendable {
        let route: ActionRecord
        let names: [String]
    }

    /// Nodes refer to each other by index, so that a search copies none.
    private struct Node: Sendable {
        var literals: [Name: Int] = [:]
        var parameter: Int?
        var end: Leaf?
        var rest: Leaf?
    }

    private var nodes: [Node] = []
    private var roots: [String: Int] = [:]
    private(set) var all: [(pattern: RoutePattern, route: ActionRecord)] = []

    mutating func insert(_ pattern: RoutePattern, _ route: ActionRecord) {
        all.append((pattern, route))
        let leaf = Leaf(route: route, names: pattern.names)
        let root = roots[pattern.address] ?? add()
        roots[pattern.address] = root
        insert(leaf, pattern.components[...], root)
    }

    private mutating func add() -> Int {
        nodes.append(Node())
        return nodes.count - 1
    }

    private mutating func insert(_ leaf: Leaf, _ components: ArraySlice<RoutePattern.Component>, _ place: Int) {
        switch components.first {
        case nil: nodes[place].end = leaf
        case .rest: nodes[place].rest = leaf
        case .literal(let text):
            let next = nodes[place].literals[Name(text)] ?? add()
            nodes[place].literals[Name(text)] = next
            insert(leaf, components.dropFirst(), next)
        case .parameter:
            let next = nodes[place].parameter ?? add()
            nodes[place].parameter = next
            insert(leaf, components.dropFirst(), next)
        }
    }

    /// Finds the most specific route.
    ///
    /// - Complexity: O(components) where no literal hides a parameter; at most O(nodes of the host), because each node
    ///   is looked at once.
    func match(_ address: String, _ path: [String]) -> Match? {
        guard !roots.isEmpty, let root = roots[address] else { return nil }
        var values: [String] = []
        guard let leaf = find(path[...], root, &values) else { return nil }
        let items = zip(leaf.names, values).map { RoutedURL.Item(name: $0, text: $1) }
        return Match(route: leaf.route, items: items)
    }

    private func find(_ path: ArraySlice<String>, _ place: Int, _ values: inout [String]) -> Leaf? {
        guard let first = path.first else { return nodes[place].end }
        let literal = nodes[place].literals[Name(first)]
        if let literal, let leaf = find(path.dropFirst(), literal, &values) { return leaf }
        if let next = nodes[place].parameter {
            values.append(first)
            if let leaf = find(path.dropFirst(), next, &values) { return leaf }
            values.removeLast()
        }
        guard let rest = nodes[place].rest else { return nil }
        values.append(path.joined(separator: "/"))
        return rest
    }
}
