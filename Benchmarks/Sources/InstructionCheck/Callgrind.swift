// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation

/// A program under Callgrind.
struct Callgrind {
    /// Callgrind did not count.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let program: URL

    /// Returns how many instructions the program executes.
    ///
    /// The environment is empty, hashing has no seed and one thread runs all tasks, so that every run does the same.
    func count(_ arguments: [String]) throws -> Int {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program.path()] + arguments
        process.environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
            "SWIFT_DETERMINISTIC_HASHING": "1",
            "LIBDISPATCH_COOPERATIVE_POOL_STRICT": "1",
        ]
        process.standardError = output
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        let line = text.split(separator: "\n").last { $0.contains("Collected : ") }
        guard process.terminationStatus == 0, let number = line?.split(separator: " ").last, let count = Int(number)
        else {
            throw Failure(description: "Callgrind failed for \(arguments.joined(separator: " ")):\n\(text)")
        }
        return count
    }

    /// Returns what one operation costs: the difference between N and 2N iterations, which leaves out the rest.
    func cost(of point: Loop.Point) throws -> Double {
        func count(_ iterations: Int) throws -> Int {
            try self.count([point.loop.name, "\(point.size)", "\(iterations)"])
        }
        let difference = try count(2 * point.iterations) - count(point.iterations)
        return Double(difference) / Double(point.iterations * point.operations)
    }
}
