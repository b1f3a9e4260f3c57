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
    /// Keeps files and sockets that are opened later from getting the number of a standard stream that is closed.
    ///
    /// Call it before anything is opened; otherwise printed text would go into such a file. Reading or writing the
    /// stream still fails, because its number is taken by a descriptor that can only be used the other way round.
    package static func reserve() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            guard fcntl(descriptor, F_GETFD) < 0, errno == EBADF else { continue }
            // The lowest number that is free, so this one. Kept when the process starts another program, which would
            // find the stream closed and meet the same fate.
            let taken = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
            // Another thread has got the number meanwhile; what was opened in its place would be of the wrong kind
            // there.
            if taken >= 0, taken != descriptor { close(taken) }
        }
    }
}
