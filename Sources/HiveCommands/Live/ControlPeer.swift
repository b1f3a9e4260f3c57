// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import HivePlatform

/// Who is at the other end of a socket.
package enum ControlPeer {
    /// The user of the process that connected, or that listens; nil when the system does not say.
    package static func user(of descriptor: Int32) -> uid_t? {
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
    package static func isAnswered(_ user: uid_t?, owner: uid_t = geteuid()) -> Bool { user == owner || user == 0 }

    /// Whether what a user says is believed: the one who asks, root, and, where root asks, the socket's owner.
    ///
    /// Root may ask anybody, but not be answered by somebody who has only got into another one's folder.
    static func isBelieved(_ user: uid_t?, asking: uid_t, owner: uid_t) -> Bool {
        isAnswered(user, owner: asking) || asking == 0 && user == owner
    }
}
