// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

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
        // Output that is still buffered when the process exits must not change the exit code either.
        BrokenPipe.keepBackForGood()
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

    /// Writes a whole text; returns false on an error, other than that the reader has closed the pipe.
    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                // Without this, a reader that has closed the pipe would end the process by SIGPIPE.
                let (count, code) = BrokenPipe.write(rest, to: descriptor)
                if count < 0 && code == EINTR { continue }
                if count < 0 && code == EAGAIN {
                    var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&stream, 1, -1)
                    continue
                }
                if count < 0 { return code == EPIPE }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            return true
        }
    }
}
