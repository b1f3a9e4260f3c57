// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// Finds the route that matches a URL.
///
/// Of several that match, the most specific one wins: component by component from the left, a literal comes before a
/// parameter, and a parameter before the rest of the path. So `shop://orders/new` wins over `shop://orders/:id`, and
/// that over `shop://orders/*rest`. The order of binding counts for nothing.
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

    private struct Node: Sendable {
        var literals: [String: Node] = [:]
        /// At most one; an array, because a structure cannot hold itself.
        var parameter: [Node] = []
        var end: Leaf?
        var rest: Leaf?
    }

    private var roots: [String: Node] = [:]
    private(set) var all: [(pattern: RoutePattern, route: ActionRecord)] = []

    mutating func insert(_ declaration: RouteDeclaration, _ module: String?, _ origin: Origin) {
        let pattern = declaration.pattern
        let route = ActionRecord(
            target: nil,
            name: pattern.text,
            access: declaration.access,
            body: declaration.body,
            module: module,
            origin: origin
        )
        all.append((pattern, route))
        let leaf = Leaf(route: route, names: pattern.names)
        Self.insert(leaf, pattern.components[...], &roots[pattern.address, default: Node()])
    }

    private static func insert(_ leaf: Leaf, _ components: ArraySlice<RoutePattern.Component>, _ node: inout Node) {
        switch components.first {
        case nil: node.end = leaf
        case .rest: node.rest = leaf
        case .literal(let text): insert(leaf, components.dropFirst(), &node.literals[text, default: Node()])
        case .parameter:
            if node.parameter.isEmpty { node.parameter = [Node()] }
            insert(leaf, components.dropFirst(), &node.parameter[0])
        }
    }

    /// Finds the most specific route.
    ///
    /// - Complexity: O(components) where no literal hides a parameter; at most O(nodes of the host), because each node is
    ///   looked at once.
    func match(_ url: RoutedURL) -> Match? {
        guard let root = roots["\(url.scheme)://\(url.host.lowercased())"] else { return nil }
        var values: [String] = []
        guard let leaf = Self.find(url.path[...], root, &values) else { return nil }
        let items = zip(leaf.names, values).map { RoutedURL.Item(name: $0, text: $1) }
        return Match(route: leaf.route, items: items)
    }

    private static func find(_ path: ArraySlice<String>, _ node: Node, _ values: inout [String]) -> Leaf? {
        guard let first = path.first else { return node.end }
        if let next = node.literals[first], let leaf = find(path.dropFirst(), next, &values) { return leaf }
        if let next = node.parameter.first {
            values.append(first)
            if let leaf = find(path.dropFirst(), next, &values) { return leaf }
            values.removeLast()
        }
        guard let rest = node.rest else { return nil }
        values.append(path.joined(separator: "/"))
        return rest
    }
}
