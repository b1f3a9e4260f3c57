// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
package import HivePlatform

/// Why a socket, or what answers there, is not trusted, or not there; a person reads it behind the path.
package struct ControlFault: Error, CustomStringConvertible {
    package let description: String
    /// Whether nobody is there, which is no reason to look closer.
    package var isAbsence = false

    package init(_ description: String, isAbsence: Bool = false) {
        self.description = description
        self.isAbsence = isAbsence
    }

    /// What a call of the system says.
    package init(_ what: String, code: Int32) {
        self.init("\(what): \(String(cString: strerror(code)))", isAbsence: code == ENOENT || code == ECONNREFUSED)
    }
}

/// The folder of a socket, which nobody but its owner may enter.
package enum ControlFolder {
    /// Whose folder it is.
    ///
    /// - Throws: ``ControlFault`` for one that others may enter, and for a link.
    package static func owner(of path: String) throws(ControlFault) -> uid_t {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            if code == ELOOP || code == ENOTDIR { throw ControlFault("is a link or no folder") }
            throw ControlFault("cannot be opened", code: code)
        }
        defer { close(descriptor) }
        var found = stat()
        guard fstat(descriptor, &found) == 0 else { throw ControlFault("cannot be read", code: errno) }
        guard found.st_mode & 0o077 == 0 else {
            throw ControlFault("may be entered by others (mode \(String(found.st_mode & 0o777, radix: 8)))")
        }
        return found.st_uid
    }

    /// Whether others than its owner may make folders beside one, as in the temporary folder.
    static func isOpenToAll(around path: String) -> Bool {
        var found = stat()
        return stat(folder(of: path) ?? "/", &found) != 0 || found.st_mode & 0o022 != 0
    }

    /// The folder that has a socket; nil for what is no path from the root to a socket in a folder.
    package static func folder(of path: String) -> String? {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        guard path.utf8.first == UInt8(ascii: "/"), let slash, slash != path.startIndex else { return nil }
        return String(path[..<slash])
    }
}
