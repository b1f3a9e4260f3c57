// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A further way to write URLs, understood where a scheme is accepted with it.
///
/// `scheme://target/action?name=value`, which is CTMediator's, and the application's own patterns are always
/// understood.
public struct URLForm: Hashable, Sendable, CustomStringConvertible {
    /// How URLs of a form are understood.
    struct Rules: Hashable, Sendable {
        /// Whether the host may end in an empty port, and an action's name in colons, `method:argument:`, which count
        /// for nothing.
        var allowsColons = false
        /// Finds where a URL leads whose host belongs to the form; answers nil for any other host.
        var destination: (@Sendable (URLLookup, SchemeTraits) throws -> Destination?)?

        // Forms are told apart by their names.
        static func == (left: Rules, right: Rules) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
    }

    /// The form's name, as the configuration spells it.
    public let description: String
    let rules: Rules
}
