// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if os(Linux) && canImport(Glibc)
import Glibc

/// A file in memory, which several processes have.
struct MemoryFile {
    let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Makes one, under a number above those as which an exploring process is given files.
    init() {
        let file = makeMemoryFile("hive-exploration", 1)  // MFD_CLOEXEC
        defer { close(file) }
        descriptor = fcntl(file, F_DUPFD_CLOEXEC, 64)
    }

    var size: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// What stands in it from a place on.
    func lines(from start: Int = 0) -> [String] {
        let count = size - start
        guard count > 0 else { return [] }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            length = max(0, pread(descriptor, buffer.baseAddress, count, off_t(start)))
        }
        return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }
}
#endif
