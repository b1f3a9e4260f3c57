// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The order in which modules come up, as a pure function over values (C10, C11).
enum BootOrder {
    /// What the order depends on, for one module.
    struct Node {
        let level: Int
        let priority: Int
        /// The place among everything that was registered.
        let index: Int
        let dependencies: [Edge]
    }

    /// One dependency, on the node at a position of the input.
    struct Edge {
        let target: Int
        let origin: Origin
    }

    struct Result {
        /// Positions in the input, in boot order; complete even where there are cycles.
        var order: [Int] = []
        /// For each node the lowest level of those that depend on it, and its own.
        var levels: [Int] = []
        /// The first cycles, each as its legs: a node, and the edge to the next one.
        var cycles: [[(node: Int, edge: Edge)]] = []
        /// How many edges close a cycle as well: modules that all depend on each other have a cycle for each pair
        /// (C61).
        var furtherCycles = 0
        /// Edges to nodes that level or priority would have put later.
        var contradictions: [(node: Int, edge: Edge)] = []
    }

    /// How many cycles are described.
    static let cycleLimit = 10

    private enum Mark {
        case unseen, open, placed
    }

    /// Level ascending, priority descending, index ascending; each node's dependencies before it.
    ///
    /// - Complexity: O(n log n + e); it needs no stack, so a chain may be as long as memory allows.
    static func resolve(_ nodes: [Node]) -> Result {
        let sorted = nodes.indices.sorted { precedes(nodes[$0], nodes[$1]) }
        var rank = [Int](repeating: 0, count: nodes.count)
        for (position, node) in sorted.enumerated() { rank[node] = position }

        var result = Result()
        result.levels = nodes.map(\.level)
        var marks = [Mark](repeating: .unseen, count: nodes.count)
        var path: [(node: Int, edges: [Edge], next: Int)] = []

        func enter(_ node: Int) {
            marks[node] = .open
            let edges = nodes[node].dependencies
            path.append((node, edges.count < 2 ? edges : edges.sorted { rank[$0.target] < rank[$1.target] }, 0))
        }

        for root in sorted where marks[root] == .unseen {
            // Most modules depend on nothing.
            if nodes[root].dependencies.isEmpty {
                marks[root] = .placed
                result.order.append(root)
                continue
            }
            enter(root)
            while let (node, edges, next) = path.last {
                guard next < edges.count else {
                    marks[node] = .placed
                    // Roots come in the order of their levels: the first that reaches a node has the lowest.
                    result.levels[node] = nodes[root].level
                    result.order.append(node)
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let edge = edges[next]
                if outranks(nodes[node], nodes[edge.target]) { result.contradictions.append((node, edge)) }
                switch marks[edge.target] {
                case .unseen: enter(edge.target)
                case .placed: break
                case .open where result.cycles.count == cycleLimit:
                    result.furtherCycles += 1
                case .open:
                    let start = path.firstIndex { $0.node == edge.target } ?? 0
                    result.cycles.append(path[start...].map { ($0.node, $0.edges[$0.next - 1]) })
                }
            }
        }
        return result
    }

    private static func precedes(_ left: Node, _ right: Node) -> Bool {
        (left.level, right.priority, left.index) < (right.level, left.priority, right.index)
    }

    /// Whether level and priority alone put `left` before `right`.
    private static func outranks(_ left: Node, _ right: Node) -> Bool {
        (left.level, right.priority) < (right.level, left.priority)
    }
}
