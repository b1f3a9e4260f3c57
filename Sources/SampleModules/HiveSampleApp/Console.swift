// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Synchronization

/// Where the shop prints its texts.
package final class Console: Sendable {
    private let hasTerminal: Bool
    private let output: @Sendable (String) throws -> Void
    private let errors: @Sendable (String) -> Void
    private let hasProgress = Mutex(false)

    /// Creates a console.
    ///
    /// - Parameters:
    ///   - hasTerminal: Whether a person watches, so that progress is worth showing.
    ///   - output: Writes to standard output.
    ///   - errors: Writes to standard error.
    package init(
        hasTerminal: Bool,
        output: @escaping @Sendable (String) throws -> Void,
        errors: @escaping @Sendable (String) -> Void
    ) {
        self.hasTerminal = hasTerminal
        self.output = output
        self.errors = errors
    }

    /// A console that says what went wrong and nothing else.
    var quiet: Console { Console(hasTerminal: false, output: { _ in }, errors: errors) }

    /// Prints a line.
    func print(_ line: String = "") throws {
        clearProgress()
        try output(line + "\n")
    }

    /// Prints a paragraph.
    func print(paragraph lines: [String]) throws {
        try print()
        for line in lines { try print(line) }
    }

    /// Prints a line about something that went wrong.
    func complain(_ line: String) {
        clearProgress()
        errors(line + "\n")
    }

    /// Shows how far the work has come, in place of what it said before.
    func progress(_ text: String) {
        guard hasTerminal else { return }
        errors("\r\(text)\u{1B}[K")
        hasProgress.withLock { $0 = true }
    }

    /// Takes the progress line away.
    func clearProgress() {
        let hadProgress = hasProgress.withLock { hasProgress in
            defer { hasProgress = false }
            return hasProgress
        }
        if hadProgress { errors("\r\u{1B}[K") }
    }
}
