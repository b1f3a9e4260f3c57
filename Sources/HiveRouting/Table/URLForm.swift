// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A further way to write URLs, understood where a scheme is accepted with it.
///
/// `scheme://target/action?name=value`, which is CTMediator's, and the application's own patterns are always understood.
public struct URLForm: Hashable, Sendable, CustomStringConvertible {
    /// The form's name, as the configuration spells it.
    public let description: String
    /// Finds where a URL leads whose host belongs to the form; answers nil for any other host.
    let destination: (@Sendable (URLLookup, SchemeTraits) throws -> Destination?)?
    /// Whether the host may end in an empty port, and an action's name in colons, `method:argument:`, which count for
    /// nothing.
    let allowsColons: Bool

    init(
        _ name: String,
        allowsColons: Bool = false,
        destination: (@Sendable (URLLookup, SchemeTraits) throws -> Destination?)? = nil
    ) {
        description = name
        self.allowsColons = allowsColons
        self.destination = destination
    }

    /// Forms are the same when their names are.
    public static func == (left: URLForm, right: URLForm) -> Bool { left.description == right.description }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
