// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HivePlatform

/// A pipe: what is written to one end wakes the thread that waits at the other.
///
/// Neither end blocks, or is handed to other programs. Neither has the number of a standard stream, even if that is
/// closed: otherwise printed text would be read here.
package final class WakePipe: Sendable {
    /// The end that a thread polls.
    package let reading: Int32
    let writing: Int32

    /// Makes a pipe; nil when the process has no descriptor left, and `errno` says so.
    package init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        let kept = ends.map { end in
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            return fcntl(end, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        }
        (reading, writing) = (kept[0], kept[1])
        let code = errno
        for end in ends { close(end) }
        errno = code
        if kept.contains(-1) { return nil }
    }

    deinit {
        for end in [reading, writing] where end >= 0 { close(end) }
    }

    package func wake() {
        let byte: [UInt8] = [0]
        // One that is full wakes in any case.
        _ = write(writing, byte, 1)
    }

    /// Takes out what was written.
    package func empty() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(reading, &bytes, bytes.count) > 0 {}
    }
}
