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
}

/// What every module of a hive is told about the application, fixed when the hive is made.
public struct HiveContext: Sendable {
    /// The application's name.
    public var applicationName: String
    /// The application's key, if it has one.
    public var applicationKey: String?
    /// Where the application runs.
    public var environment: HiveEnvironment
    /// The launch arguments, without the program's name.
    public var arguments: [String]
    /// Values in layers: property lists, environment variables, arguments.
    public var values: ConfigurationValues

    /// Creates a description of the application.
    public init(
        applicationName: String = "Hive",
        applicationKey: String? = nil,
        environment: HiveEnvironment = .development,
        arguments: [String] = [],
        values: ConfigurationValues = ConfigurationValues()
    ) {
        self.applicationName = applicationName
        self.applicationKey = applicationKey
        self.environment = environment
        self.arguments = arguments
        self.values = values
    }
}
