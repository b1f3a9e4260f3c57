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

    /// Writes a text in place of what the file holds; a write that fails leaves that as it was, and nothing beside it.
    func write(_ text: String) throws(Failure) {
        // Another file first, which takes the place of this one when it is complete.
        let part = path + ".part"
        let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(part) }
        do throws(Failure) {
            try write(Array(text.utf8)[...], to: descriptor, of: part)
            guard rename(part, path) == 0 else { throw failure(path) }
        } catch {
            unlink(part)
            throw error
        }
    }

    /// Writes bytes from the beginning of a file and closes it.
    private func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, of path: String) throws(Failure) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(rest.startIndex)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let failure = failure(path)
                close(descriptor)
                throw failure
            }
            rest.removeFirst(count)
        }
        guard close(descriptor) == 0 else { throw failure(path) }
    }

    private func failure(_ path: String) -> Failure {
        let reason = String(cString: strerror(errno))
        let remedy = "Make sure that the folder is there, can be written and has room, and build again."
        return Failure(description: "\(path) can't be written: \(reason). \(remedy)")
    }
}
