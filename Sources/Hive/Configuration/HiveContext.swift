// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What every module of a hive is told about the application, fixed when the hive is made.
public struct HiveContext: Sendable {
    private var statedName: String?
    /// The environment, where somebody has said one.
    package private(set) var statedEnvironment: HiveEnvironment?
    /// What errors call the place that states the environment.
    package var environmentSource = Self.ownSource

    /// The application's name; `Hive` when nobody says otherwise.
    public var name: String {
        get { statedName ?? "Hive" }
        set { statedName = newValue }
    }
    /// The application's key, if it has one.
    public var key: String?
    /// Which version of the application this is, if it says so; for `--version` (C41) and reports.
    public var version: String?
    /// Where the application runs; ``HiveEnvironment/development`` when nobody says otherwise.
    public var environment: HiveEnvironment {
        get { statedEnvironment ?? .development }
        set {
            statedEnvironment = newValue
            environmentSource = Self.ownSource
        }
    }
    /// The launch arguments, without the program's name.
    ///
    /// `dump` and mirrors do not show them, because some may be secret.
    public var arguments: [String] {
        get { hiddenArguments.value }
        set { hiddenArguments = Secret(newValue) }
    }
    private var hiddenArguments: Secret<[String]>
    /// Values in layers: property lists, environment variables, arguments.
    public var values: ConfigurationValues
    /// The variables that are options of modules; nil outside of a hive.
    private(set) var claimedVariables: ClaimedVariables?
    /// Modules that take no part, whatever property lists, code and records say, by their names or the qualified names
    /// of their types.
    ///
    /// A module that only needs one of them if it is there goes on without it; one that depends on it is an error
    /// (C13). A name that no module has is a warning.
    public var disabledModules: [String]
    /// The sockets that the process was started with, for modules that ask by name (C59).
    public var inheritedSockets: [InheritedSocket]
    /// What is wrong with what the process was told about them.
    package var inheritedSocketProblems: [Problem] = []
    /// What errors call the place that names the disabled modules, such as `HIVE_DISABLE`.
    package var disabledModulesSource = Self.ownSource

    /// Creates a description of the application.
    ///
    /// What is left nil may still be said by a property list, which never overrides what is stated here.
    public init(
        name: String? = nil,
        key: String? = nil,
        environment: HiveEnvironment? = nil,
        arguments: [String] = [],
        values: ConfigurationValues = ConfigurationValues(),
        disabledModules: [String] = [],
        inheritedSockets: [InheritedSocket] = []
    ) {
        statedName = name
        self.key = key
        statedEnvironment = environment
        hiddenArguments = Secret(arguments)
        self.values = values
        self.disabledModules = disabledModules
        self.inheritedSockets = inheritedSockets
    }

    private static let ownSource = "the context"

    /// Lets the modules of a hive claim variables, which are no values of the application then.
    mutating func claimVariables() {
        let claimed = ClaimedVariables()
        claimedVariables = claimed
        values.isClaimed = { claimed.contain($0) }
    }

    /// What is wrong with the environment that is stated here.
    package var environmentProblem: Problem? {
        statedEnvironment?.problem(at: nil, source: environmentSource)
    }

    /// Returns the context with what it leaves open filled in, and with values under its own, the weakest first.
    package func completed(
        name: String?,
        key: String?,
        environment: HiveEnvironment?,
        values weaker: [ConfigurationValues.Layer]
    ) -> HiveContext {
        var result = self
        result.statedName = statedName ?? name
        result.key = self.key ?? key
        result.statedEnvironment = statedEnvironment ?? environment
        result.values = values.onTop(of: weaker)
        return result
    }
}
