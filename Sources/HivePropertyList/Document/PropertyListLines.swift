// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase
import HivePlatform

/// Where the lines of a text begin.
package struct PropertyListLines: Sendable {
    private let starts: [UInt32]

    /// Finds the lines of a text; a line ends with a line feed, a carriage return, or both.
    init(in bytes: [UInt8]) {
        var starts: [UInt32] = [0]
        bytes.withUnsafeBytes { text in
            // Hardly any file has carriage returns, and looking for one byte is what the C library does best.
            let hasReturns = Self.place(of: UInt8(ascii: "\r"), in: text, from: 0) != nil
            var offset = 0
            while let end = hasReturns
                ? Self.end(in: text, from: offset) : Self.place(of: UInt8(ascii: "\n"), in: text, from: offset)
            {
                offset = end + 1
                starts.append(UInt32(offset))
            }
        }
        self.starts = starts
    }

    /// Returns where a byte is found next.
    private static func place(of byte: UInt8, in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard start < text.count, let base = text.baseAddress else { return nil }
        return memchr(base + start, Int32(byte), text.count - start).map { UnsafeRawPointer($0) - base }
    }

    /// Returns where the last byte of the end of a line is found next.
    private static func end(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
        for offset in start..<text.count {
            let isLineFeed = text[offset] == UInt8(ascii: "\n")
            guard isLineFeed || text[offset] == UInt8(ascii: "\r") else { continue }
            if !isLineFeed, offset + 1 < text.count, text[offset + 1] == UInt8(ascii: "\n") { continue }
            return offset
        }
        return nil
    }

    /// Returns the number of the line that holds a byte, counted from 1.
    package func line(at offset: Int) -> Int {
        starts.partitionPoint { Int($0) <= offset }
    }
}
