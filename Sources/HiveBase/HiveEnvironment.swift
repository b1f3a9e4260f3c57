// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Where an application runs.
public struct HiveEnvironment: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The environment's name.
    public let name: String

    /// An environment of the application's own.
    public init(_ name: String) {
        self.name = name
    }

    /// An environment of the application's own.
    public init(stringLiteral name: String) {
        self.name = name
    }

    /// A developer's machine; what a hive assumes when nobody says otherwise.
    public static let development: HiveEnvironment = "development"
    /// A run of tests.
    public static let test: HiveEnvironment = "test"
    /// The rehearsal.
    public static let staging: HiveEnvironment = "staging"
    /// The real thing.
    public static let production: HiveEnvironment = "production"

    /// The environment's name.
    public var description: String { name }

    /// What is wrong with the environment's name, after which files are named; nil when nothing is.
    package var fault: String? {
        if name.isEmpty { return "is empty" }
        if name.utf8.count > 64 { return "is longer than 64 bytes" }
        let isPlain = name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-_.".utf8.contains($0) }
        if !isPlain { return "holds something else than ASCII letters, digits, hyphens, underscores and dots" }
        return name.utf8.first == UInt8(ascii: ".") ? "begins with a dot" : nil
    }

    /// The error that says what is wrong with the environment's name; nil when nothing is.
    ///
    /// `origin` is the place in a property list that states it, `source` what else states it, as `SHOP_ENVIRONMENT`.
    package func problem(at origin: Origin?, source: String? = nil) -> Problem? {
        guard let fault else { return nil }
        let text = "The environment \(name.quoted(limit: 80))\(source.map { " of \($0)" } ?? "") \(fault)."
        let remedy = "Give it a name of letters, digits, \"-\", \"_\" and \".\", such as production."
        return Problem(.error, .invalidValue, at: origin, text, remedy: remedy)
    }
}
