// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

extension ModuleGraph {
    /// The graph for Graphviz: an arrow leads to what has to be up before.
    ///
    /// Dependencies that are optional, and modules that are disabled, are dashed; dependencies on a service carry its
    /// name, those that are not declared are dotted and say so.
    ///
    /// - Complexity: O(modules + edges).
    public var dot: String {
        var lines = ["digraph hive {", "    node [shape=box];"]
        for (place, module) in modules.enumerated() {
            let style = module.isEnabled ? "" : ", style=dashed"
            lines.append("    m\(place) [label=\(Self.dotText(module.name))\(style)];")
        }
        for edge in edges {
            var attributes: [String] = []
            if let label = edge.label { attributes.append("label=\(Self.dotText(label))") }
            if edge.isOptional || !edge.isDeclared {
                attributes.append("style=\(edge.isDeclared ? "dashed" : "dotted")")
            }
            let list = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
            lines.append("    m\(edge.module) -> m\(edge.dependency)\(list);")
        }
        return (lines + ["}"]).map { $0 + "\n" }.joined()
    }

    private static func dotText(_ text: String) -> String {
        let escaped = text.onOneLine.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }
        return "\"\(escaped.joined())\""
    }
}

extension ModuleGraph.Edge {
    /// What stands beside the arrow; nil for nothing.
    var label: String? { service.map { isDeclared ? $0 : "\($0), not declared" } }
}
