// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Logging

/// Lines that wait for a logger, or for those before them, the oldest first; older ones make room for newer ones.
struct WaitingLines {
    /// Lines that found no room, by their levels, because only a logger says which of them it would have had.
    struct Dropped {
        /// Those for which there was no logger yet.
        fileprivate(set) var early: [Logger.Level: Int] = [:]
        /// Those that waited for too long while older lines were being logged.
        fileprivate(set) var late: [Logger.Level: Int] = [:]

        /// How many of some lines a logger would have had.
        static func count(_ dropped: [Logger.Level: Int], of logger: Logger) -> Int {
            let level = logger.logLevel
            return dropped.reduce(0) { $1.key < level ? $0 : $0 + $1.value }
        }
    }

    private let capacity: Int
    private var lines: [LogLine] = []
    /// Where the oldest line is: an array moves all that follows, so that it is cut in batches.
    private var first = 0
    private var dropped = Dropped()

    init(capacity: Int) { self.capacity = capacity }

    var isEmpty: Bool { first == lines.count }

    /// Adds a line, for which there is no logger yet, or which older ones stand before.
    mutating func append(_ line: LogLine, hasLogger: Bool) {
        lines.append(line)
        guard lines.count - first > capacity else { return }
        let level = removeFirst().level
        if hasLogger { dropped.late[level, default: 0] += 1 } else { dropped.early[level, default: 0] += 1 }
    }

    /// Takes the oldest line, and what was dropped since the last one was taken, all of it older; nil when none waits.
    mutating func next() -> (line: LogLine, dropped: Dropped)? {
        if isEmpty {
            (lines, first) = ([], 0)
            return nil
        }
        defer { dropped = Dropped() }
        return (removeFirst(), dropped)
    }

    private mutating func removeFirst() -> LogLine {
        let oldest = lines[first]
        first += 1
        if first >= capacity {
            lines.removeFirst(first)
            first = 0
        }
        return oldest
    }
}
