// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HivePlatform

/// Writes a text to the standard error stream, for a person.
///
/// A stream that is not read, or whose other end is closed, must neither end nor block the process: if there is no room
/// for that long, or the whole takes five times as long, the rest of the text is dropped.
///
/// - Parameters:
///   - text: The text, without the end of its last line.
///   - patience: How long the stream may have no room, in milliseconds.
func writeToStandardError(_ text: String, patience: Int32 = 1_000) {
    _ = writeText(text + "\n", to: STDERR_FILENO, patience: patience)
}

/// Writes an answer that a person has asked for to the standard output stream, and returns the exit code: 74 where that
/// was not possible; a reader who has gone is no failure.
func writeToStandardOutput(_ text: String) -> Int32 {
    writeText(text + "\n", to: STDOUT_FILENO, patience: 60_000) ? 0 : 74
}

/// Writes a text to a stream.
///
/// - Parameters:
///   - text: The text.
///   - descriptor: The stream.
///   - patience: How long the stream may have no room, in milliseconds, and a fifth of how long the whole may take; nil
///     for as long as it takes.
/// - Returns: Whether that went well; that its reader has gone is no failure.
package func writeText(_ text: String, to descriptor: Int32, patience: Int32?) -> Bool {
    let end = patience.map { ContinuousClock.now + .milliseconds(5 * Int64($0)) }
    // What fits in one go into a pipe that is ready, so that the call does not block.
    let portion = 512
    var text = text
    return text.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty {
            var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if let end, ContinuousClock.now > end { return false }
            let ready = poll(&stream, 1, patience ?? -1)
            if ready < 0, errno == EINTR { continue }
            if ready <= 0 { return false }
            let part = UnsafeRawBufferPointer(rebasing: rest.prefix(portion))
            let (count, code) = BrokenPipe.write(part, to: descriptor)
            if count < 0, code == EINTR || code == EAGAIN { continue }
            if count <= 0 { return code == EPIPE }  // There is no other place for the text.
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
        return true
    }
}
