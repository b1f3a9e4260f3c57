// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
package import HivePlatform

/// Where the socket of a program is.
package enum ControlPath {
    /// The name of the program's file.
    ///
    /// It is what the one that runs and the one that asks have in common for sure: both are the same program. The name
    /// of a hive's context is known when the hive has been made only, which fails just when the answer is needed most.
    package static var program: String {
        CommandLine.arguments.first?.parts(at: "/").last.flatMap { $0.isEmpty ? nil : $0 } ?? "hive"
    }

    /// The places at which a program is asked; the first one is where it answers if it is told no other.
    ///
    /// systemd makes `$RUNTIME_DIRECTORY` with mode 0755, and may list several; hence a folder within the first. Who
    /// asks from a shell has no such variable, and finds what the unit calls `RuntimeDirectory=NAME` below `/run`.
    ///
    /// - Parameters:
    ///   - name: The program's name.
    ///   - user: The number of the program's user.
    ///   - read: Reads a variable of the environment.
    /// - Returns: Paths from the root, each of a socket in a folder of its own.
    package static func places(
        of name: String,
        user: uid_t = geteuid(),
        _ read: (String) -> String? = { getenv($0).map { String(cString: $0) } }
    ) -> [String] {
        func first(_ key: String) -> String? {
            let path = read(key)?.head(before: ":")
            return path.flatMap { $0.begins(with: "/") ? $0 : nil }
        }
        let own = ["RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"].compactMap(first).map { "\($0)/\(name).hive/control" }
        // All users have the temporary folder in common.
        let common = "\(first("TMPDIR") ?? "/tmp")/\(name).hive-\(user)/control"
        return own + [common, "/run/\(name)/\(name).hive/control"]
    }
}
