// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

/// Which module depends on which.
///
/// Dependencies that are missing are not in it; `Hive.verify()` reports them. Once modules have been set up, the graph
/// also has what they have found of each other and do not say that they need (C62).
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
        /// Whether a manifest or a property list states the dependency; otherwise it was noticed.
        public let isDeclared: Bool
        /// Where the dependency is declared, or the service was looked up.
        public let origin: Origin
    }

    /// The modules in boot order, then those that are disabled; those that `HiveOptions.only` leaves out are not there.
    public let modules: [Module]
    /// The dependencies, in the boot order of the modules that depend; behind them those that are not declared.
    public let edges: [Edge]
}

extension Hive {
    /// Which module depends on which.
    ///
    /// It may be asked for at any time and starts nothing.
    ///
    /// - Complexity: O(n log n + dependencies).
    public var graph: ModuleGraph {
        let plan = plan
        let modules = (plan.modules + plan.disabled.filter { !$0.isLeftOut }).map {
            ModuleGraph.Module(name: $0.name, level: $0.level, isEnabled: $0.isEnabled)
        }
        let declared = plan.links.map { link in
            ModuleGraph.Edge(
                module: link.module,
                dependency: link.target,
                service: link.dependency.serviceName,
                isOptional: link.dependency.isOptional,
                isDeclared: true,
                origin: link.origin
            )
        }
        let noticed = undeclaredNeeds.compactMap { need -> ModuleGraph.Edge? in
            guard let module = modules.firstIndex(where: { $0.name == need.module }),
                let provider = modules.firstIndex(where: { $0.name == need.provider })
            else { return nil }
            return ModuleGraph.Edge(
                module: module,
                dependency: provider,
                service: need.service,
                isOptional: false,
                isDeclared: false,
                origin: need.origin
            )
        }
        return ModuleGraph(modules: modules, edges: declared + noticed)
    }
}
