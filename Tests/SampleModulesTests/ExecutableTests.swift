// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if os(Linux)
import Foundation
import Testing

/// The program itself, as a process: what only a process has.
@Suite(.timeLimit(.minutes(1)))
struct ExecutableTests {
    private func run(_ arguments: String..., input: String = "") throws -> ShopRun {
        let process = Process()
        // Built next to the tests.
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.executableURL = tests.deletingLastPathComponent().appendingPathComponent("SampleModules")
        process.currentDirectoryURL = URL(fileURLWithPath: PackageFolder.path)
        process.arguments = arguments
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (stdin, stdout, stderr)
        // Small enough for a pipe, and written while this end is open, so nobody waits for anybody.
        try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try process.run()
        try stdin.fileHandleForWriting.close()
        let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
        let errors = try stderr.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return ShopRun(
            exitCode: process.terminationStatus,
            output: String(decoding: output, as: UTF8.self),
            errors: String(decoding: errors, as: UTF8.self)
        )
    }

    @Test func needsNoArgumentsInThePackage() throws {  // C41
        let run = try run()
        #expect(run.exitCode == 0)
        #expect(run.errors.isEmpty)
        #expect(run.paragraph("Modules down").count == 5)
    }

    @Test func readsStandardInput() throws {
        let order = #"{"id":"A-1","customer":"Ada","lines":[{"sku":"MUG","quantity":1}]}"#
        let run = try run("--orders", "-", input: "\(order)\nnonsense\n")
        #expect(run.exitCode == 0)
        #expect(run.output.contains("read 2: accepted 1, rejected 0, malformed 1"))
    }

    @Test func tellsAShellWhatIsWrong() throws {  // C41
        #expect(try run("--nonsense").exitCode == 64)
        #expect(try run("--config", "Sources").exitCode == 78)
        #expect(try run("--orders", "Sources").exitCode == 66)
    }
}
#endif
