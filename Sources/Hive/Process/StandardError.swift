// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Writes a text to the standard error stream, for a person.
///
/// A stream that is not read, or whose other end is closed, must neither end nor block the process: if there is no room
/// for that long, or the whole takes five times as long, the rest of the text is dropped.
///
/// - Parameters:
///   - text: The text, without the end of its last line.
///   - patience: How long the stream may have no room, in milliseconds.
func writeToStandardError(_ text: String, patience: Int32 = 1_000) {
    let end = ContinuousClock.now + .milliseconds(5 * Int64(patience))
    // What fits in one go into a pipe that is ready, so that the call does not block.
    let portion = 512
    var text = text + "\n"
    text.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty {
            var stream = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
            if ContinuousClock.now > end { return }
            let ready = poll(&stream, 1, patience)
            if ready < 0, errno == EINTR { continue }
            if ready <= 0 { return }
            let part = UnsafeRawBufferPointer(rebasing: rest.prefix(portion))
            let (count, code) = BrokenPipe.write(part, to: STDERR_FILENO)
            if count < 0, code == EINTR || code == EAGAIN { continue }
            if count <= 0 { return }  // There is no other place for the text.
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
    }
}
