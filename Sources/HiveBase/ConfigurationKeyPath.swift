// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The place of a value within a configuration.
///
/// A path reads `moduleClasses[2].options.retries`, `[3].impl` where the root is an array, and `(root)` when empty.
public struct ConfigurationKeyPath: Hashable, Sendable {
    /// One step into a container.
    public enum Component: Hashable, Sendable {
        /// A step into a dictionary.
        case key(String)
        /// A step into an array, counted from 0.
        case index(Int)
    }

    /// The steps from the root.
    public var components: [Component]

    /// Creates a path.
    ///
    /// - Parameter components: The steps from the root; none for the root itself.
    public init(_ components: [Component] = []) {
        self.components = components
    }

    /// Returns the path of a value inside the dictionary at this path.
    ///
    /// - Parameter key: The value's key.
    /// - Returns: A path one step longer.
    public func appending(key: String) -> ConfigurationKeyPath { appending(.key(key)) }

    /// Returns the path of an element of the array at this path.
    ///
    /// - Parameter index: The element's index, counted from 0.
    /// - Returns: A path one step longer.
    public func appending(index: Int) -> ConfigurationKeyPath { appending(.index(index)) }

    /// Returns the path of a value inside the container at this path.
    ///
    /// - Parameter component: The step into the container.
    /// - Returns: A path one step longer.
    public func appending(_ component: Component) -> ConfigurationKeyPath {
        ConfigurationKeyPath(components + [component])
    }

    /// Returns the path of a value inside the value at this path.
    ///
    /// - Parameter path: The path from there.
    /// - Returns: Both paths, one after the other.
    public func appending(_ path: ConfigurationKeyPath) -> ConfigurationKeyPath {
        ConfigurationKeyPath(components + path.components)
    }
}

extension ConfigurationKeyPath: CustomStringConvertible {
    /// The path on one line; a key that isn't a plain identifier is quoted and escaped, as in `["a.b"]`.
    public var description: String {
        guard !components.isEmpty else { return "(root)" }
        var result = ""
        for component in components {
            switch component {
            case .index(let index): result += "[\(index)]"
            case .key(let key) where !key.isPlainIdentifier: result += "[\(key.quoted)]"
            case .key(let key): result += result.isEmpty ? key : ".\(key)"
            }
        }
        return result
    }
}

extension ConfigurationKeyPath {
    /// Creates a path from what a decoder reports; keys with an integer value count as indices.
    ///
    /// - Parameter codingPath: The keys from the root.
    package init(codingPath: [any CodingKey]) {
        self.init(codingPath.map { key in key.intValue.map(Component.index) ?? .key(key.stringValue) })
    }
}

extension String {
    /// Whether the text consists of ASCII letters, digits, underscores and hyphens and starts with no digit or hyphen.
    fileprivate var isPlainIdentifier: Bool {
        guard let first = utf8.first, first == UInt8(ascii: "_") || first.isASCIILetter else { return false }
        return utf8.allSatisfy { byte in
            byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
        }
    }
}
