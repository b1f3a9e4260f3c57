// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePlatform

/// The folder of a socket, which nobody but its owner may enter.
enum ControlFolder {
    /// Makes the folder where it is missing, with mode 0700, and refuses one that others may change or that is a link.
    ///
    /// - Throws: `HiveError` with `invalidConfiguration`, which names the path, what is wrong and what to do.
    static func prepare(_ path: String) throws {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw failure("cannot be made: \(reason(errno))", path) }
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            let isNone = errno == ELOOP || errno == ENOTDIR
            throw failure(isNone ? "is a link or no folder" : "cannot be opened: \(reason(errno))", path)
        }
        defer { close(descriptor) }
        var found = stat()
        guard fstat(descriptor, &found) == 0 else { throw failure("cannot be read: \(reason(errno))", path) }
        guard found.st_uid == geteuid() else { throw failure("belongs to user \(found.st_uid)", path) }
        guard found.st_mode & 0o077 == 0 else {
            throw failure("may be entered by others (mode \(String(found.st_mode & 0o777, radix: 8)))", path)
        }
    }

    static func failure(_ what: String, _ path: String) -> HiveError {
        let remedy = "Give ControlModule a path in a folder of your own with mode 0700 by its option `socket`."
        return HiveError(.invalidConfiguration, "\(path.quoted) \(what). \(remedy)")
    }

    static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
