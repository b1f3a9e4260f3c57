// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What a command says when it cannot do what it was asked for, and the code that the process ends with.
package struct Complaint: Error, CustomStringConvertible {
    package let exitCode: Int32
    package let description: String

    /// What was given to the command is wrong (`EX_DATAERR`).
    package static func data(_ text: String) -> Complaint { Complaint(exitCode: 65, description: text) }

    /// A file to read is not there, or not for this user (`EX_NOINPUT`).
    package static func input(_ text: String) -> Complaint { Complaint(exitCode: 66, description: text) }

    /// An answer cannot be written, for example to a full disk (`EX_IOERR`).
    package static func output(_ text: String) -> Complaint { Complaint(exitCode: 74, description: text) }

    /// Whoever was to read the answer is gone, as `head` is, and is told nothing: 128 and the number of SIGPIPE, with
    /// which most tools end then.
    package static let nobodyReads = Complaint(exitCode: 141, description: "")

    /// Ctrl-C came before the command was done: 128 and the number of the signal, as in any shell.
    package static func interrupted(_ text: String) -> Complaint { Complaint(exitCode: 130, description: text) }
}
