// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import PackagePlugin

/// The Swift modules that a target can import.
struct VisibleModules {
    /// Those of the targets and products that it names as dependencies.
    let direct: Set<String>
    /// Those that come with them.
    let indirect: Set<String>
    /// The folders with the sources of the target, of these, and of the others of its package, each as `Module=path`.
    let sources: [String]

    init(_ target: SwiftSourceModuleTarget, in package: Package) {
        let targets = target.dependencies.flatMap { dependency -> [any Target] in
            switch dependency {
            case .target(let target): [target]
            case .product(let product): product.targets
            @unknown default: []
            }
        }
        direct = Self.modules(targets)
        indirect = Self.modules(target.recursiveTargetDependencies).subtracting(direct)
        let others = target.recursiveTargetDependencies + package.targets
        let folders = ([target] + others).compactMap { $0 as? SwiftSourceModuleTarget }.map { other in
            "\(other.moduleName)=\(other.directoryURL.path(percentEncoded: false))"
        }
        sources = Set(folders).sorted()
    }

    /// Only libraries and executables of Swift: there are no classes for a property list in C, macros or plugins.
    private static func modules(_ targets: [any Target]) -> Set<String> {
        let swift = targets.compactMap { $0 as? SwiftSourceModuleTarget }
        return Set(swift.filter { [.generic, .executable].contains($0.kind) }.map(\.moduleName))
    }
}
