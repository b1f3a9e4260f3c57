// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HivePlatform

/// Where the socket of a program is.
enum ControlPath {
    /// The first place that the environment gives, as a path of a socket in a folder of its own.
    ///
    /// systemd makes `$RUNTIME_DIRECTORY` with mode 0755, and may list several; hence a folder within the first.
    ///
    /// - Parameters:
    ///   - name: The program's name.
    ///   - user: The number of the program's user.
    ///   - read: Reads a variable of the environment.
    /// - Returns: A path from the root.
    static func standard(for name: String, user: uid_t = geteuid(), _ read: (String) -> String?) -> String {
        func first(_ key: String) -> String? {
            let bytes = read(key)?.utf8.prefix { $0 != UInt8(ascii: ":") }
            return bytes.flatMap { $0.first == UInt8(ascii: "/") ? String($0) : nil }
        }
        if let base = first("RUNTIME_DIRECTORY") ?? first("XDG_RUNTIME_DIR") { return "\(base)/\(name).hive/control" }
        // All users have the temporary folder in common.
        return "\(first("TMPDIR") ?? "/tmp")/\(name).hive-\(user)/control"
    }
}
