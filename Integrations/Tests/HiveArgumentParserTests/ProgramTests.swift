// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if os(Linux)
import Foundation
import Testing

/// The program as a process: what is printed, and how it ends.
@Suite(.timeLimit(.minutes(1)))
struct ProgramTests {
    private struct Ending: Sendable {
        let output: String
        let errors: String
        let code: Int32
    }

    private func run(_ arguments: String...) async throws -> Ending { try await run(arguments) }

    private func run(_ arguments: [String]) async throws -> Ending {
        // On a thread of its own, because reading blocks.
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try Self.runOnThread(arguments) }) }
        }
    }

    private static func runOnThread(_ arguments: [String]) throws -> Ending {
        // Built next to the tests.
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let (process, output, errors) = (Process(), Pipe(), Pipe())
        process.executableURL = tests.deletingLastPathComponent().appendingPathComponent("ArgumentProgram")
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // Both are short enough for a pipe.
        let texts = [output, errors].map { pipe in
            String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        process.waitUntilExit()
        return Ending(output: texts[0], errors: texts[1], code: process.terminationStatus)
    }

    @Test func whatIsWrongEndsTheProcessWithItsCode() async throws {
        let verified = try await run("hive", "verify", "--Cart.maximumLines=many")
        #expect(verified.code == 78)
        #expect(verified.output.contains("--Cart.maximumLines"))
        let refused = try await run("hive", "list", "--jsn")
        #expect(refused.code == 64)
        #expect(refused.output.isEmpty)
        #expect(refused.errors.contains("--jsn"))
    }

    // HiveLogging: what was kept is not lost when the start fails before there is a logger.
    @Test func aProgramThatFailsLogsWhatWasKeptAndHowItEnds() async throws {
        let ending = try await run("serve", "--Cart.maximumLines=many")
        #expect(ending.code == 78)
        let lines = ending.errors.split(separator: "\n")
        let errors = lines.filter { $0.contains(" error hive:") }
        #expect(errors.count == 1, "\(ending.errors)")
        #expect(errors.first?.contains("hive failed: The hive cannot start: ") == true)
        #expect(errors.first?.contains("hive.error.problem=--Cart.maximumLines: error: ") == true)
        // Nothing of it stands there twice: the last line is short.
        #expect(lines.last?.contains(" info hive:") == true)
        #expect(lines.last?.hasSuffix("the program ends") == true)
        #expect(lines.last?.contains("hive.exit_code=78") == true)
    }

    @Test func aProgramThatEndsWellLogsThat() async throws {
        let ending = try await run("serve", "--Trade.stopsAtOnce")
        #expect(ending.code == 0)
        let last = ending.errors.split(separator: "\n").last
        #expect(last?.contains(" info hive:") == true)
        #expect(last?.contains("hive.exit_code=0") == true)
    }

    // C41: what a hive throws in a command, which does nothing about it.
    @Test func whatAHiveThrowsInACommandEndsTheProcessWithItsCode() async throws {
        let ending = try await run("limit", "tea", "--Cart.maximumLines=many")
        #expect(ending.code == 78)
        #expect(ending.output.isEmpty)
        let lines = ending.errors.split(separator: "\n")
        #expect(lines.first == "error: The hive cannot start: 1 thing is wrong with its modules.")
        #expect(lines.dropFirst().first?.hasPrefix("  --Cart.maximumLines: error: ") == true)
        let failed = try await run("limit", "tea", "--Trade.fails")
        #expect(failed.code == 70)
        #expect(failed.errors.hasPrefix("error: The hive did not start: module TradeModule failed in ready."))
        // A start that was told to end is no failure.
        let stopped = try await run("limit", "tea", "--Trade.stopsInSetUp")
        #expect(stopped.code == 0)
        #expect(stopped.errors.isEmpty)
        let other = try await run("limit", "nothing")
        #expect(other.code == 1)
        #expect(other.errors == "Error: NoItem()\n")
    }

    @Test func aCommandLineThatIsTooLongIsRefused() async throws {
        let arguments = (0...1000).map { "--Cart.x\($0)=1" }
        let ending = try await run(["limit", "tea"] + arguments)
        #expect(ending.code == 64)
        #expect(ending.errors.hasPrefix("Error: There are more than 1000 arguments for the hive.\n"))
    }

    @Test func anAnswerIsPrinted() async throws {
        let ending = try await run("hive", "why", "Cart.maximumLines", "--json", "--Cart.maximumLines=3")
        #expect(ending.code == 0, "\(ending.errors)")
        #expect(ending.output.hasPrefix("{"))
        #expect(ending.output.contains("--Cart.maximumLines"))
        #expect(ending.errors.isEmpty)
    }

    @Test func aCommandOfTheProgramTakesOptionsOfModules() async throws {
        let ending = try await run("limit", "tea", "--Cart.maximumLines=3")
        #expect(ending.output == "tea EUR 3\n")
        #expect(ending.code == 0, "\(ending.errors)")
    }
}
#endif
