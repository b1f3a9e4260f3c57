// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The descriptors of the standard streams.
package enum StandardDescriptors {
    /// Sees to it that no file, socket or pipe that is opened later gets the number of a standard stream that is closed.
    ///
    /// Call it first, before anything is opened: what the program prints would go into that file otherwise, or be read
    /// from it. Reading and writing such a stream goes on failing: what takes its place can only be used the other way
    /// round.
    package static func reserve() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            guard fcntl(descriptor, F_GETFD) < 0, errno == EBADF else { continue }
            // The lowest number that is free, so this one. Kept when the process starts another program, which would
            // find the stream closed and meet the same fate.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
