// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveCommands
import HivePlatform

extension ControlFolder {
    /// Makes the folder where it is missing, with mode 0700, and refuses one that others may change or that is a link.
    ///
    /// - Throws: `HiveError` with `invalidConfiguration`, which names the path, what is wrong and what to do.
    static func prepare(_ path: String) throws {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw failure("cannot be made: \(reason(errno))", path) }
        let found: uid_t
        do { found = try owner(of: path) } catch { throw failure(error.description, path) }
        guard found == geteuid() else { throw failure("belongs to user \(found)", path) }
    }

    static func failure(_ what: String, _ path: String) -> HiveError {
        let remedy = "Give ControlModule a path in a folder of your own with mode 0700 by its option `socket`."
        return HiveError(.invalidConfiguration, "\(path.quoted) \(what). \(remedy)")
    }

    static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
