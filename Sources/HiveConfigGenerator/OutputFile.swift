// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#else
internal import Darwin
#endif

/// A file that is written as a whole or not at all.
struct OutputFile {
    /// Why a file can't be written.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let path: String

    /// Writes a text in place of what the file holds.
    func write(_ text: String) throws(Failure) {
        // Another file first, which takes the place of this one when it is complete.
        let part = path + ".part"
        let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(part) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(rest.startIndex)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let failure = failure(part)
                close(descriptor)
                throw failure
            }
            rest.removeFirst(count)
        }
        guard close(descriptor) == 0 else { throw failure(part) }
        guard rename(part, path) == 0 else { throw failure(path) }
    }

    private func failure(_ path: String) -> Failure {
        Failure(description: "\(path) can't be written: \(String(cString: strerror(errno)))")
    }
}
