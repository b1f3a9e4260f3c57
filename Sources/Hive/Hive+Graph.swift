// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension Hive {
    /// Which module depends on which.
    ///
    /// It may be asked for at any time and starts nothing.
    ///
    /// - Complexity: O(n log n + dependencies).
    public var graph: ModuleGraph {
        let plan = engine.plan().plan
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
