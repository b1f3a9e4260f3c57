// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation

/// A program that runs to its end.
struct Child {
    /// A program did not do what it is there for.
    struct Failure: Error, CustomStringConvertible {
        let program: String
        let output: String

        var description: String { "\(program) failed: \(output)" }
    }

    private let process = Process()
    private let pipe = Pipe()
    private let name: String
    private let limit: Duration?

    /// Prepares a program.
    ///
    /// - Parameters:
    ///   - program: Its path, or its name.
    ///   - arguments: Its arguments.
    ///   - environment: What it finds in its environment beside the parent's.
    ///   - limit: After how long it is ended.
    init(
        _ program: String,
        _ arguments: [String] = [],
        environment: [String: String] = [:],
        limit: Duration? = nil
    ) {
        name = program
        self.limit = limit
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = pipe
    }

    /// Runs it and returns what it printed, without white space at the ends.
    ///
    /// - Throws: ``Failure`` when it does not end well.
    func output() throws -> String {
        try process.run()
        let timer = limit.map { limit in
            let timer = DispatchSource.makeTimerSource()
            timer.setEventHandler { [process] in process.terminate() }
            timer.schedule(deadline: .now() + limit / .seconds(1))
            timer.resume()
            return timer
        }
        defer { timer?.cancel() }
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw Failure(program: name, output: text)
        }
        return text
    }
}
