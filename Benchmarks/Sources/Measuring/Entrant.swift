// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// One of the things that are timed beside each other.
package struct Entrant {
    /// What an entrant is there for.
    package enum Role: String, Sendable, Codable {
        /// What is measured.
        case subject
        /// What cannot be done for less.
        case floor
        /// What others offer for the same purpose.
        case peer
    }

    /// What it is called in the table.
    package let name: String
    /// What it is there for.
    package let role: Role
    /// How many operations one iteration is worth; times are given for one operation.
    package let operations: Int
    /// What one iteration adds to the checksum.
    package let checksum: Int
    /// Runs iterations, timing what counts, and returns the checksum.
    let run: (_ iterations: Int, _ stopwatch: Stopwatch) async throws -> Int

    /// Creates an entrant that times a part of what it does, such as a start without the registering before it.
    ///
    /// - Parameters:
    ///   - name: What it is called in the table.
    ///   - role: What it is there for.
    ///   - operations: How many operations one iteration is worth.
    ///   - checksum: What one iteration adds to the checksum.
    ///   - run: Runs iterations, letting the stopwatch run while something counts, and returns the checksum.
    package init(
        timing name: String,
        _ role: Role = .subject,
        operations: Int = 1,
        checksum: Int,
        run: @escaping (_ iterations: Int, _ stopwatch: Stopwatch) async throws -> Int
    ) {
        self.name = name
        self.role = role
        self.operations = operations
        self.checksum = checksum
        self.run = run
    }

    /// Creates an entrant all of whose work counts.
    ///
    /// - Parameters:
    ///   - name: What it is called in the table.
    ///   - role: What it is there for.
    ///   - operations: How many operations one iteration is worth.
    ///   - checksum: What one iteration adds to the checksum.
    ///   - run: Runs iterations and returns the checksum.
    package init(
        _ name: String,
        _ role: Role = .subject,
        operations: Int = 1,
        checksum: Int,
        run: @escaping (_ iterations: Int) async throws -> Int
    ) {
        self.init(timing: name, role, operations: operations, checksum: checksum) { iterations, stopwatch in
            stopwatch.start()
            defer { stopwatch.stop() }
            return try await run(iterations)
        }
    }
}

/// An entrant is used by the task that measures.
@available(*, unavailable)
extension Entrant: Sendable {}
