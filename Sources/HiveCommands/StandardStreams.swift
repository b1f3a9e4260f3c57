// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// The process's standard output and standard error.
enum StandardStreams {
    /// Writes texts and ends the process.
    static func exit(writing output: String, errors: String, code: Int32) -> Never {
        // A reader that has gone away must not end the process before its exit code is known.
        signal(SIGPIPE, SIG_IGN)
        let isWritten = write(output, to: STDOUT_FILENO)
        _ = write(errors, to: STDERR_FILENO)
        #if canImport(Glibc)
        Glibc.exit(isWritten ? code : 74)
        #elseif canImport(Musl)
        Musl.exit(isWritten ? code : 74)
        #elseif canImport(Android)
        Android.exit(isWritten ? code : 74)
        #else
        Darwin.exit(isWritten ? code : 74)
        #endif
    }

    /// Writes a whole text; says whether that went well or nobody wants it any more.
    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while let start = rest.baseAddress, !rest.isEmpty {
                let count = systemWrite(descriptor, start, rest.count)
                if count < 0 && errno == EINTR { continue }
                if count < 0 && errno == EAGAIN {
                    var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&stream, 1, -1)
                    continue
                }
                if count < 0 { return errno == EPIPE }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            return true
        }
    }
}

/// The system's function, which the method above would hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
