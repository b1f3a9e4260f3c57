// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HivePlatform

/// What differs when a file was changed or replaced.
package struct FileStamp: Equatable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int64
    /// When the content changed, in nanoseconds since 1970.
    package let modified: Int64
    /// When anything about the file changed.
    let changed: Int64

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
        size = Int64(status.st_size)
        #if canImport(Darwin)
        modified = status.st_mtimespec.nanoseconds
        changed = status.st_ctimespec.nanoseconds
        #else
        modified = status.st_mtim.nanoseconds
        changed = status.st_ctim.nanoseconds
        #endif
    }

    /// Whether another file is at the same path.
    func isOfAnotherFile(than other: FileStamp) -> Bool { device != other.device || inode != other.inode }

    /// Whether the content is the same, so far as times and size say; a file that was replaced has changed in name
    /// only.
    func hasContent(of other: FileStamp) -> Bool {
        !isOfAnotherFile(than: other) && size == other.size && modified == other.modified
    }

    /// The stamp of what a path leads to now; nil when there is nothing.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}

/// For how long a file must have been left alone before what was read of it counts.
struct FileQuiet {
    /// In nanoseconds: longer than the steps of 1 to 10 ms in which systems count a file's times.
    var period: Int64 = 20_000_000
    /// The time by the clock of the files' times, in nanoseconds since 1970.
    var now: () -> Int64 = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.nanoseconds
    }
    /// Waits for some nanoseconds.
    var wait: (Int64) -> Void = { nanoseconds in
        var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        var rest = timespec()
        while nanosleep(&time, &rest) != 0, errno == EINTR { time = rest }
    }
}

extension timespec {
    /// Wraps around for times that no clock has.
    fileprivate var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}
