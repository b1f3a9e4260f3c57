// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Which module depends on which.
///
/// Dependencies that are missing are not in it; ``Hive/verify()`` reports them. `HiveReports` draws it.
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
