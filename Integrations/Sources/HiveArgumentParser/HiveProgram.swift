// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import ArgumentParser
public import Hive

/// A program of swift-argument-parser that runs a hive: its root command, which says how the hive is made.
///
/// ```swift
/// @main
/// struct Shop: AsyncParsableCommand, HiveProgram {
///     static let configuration = CommandConfiguration(
///         commandName: "shop",
///         subcommands: [Serve.self, HiveCommand<Shop>.self]
///     )
///
///     static func makeHive(arguments: [String]) throws -> Hive {
///         let context = HiveContext.process(name: "Shop", prefix: "SHOP", arguments: arguments)
///         let hive = Hive(HiveOptions(context: context))
///         try hive.modules.register(CartModule.self)
///         return hive
///     }
/// }
///
/// struct Serve: AsyncParsableCommand {
///     @OptionGroup var arguments: HiveArguments
///
///     func run() async throws { try await Shop.makeHive(arguments: arguments.values).run() }
/// }
/// ```
///
/// `shop serve --Cart.maximumLines=3` runs the hive with an option of a module, and
/// `shop hive config --Cart.maximumLines=3` says what counts then.
///
/// With `@main` on the root command, what a hive throws in a command ends the process with its own exit code, such as
/// 64 for an option that no module has: see ``main()``. Where another type is the root command, the parser would end
/// with 1 instead; there a command prints the error's `report`, and throws `ExitCode(error.exitCode)`.
public protocol HiveProgram: ParsableCommand, SendableMetatype {
    /// Makes the program's hive.
    ///
    /// It is called once for each command, and when a shell completes the name of a module. The commands know the
    /// modules that it registers, and not those that only one command of the program does.
    ///
    /// - Parameter arguments: What the command line says for the hive, as ``HiveArguments/values`` has it. The hive's
    ///   context is to read it; a command about the hive fails if it does not.
    /// - Returns: A hive that has not been started.
    /// - Throws: Whatever making it throws, which the commands show.
    static func makeHive(arguments: [String]) async throws -> Hive
}
