// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

/// Where the lines of a text begin.
package struct PropertyListLines: Sendable {
    private let starts: [UInt32]

    /// Finds the lines of a text; a line ends with a line feed, a carriage return, or both.
    init(in bytes: [UInt8]) {
        let (feed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        var starts: [UInt32] = [0]
        for (end, byte) in bytes.enumerated() where byte == feed || byte == carriageReturn {
            if byte == feed || bytes[(end + 1)...].first != feed { starts.append(UInt32(end + 1)) }
        }
        self.starts = starts
    }

    /// Returns the number of the line that holds a byte, counted from 1.
    package func line(at offset: Int) -> Int {
        starts.partitionPoint { Int($0) <= offset }
    }
}
