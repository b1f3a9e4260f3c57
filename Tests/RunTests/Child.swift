// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Synchronization
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A process that runs the fixture, or the sample; it is killed when the test lets go of it.
final class Child {
    /// What the kernel says about the process.
    enum Change: Equatable {
        case stopped
        case continued
        case exited(Int32)
        case killed(Int32)
    }

    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    let id: pid_t
    private(set) var output: [String] = []
    private var lines: AsyncStream<String>.Iterator
    private var errorLines: AsyncStream<String>.Iterator
    private var changes: AsyncStream<Change>.Iterator
    private var hasEnded = false
    /// The end of a stream that has no room, which is held and not read.
    private let unreadError: Int32?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - wishes: Its arguments.
    ///   - name: The program.
    ///   - socket: A socket that it is started with, named `orders`, as systemd hands it over.
    ///   - ignored: The signals that are ignored from the beginning, as SIGHUP is with `nohup`; no other one is.
    ///   - environment: What its environment has beside that of the tests; values without quotation marks.
    ///   - closesError: Whether nobody holds the other end of the standard error stream.
    ///   - fillsError: Whether the standard error stream has no room, and nobody reads.
    ///   - isWithoutStreams: Whether no standard stream is open, so that nothing can be read from it.
    /// - Throws: ``Missing`` when the fixture is not there.
    init(
        _ wishes: String...,
        program name: String = "HiveSignalProgram",
        socket: Int32? = nil,
        ignoring ignored: [Int32] = [],
        environment: [String: String] = [:],
        closesError: Bool = false,
        fillsError: Bool = false,
        isWithoutStreams: Bool = false
    ) throws {
        let program = try Self.program(name)
        let output = try Pipe()
        let error = try Pipe()
        if closesError { close(error.read) }
        if fillsError { error.fill() }
        // A process that exits has objects alive, and the leak checker cannot follow weak references to them.
        let listening = #"export LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=orders; "#
        let closing = isWithoutStreams ? " <&- >&- 2>&-" : ""
        let script = #"export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"; exec "$0" "$@""# + closing
        let traps = ignored.map { "trap '' \($0); " }.joined()
        let exports = environment.map { "export \($0)='\($1)'; " }.joined()
        let command = traps + exports + (socket == nil ? "" : listening) + script
        id = try Self.spawn(["/bin/sh", "-c", command, program] + wishes, output.write, error.write, socket)
        close(output.write)
        close(error.write)
        lines = Self.lines(of: output.read).makeAsyncIterator()
        let isErrorRead = !closesError && !fillsError
        unreadError = fillsError ? error.read : nil
        errorLines = (isErrorRead ? Self.lines(of: error.read) : AsyncStream { $0.finish() }).makeAsyncIterator()
        changes = Self.changes(of: id).makeAsyncIterator()
    }

    deinit {
        if !hasEnded { kill(id, SIGKILL) }
        if let unreadError { close(unreadError) }
    }

    func send(_ signal: Int32) { kill(id, signal) }

    /// Returns when the program has written a line.
    func wait(for line: String) async throws {
        while let next = await lines.next(isolation: #isolation) {
            output.append(next)
            if next == line { return }
        }
        throw Missing(description: "The program ended without \"\(line)\"; it wrote \(output), \(await errorOutput()).")
    }

    /// Returns the next line that begins with a text.
    func line(beginningWith start: String) async throws -> String {
        while let next = await lines.next(isolation: #isolation) {
            output.append(next)
            if next.hasPrefix(start) { return next }
        }
        let text = "The program ended without \"\(start)\"; it wrote \(output), \(await errorOutput())."
        throw Missing(description: text)
    }

    /// Returns the next line of the standard error stream that begins with a text.
    func errorLine(beginningWith start: String) async throws -> String {
        while let next = await errorLines.next(isolation: #isolation) { if next.hasPrefix(start) { return next } }
        throw Missing(description: "The program ended without \"\(start)\"; it wrote \(output).")
    }

    /// Returns the next thing that happens to the process.
    func change() async throws -> Change {
        guard let change = await changes.next(isolation: #isolation) else {
            throw Missing(description: "The program has ended already.")
        }
        switch change {
        case .exited, .killed: hasEnded = true
        case .stopped, .continued: break
        }
        return change
    }

    /// Waits for the end, and for everything that the program has written.
    func end() async throws -> Change {
        let change = try await change()
        while let line = await lines.next(isolation: #isolation) { output.append(line) }
        return change
    }

    func errorOutput() async -> String {
        var text: [String] = []
        while let line = await errorLines.next(isolation: #isolation) { text.append(line) }
        return text.joined(separator: "\n")
    }

    // MARK: The system

    /// Held while a pipe is made and while a process is, which would get a pipe that is not marked yet.
    static let spawning = Mutex(())

    /// A program, which the build puts into the folder of the tests, or into one around it.
    private static func program(_ name: String) throws -> String {
        var starts = CommandLine.arguments.filter { $0.hasPrefix("/") }
        if let first = CommandLine.arguments.first, let path = realpath(first, nil) {
            starts.insert(String(cString: path), at: 0)
            free(path)
        }
        for start in starts {
            var folder = start[...]
            while let slash = folder.lastIndex(of: "/") {
                folder = folder[..<slash]
                let candidate = "\(folder)/\(name)"
                if access(candidate, X_OK) == 0, !isFolder(candidate) { return candidate }
            }
        }
        throw Missing(description: "\(name) is not near any of \(starts).")
    }

    private static func isFolder(_ path: String) -> Bool { access(path + "/", F_OK) == 0 }

    private static func spawn(
        _ arguments: [String],
        _ output: Int32,
        _ error: Int32,
        _ socket: Int32?
    ) throws -> pid_t {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, error, STDERR_FILENO)
        if let socket { posix_spawn_file_actions_adddup2(&actions, socket, STDERR_FILENO + 1) }
        // The tests themselves may have been started to ignore some.
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGHUP, SIGINT, SIGTERM, SIGPIPE, SIGTSTP, SIGCONT] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var id: pid_t = 0
        let code = spawning.withLock { _ in posix_spawn(&id, arguments[0], &actions, &attributes, words, environ) }
        guard code == 0 else { throw Missing(description: "\(arguments) cannot be started: \(code).") }
        return id
    }

    private static func lines(of file: Int32) -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        DispatchQueue(label: "child.output").async {
            var line: [UInt8] = []
            var byte: UInt8 = 0
            while read(file, &byte, 1) == 1 {
                if byte != UInt8(ascii: "\n") {
                    line.append(byte)
                    continue
                }
                continuation.yield(String(decoding: line, as: UTF8.self))
                line = []
            }
            close(file)
            continuation.finish()
        }
        return stream
    }

    private static func changes(of id: pid_t) -> AsyncStream<Change> {
        let (stream, continuation) = AsyncStream<Change>.makeStream()
        DispatchQueue(label: "child.changes").async {
            var status: Int32 = 0
            while waitpid(id, &status, WUNTRACED | WCONTINUED) == id {
                // The bits of `WIFEXITED` and its sisters, which are macros.
                if status == 0xFFFF {
                    continuation.yield(.continued)
                } else if status & 0xFF == 0x7F {
                    continuation.yield(.stopped)
                } else {
                    continuation.yield(status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F))
                    break
                }
            }
            continuation.finish()
        }
        return stream
    }
}

/// A pipe whose ends no other child gets.
private struct Pipe {
    let read: Int32
    let write: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        try Child.spawning.withLock { _ in
            guard pipe(&ends) == 0 else { throw Child.Missing(description: "There is no pipe.") }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        (read, write) = (ends[0], ends[1])
    }

    /// Writes until there is no room.
    func fill() {
        let portion = [UInt8](repeating: UInt8(ascii: "."), count: 4096)
        var file = pollfd(fd: write, events: Int16(POLLOUT), revents: 0)
        // A pipe that is ready has room for a portion, so that no call blocks.
        while poll(&file, 1, 0) == 1 { _ = writeBytes(write, portion) }
    }
}

/// Writes bytes; outside the type, where `write` is the end of a pipe.
private func writeBytes(_ file: Int32, _ bytes: [UInt8]) -> Int { write(file, bytes, bytes.count) }
