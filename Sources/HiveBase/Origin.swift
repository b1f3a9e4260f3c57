// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The place where something was declared.
///
/// Every module, dependency and service remembers its origin, and every error about it names the origin.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// A kind of source, in the order in which one overrides the next: arguments, environment variables, property
    /// lists, code, records.
    public enum Source: Int, Hashable, Sendable {
        /// An argument of the process.
        case argument
        /// An environment variable.
        case environmentVariable
        /// A property list.
        case propertyList
        /// A registration in code.
        case code
        /// A record that the linker put into the program.
        case record
    }

    // In this order they take 34 bytes; each registered module and service has an origin.
    /// The file, as `#fileID` gives it or as the property list was named; of a variable or an argument its name.
    public let file: String
    /// The key path inside a property list.
    public let keyPath: ConfigurationKeyPath?
    /// The line, counted from 1, or nil in a file that has none, such as a binary property list.
    public let line: Int?
    /// The kind of source.
    public let source: Source

    package init(source: Source, file: String, line: Int?, keyPath: ConfigurationKeyPath?) {
        self.source = source
        self.file = file
        self.line = line
        self.keyPath = keyPath
    }

    /// An origin in code.
    public static func code(fileID: String = #fileID, line: Int = #line) -> Origin {
        Origin(source: .code, file: fileID, line: line, keyPath: nil)
    }

    /// An origin in a property list.
    public static func propertyList(_ file: String, _ keyPath: ConfigurationKeyPath?, line: Int? = nil) -> Origin {
        Origin(source: .propertyList, file: file, line: line, keyPath: keyPath)
    }

    /// An origin in a record of the program itself: the file that the record stands in, or any name, and the line.
    public static func record(_ file: String, line: Int? = nil) -> Origin {
        Origin(source: .record, file: file, line: line, keyPath: nil)
    }

    // Whoever starts a program may give names of any length.

    /// An origin in an environment variable, by its name; a long one is cut.
    package static func environmentVariable(_ name: String) -> Origin {
        Origin(source: .environmentVariable, file: name.shortened(to: 200), line: nil, keyPath: nil)
    }

    /// An origin in an argument: the argument up to its value, dashes included; a long one is cut.
    package static func argument(_ name: String) -> Origin {
        Origin(source: .argument, file: name.shortened(to: 200), line: nil, keyPath: nil)
    }

    /// The place as `file:line`, in a property list followed by the key path: `modules.plist:12: moduleClasses[2]`.
    public var description: String {
        let file = file.onOneLine  // Whoever names files may put anything into their names.
        let place = line.map { "\(file):\($0)" } ?? file
        return keyPath.map { "\(place): \($0)" } ?? place
    }

    /// Whether two declarations stand in one source, where a module or a service may be listed once (C17, C21).
    package func isSameSource(as other: Origin) -> Bool {
        source == other.source && (source != .propertyList || file.isSpelt(other.file))
    }
}
