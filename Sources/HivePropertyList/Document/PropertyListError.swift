// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import HiveBase

/// What is wrong with a property list file.
package struct PropertyListError: Error, Hashable, Sendable {
    /// One fault.
    package struct Problem: Hashable, Sendable {
        /// The value that is at fault, if one can be named.
        package var keyPath: ConfigurationKeyPath?
        /// The line in an XML file, counted from 1.
        package var line: Int?
        /// What is wrong, without a full stop; the wording isn't API.
        package var message: String
        /// What to do about it.
        package var remedy: String
    }

    /// Every fault that was found, at least one, in the order of the file.
    package let problems: [Problem]

    init(problems: [Problem]) {
        self.problems = problems
    }

    package init(_ message: String, remedy: String, keyPath: ConfigurationKeyPath? = nil, line: Int? = nil) {
        problems = [Problem(keyPath: keyPath, line: line, message: message, remedy: remedy)]
    }

    static func notUTF8(_ message: String, line: Int) -> PropertyListError {
        PropertyListError(message, remedy: "Save the file as UTF-8", line: line)
    }
}

extension PropertyListError: CustomStringConvertible {
    /// One line for each fault.
    package var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension PropertyListError.Problem: CustomStringConvertible {
    /// Line, key path, message and remedy on one line.
    package var description: String {
        let place = [line.map { "line \($0)" }, keyPath?.description].compactMap(\.self).joined(separator: ", ")
        return "\(place.isEmpty ? "" : "\(place): ")\(message). \(remedy)."
    }
}
