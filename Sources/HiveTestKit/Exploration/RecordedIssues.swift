// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if compiler(>=6.3) && os(Linux) && canImport(Glibc)
import Glibc

/// What the testing library has told of since a moment, in the file to which it writes its events.
struct RecordedIssues {
    private let file: Int32
    private let start: Int

    init(inEventsOf file: Int32) {
        self.file = file
        start = Self.size(of: file)
    }

    static func size(of file: Int32) -> Int {
        var status = stat()
        return fstat(file, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Whether one of them is an issue that fails a test.
    var holdFailure: Bool {
        let count = Self.size(of: file) - start
        guard count > 0 else { return false }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            length = max(0, pread(file, buffer.baseAddress, count, off_t(start)))
        }
        return bytes.split(separator: UInt8(ascii: "\n")).contains { line in
            let line = String(decoding: line, as: UTF8.self)
            return line.contains(#""kind":"issueRecorded""#) && !line.contains(#""isKnown":true"#)
                && !line.contains(#""isFailure":false"#)
        }
    }
}
#endif
