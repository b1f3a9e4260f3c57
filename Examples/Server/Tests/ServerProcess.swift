// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation

/// A server that runs as a process of its own, in a folder of its own, on ports that the system chooses.
///
/// It is killed when the test lets go of it.
final class ServerProcess {
    /// A line of the log.
    struct Line: Decodable, Sendable {
        let level: String
        let message: String
        let logger: String
        let source: String
        let error: String?
        let port: String?
        let status: String?
        let hook: String?
        let subject: String?
        /// What the process ends with; only the line with the last words has it.
        let exitCode: String?
        let cause: String?
        let problem: String?
        let problem2: String?
        let problem3: String?

        /// What a failure says beside its message.
        var reasons: String { [cause, problem, problem2, problem3].compactMap(\.self).joined(separator: "\n") }

        enum CodingKeys: String, CodingKey {
            case level, message, logger, source, error, port, status
            case hook = "hive.hook"
            case subject = "hive.subject"
            case exitCode = "hive.exit_code"
            case cause = "hive.error.cause"
            case problem = "hive.error.problem"
            case problem2 = "hive.error.problem.2"
            case problem3 = "hive.error.problem.3"
        }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Where the process runs, with the property lists in `Config`.
    let folder: URL
    /// What has been logged so far.
    private(set) var log: [Line] = []
    /// What was written that is no line of the log.
    private(set) var rest: [String] = []

    /// What the program had to say when it ended; while it does, others may still log.
    var lastWords: Line? { log.last { $0.exitCode != nil } }

    /// The one line that says what has failed, if there is one error and no other.
    var failure: Line? {
        let errors = log.filter { $0.level == "error" && $0.logger == "tea" }
        return errors.count == 1 ? errors.first : nil
    }

    private let process = Process()
    private var lines: AsyncStream<String>.Iterator

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - program: `TeaServer`, which is the one with Hive, or `PlainServer`.
    ///   - variables: What its environment has beside that of the tests.
    ///   - dropIn: A property list for `Config/Hive.d`.
    /// - Throws: ``Failure`` when the program was not built, or what the system says.
    init(_ program: String = "TeaServer", _ variables: [String: String] = [:], dropIn: String? = nil) throws {
        let files = FileManager.default
        folder = files.temporaryDirectory.appending(path: "tea-\(UUID())")
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        try files.copyItem(at: package.appending(path: "Config"), to: folder.appending(path: "Config"))
        let ports = [
            "TEA_WEB_PORT": "0", "TEA_MANAGEMENT_PORT": "0", "TEA_STORAGE_PATH": "tea.sqlite",
            "TEA_CONTROL_SOCKET": folder.appending(path: "control/socket").path(),
        ]
        let pipe = Pipe()
        process.executableURL = try Self.url(of: program)
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(ports) { $1 }.merging(variables) { $1 }
        process.standardError = pipe
        lines = Self.lines(of: pipe.fileHandleForReading).makeAsyncIterator()
        if let dropIn { try configure(dropIn) }
        try process.run()
        // The process has it, and whoever reads waits for all others to close it.
        try pipe.fileHandleForWriting.close()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Writes the drop-in, which the server reads when it starts and at SIGHUP.
    func configure(_ dropIn: String) throws {
        let place = folder.appending(path: "Config/Hive.d")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let text = #"<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>\#(dropIn)</dict></plist>"#
        try Data(text.utf8).write(to: place.appending(path: "10-test.plist"), options: .atomic)
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Returns the first line that fits, of those that have come since the last call.
    @discardableResult
    func wait(for expectation: String, _ fits: (Line) -> Bool) async throws -> Line {
        while let line = await nextLine() {
            if fits(line) { return line }
        }
        throw Failure(description: "The server ended without \(expectation); it logged \(log.map(\.message)), \(rest).")
    }

    /// Returns the port that a server listens on, which is the first thing that it logs.
    func port(of server: String) async throws -> Int {
        func fits(_ line: Line) -> Bool { line.message == "listening" && line.logger == server }
        // Two servers may log theirs in any order.
        let known = log.first(where: fits)
        let line = if let known { known } else { try await wait(for: "a port of \(server)", fits) }
        guard let port = line.port.flatMap({ Int($0) }) else { throw Failure(description: "\(line) has no port.") }
        return port
    }

    /// Returns when the hive runs.
    func waitUntilRunning() async throws {
        try await wait(for: "running") { $0.message == "hive is running" }
    }

    /// Returns how the process has ended: its exit code, or 128 and the signal.
    func exitCode() async -> Int32 {
        while await nextLine() != nil {}
        // It has closed its streams, and takes no longer than the system needs.
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    }

    private func nextLine() async -> Line? {
        while let text = await lines.next(isolation: #isolation) {
            if let line = try? JSONDecoder().decode(Line.self, from: Data(text.utf8)) {
                log.append(line)
                return line
            }
            rest.append(text)
        }
        return nil
    }

    /// The build puts programs beside the tests, or into a folder around them.
    private static func url(of program: String) throws -> URL {
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

    private static func lines(of file: FileHandle) -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        Thread.detachNewThread {
            var rest = Data()
            while true {
                let data = file.availableData
                if data.isEmpty { break }
                rest.append(data)
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
                    rest = Data(rest[(end + 1)...])
                }
            }
            if !rest.isEmpty { continuation.yield(String(decoding: rest, as: UTF8.self)) }
            continuation.finish()
        }
        return stream
    }
}
