// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import ArgumentParser
import Hive

// Both are `@concurrent`, as those of the parser are: otherwise `@main` would take those.
extension HiveProgram where Self: AsyncParsableCommand {
    /// Runs the command that the process was started with, and ends with an exit code that says what happened.
    ///
    /// `@main` calls it, instead of the parser's own. What a hive throws in a command, and the command does not catch,
    /// is reported as by `Hive.main`, with ``Hive/HiveError/exitCode``: 64 for arguments
    /// that nothing reads, 78 for a configuration that cannot work, 70 for
    /// a start or work that failed, 71 for a stop, 75 for a timeout; nothing is said, and the code is 0, when a start
    /// was told to end and all came down well. Everything else ends as the parser has it: 64 for a command line that
    /// fits nothing, 1 for any other error.
    @concurrent public static func main() async { await main(nil) }

    /// Runs a command, as ``main()`` does.
    ///
    /// - Parameter arguments: The command line, without the program's name; nil for that of the process.
    @concurrent public static func main(_ arguments: [String]?) async {
        do {
            var command = try await command(arguments ?? Array(CommandLine.arguments.dropFirst()))
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let error as HiveError {
            if error.exitCode != 0 { writeToStandardError(error.report) }
            exit(withError: ExitCode(error.exitCode))
        } catch {
            exit(withError: error)
        }
    }

    /// Parses a command line, unless it is so long that this would take the parser too much time.
    static func command(_ arguments: [String]) async throws -> any ParsableCommand {
        try HiveArguments.checkCount(arguments)
        return try await asyncParseAsRoot(arguments)
    }
}
