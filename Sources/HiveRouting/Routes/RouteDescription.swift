// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// A route, for people and programs that want to open a URL.
public struct RouteDescription: Hashable, Sendable, Encodable, CustomStringConvertible {
    /// The pattern.
    public let pattern: String
    /// The components of a chain; empty for other routes.
    public let components: [String]
    /// The module that bound it; nil for the hive.
    public let module: String?
    /// The parameters, those of the path included.
    public let parameters: [ParameterDescription]
    /// The type of the result.
    public let result: String
    /// Whether it can be reached from outside.
    public let isRemote: Bool
    /// Where it is bound.
    public let origin: String

    /// The route as `shop://orders/:id(id: Int) -> Order, remote`.
    public var description: String {
        let list = parameters.map(\.description).joined(separator: ", ")
        let chain = components.isEmpty ? "" : "/{\(components.joined(separator: ","))}"
        return "\(pattern)\(chain)(\(list)) -> \(result)" + (isRemote ? ", remote" : "")
    }
}

extension RouteDescription {
    init(_ pattern: RoutePattern, _ route: Endpoint) {
        self.pattern = pattern.text
        components = []
        module = route.module
        parameters = route.body.parameters
        result = route.body.result
        isRemote = route.access == .remote
        origin = "\(route.origin)"
    }

    init(chain: Target) {
        pattern = chain.name
        components = chain.actions.keys.map(\.text).sorted()
        module = chain.module
        parameters = []
        result = "what its last component answers"
        isRemote = chain.actions.values.contains { $0.access == .remote }
        origin = "\(chain.origin)"
    }
}
