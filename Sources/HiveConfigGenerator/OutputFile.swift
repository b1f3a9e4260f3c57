// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import HivePlatform
internal import HivePropertyList

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
        guard let file = fopen(part, "w") else { throw failure(part) }
        do throws(Failure) {
            let bytes = Array(text.utf8)
            let fault = fwrite(bytes, 1, bytes.count, file) == bytes.count ? nil : failure(part)
            guard fclose(file) == 0, fault == nil else { throw fault ?? failure(part) }
            try date(part, after: path)
            guard rename(part, path) == 0 else { throw failure(path) }
        } catch {
            unlink(part)
            throw error
        }
    }

    /// Moves a file's time of modification to a second after that of the file that it is going to replace.
    ///
    /// On Linux the compiler compares these times in whole seconds: of two texts of the same second, it would not
    /// compile the second one, and a build would end well with a mistake in it.
    private func date(_ part: String, after path: String) throws(Failure) {
        guard let earlier = modificationSecond(path) else { return }
        guard let now = modificationSecond(part) else { throw failure(part) }
        guard now <= earlier else { return }
        let time = timespec(tv_sec: earlier + 1, tv_nsec: 0)
        guard utimensat(AT_FDCWD, part, [time, time], 0) == 0 else { throw failure(part) }
    }

    /// When a file was modified, in seconds since 1970; nil where there is none.
    private func modificationSecond(_ path: String) -> time_t? {
        FileStamp(path).map { time_t($0.modified / 1_000_000_000) }
    }

    private func failure(_ path: String) -> Failure {
        let reason = String(cString: strerror(errno))
        let remedy = "Make sure that the folder is there, can be written and has room, and build again."
        return Failure(description: "\(path) can't be written: \(reason). \(remedy)")
    }
}
