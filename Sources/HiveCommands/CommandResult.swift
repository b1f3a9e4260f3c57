// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePlatform

/// The output of a command.
public struct CommandResult: Hashable, Sendable {
    /// The text for standard output.
    public let output: String
    /// The text for standard error.
    public let errors: String
    /// The exit code.
    public let exitCode: Int32
}

extension CommandResult {
    init(_ report: CommandReport, _ request: CommandRequest, errors: String = "", exitCode: Int32? = nil) {
        let output = request.wantsJSON ? report.json : report.text
        self.init(output: output, errors: errors, exitCode: exitCode ?? report.exitCode)
    }

    /// The text for an error that has no report of its own.
    init(failure: any Error, isJSON: Bool) {
        let error = failure as? HiveError
        let report = error?.report ?? "error: \(failure)".markedLines
        // A cancelled start is no failure of a program, but the command could not be answered.
        let code = error?.exitCode ?? 70
        self.init(
            output: isJSON ? CommandReport.failure(failure).json : "",
            errors: report + "\n",
            exitCode: code == 0 ? 70 : code
        )
    }

    /// Writes both texts to the process's standard streams and ends the process with the exit code.
    ///
    /// The exit code is 74 when the output could not be written, for example to a full disk. That the reader has
    /// closed the pipe, as `head` does, is no failure.
    public func writeAndExit() -> Never {
        // Output that is still buffered when the process exits must not change the exit code either.
        BrokenPipe.keepBackForGood()
        let isWritten = writeText(output, to: STDOUT_FILENO, patience: nil)
        _ = writeText(errors, to: STDERR_FILENO, patience: nil)
        exit(isWritten ? exitCode : 74)
    }
}

/// Writes to standard output what is told meanwhile, and returns with which exit code to end when that is not read any
/// more.
@Sendable func tellAtOnce(_ text: String) -> Int32? {
    BrokenPipe.keepBackForGood()
    guard writeText(text, to: STDOUT_FILENO, patience: nil) else { return 74 }
    // Whoever reads may have gone, as `head` does, and nothing is written until there is a change.
    var stream = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return poll(&stream, 1, 0) > 0 ? 0 : nil
}

extension CommandReport {
    /// The error of a command, for programs.
    static func failure(_ failure: any Error) -> CommandReport {
        let known = failure as? HiveError
        let error: ConfigurationValue = [
            "code": .string(known?.code.description ?? "error"),
            "message": .string(known?.message ?? "\(failure)"),
            "problems": .array((known?.problems ?? []).map(\.entry)),
            "causes": .list((known?.failures ?? []).map(\.description)),
        ]
        return CommandReport(["error": error], text: "")
    }
}
