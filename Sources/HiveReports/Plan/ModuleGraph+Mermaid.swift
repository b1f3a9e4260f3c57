// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

extension ModuleGraph {
    /// The graph for Mermaid, which many editors and forges draw: an arrow leads to what has to be up before.
    ///
    /// Dependencies that are optional are dotted; those on a service carry its name. Those that are not declared are
    /// dotted and say so.
    ///
    /// - Complexity: O(modules + edges).
    public var mermaid: String {
        var lines = ["flowchart TD"]
        for (place, module) in modules.enumerated() {
            let state = module.isEnabled ? "" : " (disabled)"
            lines.append("    m\(place)[\"\(Self.mermaidText(module.name))\(state)\"]")
        }
        for edge in edges {
            let arrow = edge.isOptional || !edge.isDeclared ? "-.->" : "-->"
            let label = edge.label.map { "|\"\(Self.mermaidText($0))\"|" } ?? ""
            lines.append("    m\(edge.module) \(arrow)\(label) m\(edge.dependency)")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// A text for a quoted label: characters that mean something to Mermaid are written as their numbers.
    private static func mermaidText(_ text: String) -> String {
        text.onOneLine.unicodeScalars.map { scalar in
            let isPlain =
                scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || "._ -,()".unicodeScalars.contains(scalar)
            return isPlain ? String(scalar) : "#\(scalar.value);"
        }.joined()
    }
}
