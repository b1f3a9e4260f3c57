// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase
import HivePlatform

/// Where the lines of a text begin.
package struct PropertyListLines: Sendable {
    private let starts: [UInt32]

    /// Finds the lines of a text; a line ends with a line feed, a carriage return, or both.
    init(in bytes: [UInt8]) {
        let (feed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        var starts: [UInt32] = [0]
        bytes.withUnsafeBytes { text in
            func place(of byte: UInt8, from start: Int) -> Int? {
                guard start < text.count, let base = text.baseAddress else { return nil }
                return memchr(base + start, Int32(byte), text.count - start).map { UnsafeRawPointer($0) - base }
            }
            // Hardly any file has carriage returns, and looking for one byte is what the C library does best.
            if place(of: carriageReturn, from: 0) == nil {
                var start = 0
                while let end = place(of: feed, from: start) {
                    start = end + 1
                    starts.append(UInt32(start))
                }
            } else {
                for (end, byte) in text.enumerated() where byte == feed || byte == carriageReturn {
                    if byte == feed || text[(end + 1)...].first != feed { starts.append(UInt32(end + 1)) }
                }
            }
        }
        self.starts = starts
    }

    /// Returns the number of the line that holds a byte, counted from 1.
    package func line(at offset: Int) -> Int {
        starts.partitionPoint { Int($0) <= offset }
    }
}
