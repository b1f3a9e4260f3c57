// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// An action, for people and programs that want to call it.
public struct ActionDescription: Hashable, Sendable, Encodable, CustomStringConvertible {
    /// The name.
    public let name: String
    /// The parameters in the order in which they were declared.
    public let parameters: [ParameterDescription]
    /// The type that all parameters are decoded as, where they are declared as one.
    public let payload: String?
    /// The type of the result.
    public let result: String
    /// Whether it can be reached by a URL from outside.
    public let isRemote: Bool
    /// Where it is declared.
    public let origin: String

    init(_ action: Endpoint) {
        name = action.name
        parameters = action.body.parameters
        payload = action.body.payload
        result = action.body.result
        isRemote = action.access == .remote
        origin = "\(action.origin)"
    }

    /// The action as `quote(sku: String, quantity: Int) -> Quote, remote`.
    public var description: String {
        let list = payload.map { "as: \($0)" } ?? parameters.map(\.description).joined(separator: ", ")
        return "\(name)(\(list)) -> \(result)" + (isRemote ? ", remote" : "")
    }
}

/// A target with its actions, or an exported service with its methods.
public struct TargetDescription: Hashable, Sendable, Encodable, CustomStringConvertible {
    /// The name.
    public let name: String
    /// The module that registered it; nil for the hive.
    public let module: String?
    /// The actions, sorted by name.
    public let actions: [ActionDescription]
    /// The scheme under which an exported service itself is found.
    public let scheme: String?
    /// Whether calls that no action answers go to a fallback of the target.
    public let hasFallback: Bool
    /// Where it is declared.
    public let origin: String

    init(_ target: Target) {
        name = target.name
        module = target.module
        actions = target.actions.values.map { ActionDescription($0) }.sorted { $0.name < $1.name }
        scheme = target.scheme
        hasFallback = target.fallback != nil
        origin = "\(target.origin)"
    }

    /// The target and its actions, each on a line of its own, whatever the names hold.
    public var description: String {
        // A name that begins with spaces would look like an action of the target above.
        let name = name.contains(where: \.isWhitespace) ? name.quoted : name
        let head = "\(name) (\(module ?? "the hive"))" + (scheme.map { " \($0)://" } ?? "")
        return ([head] + actions.map { "  \($0)" }).map(\.onOneLine).joined(separator: "\n")
    }
}
