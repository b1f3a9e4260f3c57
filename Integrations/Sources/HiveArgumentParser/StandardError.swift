// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// Writes a line to the process's standard error; nobody could be told that it cannot be written.
func writeToStandardError(_ text: String) {
    var text = text + "\n"
    text.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty {
            let count = write(STDERR_FILENO, rest.baseAddress, rest.count)
            if count < 0 && errno == EINTR { continue }
            if count < 0 { return }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }
}
