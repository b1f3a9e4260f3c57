// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The sizes up to which a property list is read; a configuration stays far below them.
package enum PropertyListLimits {
    /// The bytes in a file: 16 MiB.
    package static let byteCount = 16 * 1024 * 1024
    /// The containers around a value.
    package static let depth = 64
    /// The values in a file, containers included.
    package static let valueCount = 1_000_000
    /// The bytes in a key, because comparing keys that are full of combining characters takes quadratic time.
    package static let keyByteCount = 256
    /// The bytes in a name, for the same reason.
    package static let nameByteCount = 1024
    /// The distinct names that may lead nowhere before no further one is searched for in the program.
    package static let missingNameCount = 100
    /// Of these, those for which the program is searched for near names too, which takes far longer.
    package static let nearNameCount = 5
    /// The property lists in a folder.
    package static let fileCount = 1000
    /// The problems that one error lists.
    package static let problemCount = 100

    /// Returns how many bytes the strings and data of a binary file may take, counted as often as they are referred to.
    ///
    /// Equal strings are stored once, so a file is smaller than what it stands for, but not boundlessly.
    package static func expandedByteCount(ofFileWith byteCount: Int) -> Int {
        min(Self.byteCount, 64 * 1024 + 64 * byteCount)
    }
}
