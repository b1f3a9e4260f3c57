// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import ArgumentParser
import Hive
import HiveArgumentParser
import Synchronization
import TeaBooks

/// A command that needs some of the tool's modules: these are started, then the command runs, then they are stopped.
protocol ShopCommand: AsyncParsableCommand, Sendable {
    /// The services that the command asks for.
    static var needs: [ModuleDependency] { get }
    var options: SharedOptions { get }
    /// Does what the command is for.
    func run(_ context: WorkContext) async throws
}

/// What all commands take.
struct SharedOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Say which modules are started and stopped.")
    var verbose = false
    @OptionGroup var hive: HiveArguments
}

extension ShopCommand {
    func run() async throws {
        // From here on, Ctrl-C stops the hive, and no longer just the process.
        Hive.catchSignals()
        let module = CommandModule(self)
        do {
            let hive = try Tea.makeHive(
                options.hive.values,
                only: [.module(CommandModule<Self>.self)],
                observers: options.verbose ? [tell] : []
            )
            try hive.modules.register(instance: module)
            try await hive.run()
        } catch let error as HiveError {
            // A start that a signal has ended is no failure; the command says that it was interrupted.
            if error.exitCode != 0 {
                complain(error.report)
                throw ExitCode(error.exitCode)
            }
        }
        do {
            try module.outcome()
        } catch {
            let text = "\(error)"
            if !text.isEmpty { complain("error: \(text)") }
            throw ExitCode((error as? Complaint)?.exitCode ?? 70)
        }
    }
}

/// The module that runs a command: its name is that of the command, and it depends on what the command needs.
private final class CommandModule<Command: ShopCommand>: WorkingModule, FactoryModule {
    static var moduleName: String { "\(Command.self)" }
    static var dependencies: [ModuleDependency] { Command.needs }

    private let command: Command
    /// How the command ended, which is told when everything is down again; until then it counts as interrupted.
    private let end = Mutex<Result<Void, any Error>>(.failure(Complaint.interrupted("interrupted")))

    init(_ command: Command) { self.command = command }

    func run(_ context: WorkContext) async throws {
        do {
            try await command.run(context)
            end.withLock { $0 = .success(()) }
        } catch is CancellationError {
            // It was interrupted.
        } catch {
            end.withLock { $0 = .failure(error) }
        }
    }

    func outcome() throws { try end.withLock { $0 }.get() }
}

private func tell(_ step: HiveObservation) {
    guard step.kind == .didRunHook, let module = step.module, let phase = step.phase else { return }
    complain("\(module).\(phase)")
}
