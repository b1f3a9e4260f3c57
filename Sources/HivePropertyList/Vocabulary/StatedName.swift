// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import HiveBase

/// The name of a type, as a property list states it.
package struct StatedName: Sendable {
    /// The name as it is written; not empty, and no longer than any name.
    package let text: String
    /// The place where the name is written.
    package let cursor: PropertyListCursor

    /// Where the name is written.
    package var origin: Origin { cursor.origin }
}
