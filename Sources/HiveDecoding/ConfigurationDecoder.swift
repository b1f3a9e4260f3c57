// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What is wrong with a value that a type was to be decoded from.
package struct ConfigurationDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One fault.
    package struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// Where it is.
        package internal(set) var path: ConfigurationKeyPath
        /// What is wrong, such as `expected an integer, found the string "three"`; the wording isn't API.
        package let message: String
        /// What to do about it.
        package let remedy: String
        /// Whether a key is missing, and none is there that may be a misspelling of it.
        package internal(set) var isOmitted = false
        /// Whether the message goes on with a sentence that the place begins, such as `is missing`.
        var isPredicate = false

        /// What is wrong, as a sentence or, with a colon, a remark about what is at the path.
        package func text(about subject: String) -> String { "\(subject)\(isPredicate ? "" : ":") \(message)" }

        /// The path and the message on one line.
        package var description: String { text(about: "\(path)") }
    }

    /// Every fault that was found, at least one.
    package let problems: [Problem]

    /// One line for each fault.
    package var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// Decodes a type from a configuration value and leaves nothing unread.
///
/// Numbers aren't strings, strings aren't numbers, an integer must fit its type, and a key that the type never asks
/// for is an error. An integer will do where a type wants a real number.
package struct ConfigurationDecoder {
    /// The deepest nesting that is decoded.
    package static let maximumDepth = 128

    /// Creates a decoder.
    package init() {}

    /// Decodes a type from a value.
    ///
    /// An existential metatype works as well: `decode(optionsType, from: value)` opens it.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - value: What to decode it from.
    ///   - nulls: The keys that were given as null and are not in the value.
    ///   - secrets: Where the value holds secrets, whatever the type reads there.
    /// - Returns: The decoded value.
    /// - Throws: ``ConfigurationDecodingError`` without what a ``Secret`` holds: with the first fault, or, of
    ///   ``ModuleOptions``, with every fault that can be told from what follows from others. To find them, the type's
    ///   initializer runs again with defaults in place of what is wrong.
    package func decode<T: Decodable>(
        _ type: T.Type,
        from value: ConfigurationValue,
        nulls: NullKeys = NullKeys(),
        secrets: [ConfigurationKeyPath] = []
    ) throws(ConfigurationDecodingError) -> T {
        let search = ConfigurationSearch(type, in: value, nulls, secrets: secrets)
        let problems = search.problems
        if let result = search.result, problems.isEmpty { return result }
        throw ConfigurationDecodingError(problems: problems)
    }
}

extension ConfigurationValue {
    /// Decodes a type from the value, and leaves nothing unread.
    ///
    /// Numbers aren't strings and strings aren't numbers, an integer must fit its type, and a key that the type never
    /// asks for is an error.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidValue`` and every problem.
    /// - Complexity: O(n) in the size of the value.
    public func decoded<T: Decodable>(as type: T.Type = T.self) throws -> T {
        try decoded(as: type, nulls: NullKeys())
    }

    /// Decodes a type from the value, which may hold secrets, and from the keys that were given as null; an error
    /// begins with a text, and describes each problem in a way of the caller's.
    package func decoded<T: Decodable>(
        as type: T.Type,
        nulls: NullKeys = NullKeys(),
        secrets: [ConfigurationKeyPath] = [],
        failure: @autoclosure () -> String = "The value does not fit \(T.self).",
        _ text: (ConfigurationDecodingError.Problem) -> String = { $0.description }
    ) throws -> T {
        do {
            return try ConfigurationDecoder().decode(type, from: self, nulls: nulls, secrets: secrets)
        } catch {
            let problems = error.problems.map { Problem(.error, .invalidValue, at: nil, text($0), remedy: $0.remedy) }
            throw HiveError(.invalidValue, failure(), problems: problems)
        }
    }
}
