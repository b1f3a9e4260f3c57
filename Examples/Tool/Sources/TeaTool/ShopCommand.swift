// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import ArgumentParser
import Hive
import HiveArgumentParser
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
        do {
            let observers = options.verbose ? [tell] : []
            let hive = try Tea.makeHive(options.hive.values, only: Self.needs, observers: observers)
            try await hive.run { context in
                if options.verbose { complain("\(Self.self).run") }
                try await run(context)
            }
        } catch let error as HiveError where error.exitCode != 0 {
            throw error  // `HiveProgram` reports it.
        } catch {
            // What a signal has ended is no failure of the hive's; a command says that it was interrupted.
            let complaint = error is HiveError ? Complaint.interrupted("interrupted") : error as? Complaint
            let text = complaint?.description ?? "\(error)"
            if !text.isEmpty { complain("error: \(text)") }
            throw ExitCode(complaint?.exitCode ?? 70)
        }
    }
}

private func tell(_ step: HiveObservation) {
    guard step.kind == .didRunHook, let module = step.module, let phase = step.phase else { return }
    complain("\(module).\(phase)")
}
