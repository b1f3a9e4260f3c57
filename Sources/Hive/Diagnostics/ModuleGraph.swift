// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Which module depends on which, as a value and as a picture.
///
/// Dependencies that are missing are not in it; ``Hive/verify()`` reports them.
public struct ModuleGraph: Hashable, Sendable {
    /// A module.
    public struct Module: Hashable, Sendable {
        /// The module's name.
        public let name: String
        /// The level that counts.
        public let level: ModuleLevel
        /// Whether the module takes part.
        public let isEnabled: Bool
    }

    /// A dependency of one module on another.
    public struct Edge: Hashable, Sendable {
        /// The place of the module that depends, among the graph's modules.
        public let module: Int
        /// The place of the module that has to be up before.
        public let dependency: Int
        /// The service that the dependency names, if it names no module.
        public let service: String?
        /// Whether the module also works without it.
        public let isOptional: Bool
        /// Where the dependency is declared.
        public let origin: Origin
    }

    /// The modules in boot order, then those that are disabled.
    public let modules: [Module]
    /// The dependencies, in the boot order of the modules that depend.
    public let edges: [Edge]
}

extension Hive {
    /// Which module depends on which.
    ///
    /// It may be asked for at any time and starts nothing.
    ///
    /// - Complexity: O(n log n + dependencies).
    public var graph: ModuleGraph {
        let plan = plan().plan
        return ModuleGraph(
            modules: (plan.modules + plan.disabled).map {
                ModuleGraph.Module(name: $0.name, level: $0.level, isEnabled: $0.isEnabled)
            },
            edges: plan.links.map { link in
                ModuleGraph.Edge(
                    module: link.module,
                    dependency: link.target,
                    service: link.dependency.serviceKey?.description,
                    isOptional: link.dependency.isOptional,
                    origin: link.origin
                )
            }
        )
    }
}

extension ModuleGraph {
    /// The graph for Mermaid, which many editors and forges draw: an arrow leads to what has to be up before.
    ///
    /// Dependencies that are optional are dotted; those on a service carry its name.
    ///
    /// - Complexity: O(modules + edges).
    public var mermaid: String {
        var lines = ["flowchart TD"]
        for (place, module) in modules.enumerated() {
            let state = module.isEnabled ? "" : " (disabled)"
            lines.append("    m\(place)[\"\(Self.mermaidText(module.name))\(state)\"]")
        }
        for edge in edges {
            let arrow = edge.isOptional ? "-.->" : "-->"
            let label = edge.service.map { "|\"\(Self.mermaidText($0))\"|" } ?? ""
            lines.append("    m\(edge.module) \(arrow)\(label) m\(edge.dependency)")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The graph for Graphviz: an arrow leads to what has to be up before.
    ///
    /// Dependencies that are optional, and modules that are disabled, are dashed; dependencies on a service carry its name.
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
            if let service = edge.service { attributes.append("label=\(Self.dotText(service))") }
            if edge.isOptional { attributes.append("style=dashed") }
            let list = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
            lines.append("    m\(edge.module) -> m\(edge.dependency)\(list);")
        }
        return (lines + ["}"]).map { $0 + "\n" }.joined()
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

    private static func dotText(_ text: String) -> String {
        let escaped = text.onOneLine.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }
        return "\"\(escaped.joined())\""
    }
}
