// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Where the shop's words go.
package struct Console {
    private let hasTerminal: Bool
    private let output: (String) throws -> Void
    private let errors: (String) -> Void
    private var hasProgress = false

    /// Creates a console.
    ///
    /// - Parameters:
    ///   - hasTerminal: Whether a person watches, so that progress is worth showing.
    ///   - output: Writes to standard output.
    ///   - errors: Writes to standard error.
    package init(hasTerminal: Bool, output: @escaping (String) throws -> Void, errors: @escaping (String) -> Void) {
        self.hasTerminal = hasTerminal
        self.output = output
        self.errors = errors
    }

    /// Prints a line.
    mutating func print(_ line: String = "") throws {
        clearProgress()
        try output(line + "\n")
    }

    /// Prints a line about something that went wrong.
    mutating func complain(_ line: String) {
        clearProgress()
        errors(line + "\n")
    }

    /// Shows how far the work has come, in place of what it said before.
    mutating func progress(_ text: String) {
        guard hasTerminal else { return }
        errors("\r\(text)\u{1B}[K")
        hasProgress = true
    }

    /// Takes the progress line away.
    mutating func clearProgress() {
        if hasProgress { errors("\r\u{1B}[K") }
        hasProgress = false
    }
}
