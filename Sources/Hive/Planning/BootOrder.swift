// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The order in which modules come up, as a pure function over values (C10, C11).
enum BootOrder {
    /// What the order depends on, for one module; the input stands in the order in which modules were registered.
    struct Node {
        let level: Int
        let priority: Int
        /// What it depends on, by the positions in the input.
        let dependencies: [Int]
    }

    /// One dependency: the position of a node, and of one among its dependencies.
    typealias Edge = (node: Int, dependency: Int)

    struct Result {
        /// Positions in the input, in boot order; complete even where there are cycles.
        var order: [Int] = []
        /// For each node of the order the one whose turn it was when it was placed: itself, or, where it was placed
        /// before its turn, the one that needs it.
        var turns: [Int] = []
        /// For each node the lowest level of those that depend on it, and its own.
        var levels: [Int] = []
        /// The first cycles, each as its legs, from a node to the next one.
        var cycles: [[Edge]] = []
        /// How many edges close a cycle as well: modules that all depend on each other have a cycle for each pair
        /// (C61).
        var furtherCycles = 0
        /// Dependencies on nodes that level or priority would have put later.
        var contradictions: [Edge] = []
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
        // What neither level nor priority decides stays in the order of registration, because sorting is stable.
        let sorted = nodes.indices.sorted { outranks(nodes[$0], nodes[$1]) }
        var rank = [Int](repeating: 0, count: nodes.count)
        for (position, node) in sorted.enumerated() { rank[node] = position }

        var result = Result()
        result.levels = nodes.map(\.level)
        var marks = [Mark](repeating: .unseen, count: nodes.count)
        var path: [(node: Int, dependencies: [Int], next: Int)] = []

        func enter(_ node: Int) {
            marks[node] = .open
            let targets = nodes[node].dependencies
            let inOrder = targets.indices.sorted { rank[targets[$0]] < rank[targets[$1]] }
            path.append((node, inOrder, 0))
        }

        for root in sorted where marks[root] == .unseen {
            enter(root)
            while let (node, dependencies, next) = path.last {
                guard next < dependencies.count else {
                    marks[node] = .placed
                    // Roots come in the order of their levels: the first that reaches a node has the lowest.
                    result.levels[node] = nodes[root].level
                    result.order.append(node)
                    result.turns.append(root)
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let target = nodes[node].dependencies[dependencies[next]]
                if outranks(nodes[node], nodes[target]) { result.contradictions.append((node, dependencies[next])) }
                switch marks[target] {
                case .unseen: enter(target)
                case .placed: break
                case .open where result.cycles.count == cycleLimit:
                    result.furtherCycles += 1
                case .open:
                    let start = path.firstIndex { $0.node == target } ?? 0
                    result.cycles.append(path[start...].map { ($0.node, $0.dependencies[$0.next - 1]) })
                }
            }
        }
        return result
    }

    /// Whether level and priority alone put `left` before `right`.
    private static func outranks(_ left: Node, _ right: Node) -> Bool {
        (left.level, right.priority) < (right.level, left.priority)
    }
}
