// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

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

    init(_ description: String, exitCode: Int32 = 66) {
        self.exitCode = exitCode
        self.description = "\(description): \(String(cString: strerror(errno)))"
    }
}

/// A file that is read piece by piece, closed when it is let go of.
final class InputFile {
    private let descriptor: CInt
    private let name: String
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// Opens a file, or standard input for `-`.
    init(_ path: String) throws(FileError) {
        name = path == "-" ? "standard input" : path.quoted
        descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError("cannot read the orders from \(name)") }
    }

    deinit {
        if descriptor > STDERR_FILENO { close(descriptor) }
    }

    /// Returns the next bytes, or none at the end.
    func next() throws -> [UInt8] {
        while true {
            let count = read(descriptor, &buffer, buffer.count)
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
