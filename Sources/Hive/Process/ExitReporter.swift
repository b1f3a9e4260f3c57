// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import HivePlatform

/// Hands what there is to say to the program's closure, or prints it on the standard error stream; after a second
/// signal it ends the process.
struct ExitReporter: Sendable {
    private let report: (@Sendable (RunReport) -> Void)?
    /// Where the program's closure is called: a thread that no hook can block, and one call at a time.
    private let queue = DispatchQueue(label: "hive.report")

    init(_ report: (@Sendable (RunReport) -> Void)?) {
        self.report = report
    }

    /// Says what went wrong, and goes on.
    func warn(_ text: String) {
        guard let report else { return writeToStandardError(text) }
        let words = RunReport(text: text, error: nil, exitCode: nil, reason: nil)
        queue.async { BrokenPipe.ignoring { report(words) } }
    }

    /// Says how the program ends; the process has to end with that code, whatever the closure does.
    ///
    /// A closure that has not returned after `patience`, in milliseconds, is no longer waited for, and the text is
    /// printed.
    func end(_ text: String, error: (any Error)?, exitCode: Int32, reason: StopReason?, patience: Int = 5_000) {
        let mustPrint = exitCode != 0 || reason?.isNews == true
        guard let report else {
            if mustPrint { writeToStandardError(text) }
            return
        }
        let words = RunReport(text: text, error: error, exitCode: exitCode, reason: reason)
        let group = DispatchGroup()
        queue.async(group: group) { BrokenPipe.ignoring { report(words) } }
        guard group.wait(timeout: .now() + .milliseconds(patience)) == .timedOut, mustPrint else { return }
        writeToStandardError("\(text)\nThe program's own report did not return in time.", patience: 100)
    }

    /// Ends the process after a second signal: without anybody's exit handlers.
    func endAtOnce(_ signal: Int32, _ remains: String, reason: StopReason?) -> Never {
        let text = "\(SignalTrap.name(of: signal)) again: ending at once. \(remains)".onOneLine
        if report == nil {
            writeToStandardError(text, patience: 100)
        } else {
            end(text, error: nil, exitCode: 128 + signal, reason: reason, patience: 1_000)
        }
        _exit(128 + signal)
    }
}
