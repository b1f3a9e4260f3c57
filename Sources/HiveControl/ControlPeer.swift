// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HivePlatform

/// Who is at the other end of a socket.
enum ControlPeer {
    /// The user of the process that connected, or nil when the system does not say.
    static func user(of descriptor: Int32) -> uid_t? {
        #if canImport(Darwin)
        var (user, group) = (uid_t(), gid_t())
        return getpeereid(descriptor, &user, &group) == 0 ? user : nil
        #else
        // The numbers of process, user and group: glibc shows the structure only to those who ask for GNU's additions.
        var found: [UInt32] = [0, 0, 0]
        var length = socklen_t(12)
        return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &found, &length) == 0 ? found[1] : nil
        #endif
    }

    /// Whether a user is answered: the process's own, and root.
    static func isAnswered(_ user: uid_t?, owner: uid_t = geteuid()) -> Bool { user == owner || user == 0 }
}
