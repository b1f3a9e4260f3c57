// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A parameter, for people and programs that want to call.
public struct ParameterDescription: Hashable, Sendable, Encodable, CustomStringConvertible {
    /// The name.
    public let name: String
    /// The type, as Swift prints it.
    public let type: String
    /// Whether the caller has to give it.
    public let isRequired: Bool
    /// Whether it can come from outside.
    public let canBeRemote: Bool

    /// The parameter as `sku: String`.
    public var description: String { "\(name): \(type)" }
}
