// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A part of a text that a program writes, between two lines that stay.
package struct MarkedSection: Sendable {
    /// A text has no such section, or more than one.
    package struct Missing: Error, CustomStringConvertible {
        /// What the text lacks.
        package let description: String
    }

    let begin: String
    let end: String

    /// Creates a section with a name.
    package init(_ name: String) {
        begin = "<!-- \(name): begin -->"
        end = "<!-- \(name): end -->"
    }

    /// Returns the text with something else in the section.
    ///
    /// - Throws: ``Missing`` unless there is one line that begins the section and, after it, one that ends it.
    package func replacing(with content: String, in text: String) throws -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let begins = lines.indices.filter { lines[$0] == begin }
        let ends = lines.indices.filter { lines[$0] == end }
        guard let first = begins.first, let last = ends.first, begins.count == 1, ends.count == 1, first < last else {
            throw Missing(description: "There has to be one line \(begin), and after it one line \(end).")
        }
        let parts = [lines[...first].joined(separator: "\n"), content, lines[last...].joined(separator: "\n")]
        return parts.joined(separator: "\n\n")
    }
}
