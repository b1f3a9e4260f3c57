// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Where the lines of a text begin.
package struct PropertyListLines: Sendable {
    private let starts: [UInt32]

    /// Finds the lines of a text; a line ends with a line feed, a carriage return, or both.
    init(in bytes: [UInt8]) {
        var starts: [UInt32] = [0]
        for (offset, byte) in bytes.enumerated() {
            let isLineFeed = byte == UInt8(ascii: "\n")
            guard isLineFeed || byte == UInt8(ascii: "\r") else { continue }
            if !isLineFeed, offset + 1 < bytes.count, bytes[offset + 1] == UInt8(ascii: "\n") { continue }
            starts.append(UInt32(offset + 1))
        }
        self.starts = starts
    }

    /// Returns the number of the line that holds a byte, counted from 1.
    package func line(at offset: Int) -> Int {
        var range = 0..<starts.count
        while range.count > 1 {
            let middle = range.lowerBound + range.count / 2
            range = Int(starts[middle]) <= offset ? middle..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound + 1
    }
}
