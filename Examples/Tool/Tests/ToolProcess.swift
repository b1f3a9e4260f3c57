// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation

/// The tool as a process, in a folder of its own.
///
/// It is killed when the test lets go of it.
final class ToolProcess {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// What came of a command.
    struct Ending: Equatable {
        let output: String
        let errors: [String]
        let exitCode: Int32
    }

    private let process = Process()
    private let input = Pipe()
    private var output: AsyncStream<String>.Iterator
    private var errors: AsyncStream<String>.Iterator
    /// What the tool has written to standard error so far.
    private(set) var complaints: [String] = []

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: What stands behind its name.
    ///   - folder: Where it runs.
    ///   - program: One that was built, or the path of any other.
    ///   - file: Where its answers go; without one, the test reads them.
    /// - Throws: ``Failure`` when the program was not built, or what the system says.
    init(_ arguments: [String], in folder: URL, program: String = "tea", to file: FileHandle? = nil) throws {
        let pipes = (output: Pipe(), errors: Pipe())
        process.executableURL = program.hasPrefix("/") ? URL(filePath: program) : try Self.url(of: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = input
        process.standardOutput = file ?? pipes.output
        process.standardError = pipes.errors
        output = Self.lines(of: pipes.output.fileHandleForReading).makeAsyncIterator()
        errors = Self.lines(of: pipes.errors.fileHandleForReading).makeAsyncIterator()
        try process.run()
        // The process has them, and whoever reads waits for all others to close them.
        try pipes.output.fileHandleForWriting.close()
        try pipes.errors.fileHandleForWriting.close()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Writes lines to standard input.
    func write(_ lines: [String]) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
    }

    func closeInput() throws { try input.fileHandleForWriting.close() }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Returns when a line has come on standard error.
    func wait(for line: String) async throws {
        while let next = await nextComplaint() {
            if next == line { return }
        }
        throw Failure(description: "The tool ended without \"\(line)\"; it wrote \(complaints).")
    }

    /// Returns how the process has ended: its exit code, or 128 and the signal.
    func end() async -> Ending {
        while await nextComplaint() != nil {}
        var text = ""
        while let line = await output.next(isolation: #isolation) { text += line + "\n" }
        // It has closed its streams, and takes no longer than the system needs.
        process.waitUntilExit()
        let status = process.terminationStatus
        let code = process.terminationReason == .exit ? status : 128 + status
        return Ending(output: text, errors: complaints, exitCode: code)
    }

    private func nextComplaint() async -> String? {
        let line = await errors.next(isolation: #isolation)
        if let line { complaints.append(line) }
        return line
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

    private static func lines(of file: FileHandle) -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        // On a thread of its own, because reading blocks.
        Thread.detachNewThread {
            var text = Data()
            while case let data = file.availableData, !data.isEmpty {
                text += data
                while let end = text.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(String(decoding: text[..<end], as: UTF8.self))
                    text = text[(end + 1)...]
                }
            }
            if !text.isEmpty { continuation.yield(String(decoding: text, as: UTF8.self)) }
            continuation.finish()
        }
        return stream
    }
}

/// A folder in which commands run one after the other.
final class Shop {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tea-\(UUID())")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The names of the files that are there.
    var files: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted() } }

    func write(_ name: String, _ lines: String...) throws {
        let text = lines.joined(separator: "\n") + "\n"
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    func begin(_ arguments: String...) throws -> ToolProcess { try ToolProcess(arguments, in: folder) }

    /// Runs a command to its end.
    @discardableResult
    func run(
        _ arguments: String...,
        program: String = "tea",
        to file: FileHandle? = nil
    ) async throws -> ToolProcess.Ending {
        let tool = try ToolProcess(arguments, in: folder, program: program, to: file)
        try tool.closeInput()
        return await tool.end()
    }
}

/// What SQLite takes for another process that is writing into a file.
final class DatabaseLock {
    private let file: FileHandle

    init(_ url: URL) throws {
        file = try FileHandle(forUpdating: url)
        // The byte that whoever begins to read or write has to lock: the "pending byte" of SQLite.
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 0x4000_0000
        lock.l_len = 1
        if fcntl(file.fileDescriptor, F_SETLK, &lock) < 0 {
            throw ToolProcess.Failure(description: "cannot lock \(url.path()): \(String(cString: strerror(errno)))")
        }
    }

    /// Lets the others go on; closing the file does.
    func release() { try? file.close() }
}
