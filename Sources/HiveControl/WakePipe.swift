// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveCommands
import HivePlatform

/// A pipe: what is written to one end wakes the thread that waits at the other.
final class WakePipe: Sendable {
    /// The end that a thread polls.
    let reading: Int32
    private let writing: Int32

    /// - Throws: `HiveError` with `invalidState` when the process has no descriptor left.
    init() throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw HiveError(.invalidState, "ControlModule has no pipe: \(ControlFolder.reason(errno)).")
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    func wake() {
        let byte: [UInt8] = [0]
        // One that is full wakes in any case.
        _ = write(writing, byte, 1)
    }

    /// Takes out what was written.
    func empty() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(reading, &bytes, bytes.count) > 0 {}
    }
}
