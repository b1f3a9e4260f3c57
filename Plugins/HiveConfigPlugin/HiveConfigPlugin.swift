// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import PackagePlugin

/// Turns the property lists of a target into Swift, so that the compiler reads them.
@main
struct HiveConfigPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? SwiftSourceModuleTarget else {
            throw Fault("\(target.name) is no Swift target, so HiveConfigPlugin has nothing to write for it.")
        }
        let modules = VisibleModules(target, in: context.package)
        guard modules.direct.contains("HiveConfig") else {
            throw Fault("\(target.name) uses HiveConfigPlugin: add the product HiveConfig to its dependencies.")
        }
        let folder = try ConfigurationInputs(of: target, in: context.package)
        let output = context.pluginWorkDirectoryURL.appending(path: "\(target.moduleName)+CompiledConfiguration.swift")
        var arguments = ["--folder", folder.url.path(percentEncoded: false), "--title", folder.title]
        arguments += ["--module", target.moduleName, "--output", output.path(percentEncoded: false)]
        arguments += modules.direct.sorted().flatMap { ["--dependency", $0] }
        arguments += modules.indirect.sorted().flatMap { ["--indirect-dependency", $0] }
        arguments += ["--package", context.package.directoryURL.path(percentEncoded: false)]
        arguments += modules.sources.flatMap { ["--sources", $0] }
        // What the build system does not watch, the generator refuses at every build.
        arguments += folder.planned.flatMap { ["--planned", $0] }
        return [
            try folder.watching(for: target, in: context.pluginWorkDirectoryURL),
            .buildCommand(
                displayName: "Compiling the property lists of \(target.name)",
                executable: try context.tool(named: "HiveConfigGenerator").url,
                arguments: arguments,
                inputFiles: folder.inputs,
                outputFiles: [output]
            ),
        ]
    }
}

/// Why the plugin can do nothing for a target.
struct Fault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
