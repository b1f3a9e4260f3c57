// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import HiveBase

/// The values of a property list, XML or binary, and the place of each.
package struct PropertyListDocument: Sendable {
    package let shape: PropertyListShape
    package let lines: PropertyListLines?

    /// The whole content, put together when it is asked for.
    package var root: ConfigurationValue { shape.value(of: 0) }

    /// Returns the line of a value in an XML file.
    ///
    /// - Parameter path: The value's path; if it doesn't exist, the innermost existing value around it counts.
    /// - Returns: The line on which the value begins, counted from 1, or `nil` for a binary file.
    /// - Complexity: O(*n*) in the number of siblings along the path.
    package func line(of path: ConfigurationKeyPath) -> Int? {
        lines?.line(at: Int(shape.nodes[shape.index(nearest: path)].offset))
    }
}
