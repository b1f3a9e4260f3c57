// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A module that takes new options while it runs.
///
/// ```swift
/// actor ServerModule: ReconfigurableModule {
///     struct Options: ModuleOptions { var connections = 100 }
///     static let manifest = ModuleManifest()
///     func reconfigure(_ context: ModuleContext) async throws {
///         let options: Options = try context.options()
///         try await server.limit(connections: options.connections)
///     }
/// }
/// ```
///
/// A reload calls the hook when the module's options have changed, after everything that the new configuration adds is
/// up. Let the module state its ``HiveModule/Options``, and the new options decode before anything else happens.
///
/// The hook has the timeout of a hook of the start. It throws before it has changed anything, or undoes what it has
/// changed: the module then counts as one that goes on with its old options. When the reload fails elsewhere, a module
/// that has taken new options is called once more, with its old ones.
public protocol ReconfigurableModule: HiveModule {
    /// Takes the options that the context gives.
    func reconfigure(_ context: ModuleContext) async throws
}
