// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation

/// A program as a process.
enum Program {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    struct Ending: Equatable, Sendable {
        let output: String
        let errors: String
        let exitCode: Int32
    }

    /// Runs `Till`, or `BareTill`, to its end.
    static func run(
        _ name: String = "Till",
        _ arguments: String...,
        variables: [String: String] = [:]
    ) async throws -> Ending {
        try await run(url(of: name), arguments, variables)
    }

    static func run(_ url: URL, _ arguments: [String], _ variables: [String: String] = [:]) async throws -> Ending {
        try await withCheckedThrowingContinuation { continuation in
            // On a thread of its own, because reading blocks.
            Thread.detachNewThread { continuation.resume(with: Result { try runOnThread(url, arguments, variables) }) }
        }
    }

    private static func runOnThread(
        _ url: URL,
        _ arguments: [String],
        _ variables: [String: String]
    ) throws -> Ending {
        let (process, output, errors) = (Process(), Pipe(), Pipe())
        process.executableURL = url
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // Both are short enough for a pipe.
        let texts = [output, errors].map { pipe in
            String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        process.waitUntilExit()
        return Ending(output: texts[0], errors: texts[1], exitCode: process.terminationStatus)
    }

    /// The build puts programs beside the tests, or into a folder around them.
    static func url(of program: String) throws -> URL {
        for start in CommandLine.arguments where start.hasPrefix("/") {
            var folder = URL(filePath: start)
            while folder.path() != "/" {
                folder.deleteLastPathComponent()
                let candidate = folder.appending(path: program)
                var isFolder: ObjCBool = false
                if FileManager.default.fileExists(atPath: candidate.path(), isDirectory: &isFolder), !isFolder.boolValue
                {
                    return candidate
                }
            }
        }
        throw Failure(description: "\(program) is near none of \(CommandLine.arguments): build it first.")
    }
}
