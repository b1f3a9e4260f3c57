// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Dispatch

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#else
internal import Darwin
#endif

/// A file that cannot be read or written, and why.
package struct FileError: Error, CustomStringConvertible {
    package let description: String
    /// 66 for input and 74 for output, as `sysexits.h` has it.
    let exitCode: Int32
    /// Whether the other end of the pipe is closed, for example because `head` has ended.
    let isReaderGone: Bool

    /// Creates an error; the reason is the system's if no other is given.
    init(_ description: String, reason: String? = nil, exitCode: Int32 = 66) {
        let code = errno
        self.exitCode = exitCode
        isReaderGone = reason == nil && code == EPIPE
        self.description = "\(description): \(reason ?? String(cString: strerror(code)))"
    }
}

extension Shop {
    /// Makes the process fit for the shop; call it before anything is opened.
    ///
    /// Afterwards, writing to a closed pipe is an error, after which the shop stops in order, and does not end the
    /// process. A standard stream that is closed stays closed: no file that is opened later gets its number.
    package static func prepareProcess() {
        signal(SIGPIPE, SIG_IGN)
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}

/// A file that is read piece by piece, until somebody interrupts that; closed when it is let go of.
///
/// A read waits on a thread of its own, so a slow pipe or an idle terminal takes no thread away from the modules.
final class InputFile: Sendable {
    private let descriptor: CInt
    private let name: String
    private let queue = DispatchQueue(label: "shop.input")
    /// A pipe that becomes readable when reading is to end.
    private let interruption: (read: CInt, write: CInt)

    /// Opens a file, or standard input for `-`.
    init(_ path: String) throws(FileError) {
        name = path == "-" ? "standard input" : path.quoted
        if path == "-" {
            let mode = fcntl(STDIN_FILENO, F_GETFL)
            guard mode >= 0, mode & O_ACCMODE != O_WRONLY else {
                throw FileError("cannot read the orders from \(name)", reason: "it is closed")
            }
        }
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw FileError("cannot read the orders from \(name)") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        interruption = (ends[0], ends[1])
        descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError("cannot read the orders from \(name)") }
    }

    deinit {
        if descriptor > STDERR_FILENO { close(descriptor) }
        close(interruption.read)
        close(interruption.write)
    }

    /// Returns the next bytes, or none at the end and after ``interrupt()``.
    func next() async throws -> [UInt8] {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.nextOnThread() }) }
        }
    }

    /// Ends reading: a read that waits returns, and every later one returns at once.
    func interrupt() {
        // If the pipe is full, it is readable already, and nothing more need be written.
        _ = writeBytes(interruption.write, [0], 1)
    }

    private func nextOnThread() throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            var waits = [descriptor, interruption.read].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let ready = poll(&waits, nfds_t(waits.count), -1)
            if ready < 0, errno == EINTR { continue }
            if waits[1].revents != 0 { return [] }
            let count = ready < 0 ? -1 : read(descriptor, &buffer, buffer.count)
            if count >= 0 { return Array(buffer[..<count]) }
            guard errno == EINTR else { throw FileError("cannot read the orders from \(name)") }
        }
    }
}

extension Console {
    /// The console of the process; progress is shown on standard error, and only on a terminal.
    package static func process() -> Console {
        Console(
            hasTerminal: isatty(STDERR_FILENO) == 1,
            output: { try write($0, to: STDOUT_FILENO) },
            errors: { try? write($0, to: STDERR_FILENO) }
        )
    }

    private static func write(_ text: String, to descriptor: CInt) throws {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { writeBytes(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                throw FileError("cannot write the output", exitCode: 74)
            }
        }
    }
}

/// `write`, under a name that the type's own does not hide.
private func writeBytes(_ descriptor: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
