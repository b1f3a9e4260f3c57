// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

/// A call that goes through Hive's routing, as interceptors and fallbacks see it.
public struct RoutedCall: Sendable, CustomStringConvertible {
    /// What an interceptor calls to go on.
    public typealias Next = @Sendable () async throws -> any Sendable

    /// The target's name, or nil for a route.
    public let target: String?
    /// The action's name, or nil for a route.
    public let action: String?
    /// The route's pattern, or nil for an action.
    public let route: String?
    /// The URL, where there was one.
    public let url: RoutedURL?
    /// Where the call was made; nil for one from outside.
    public let caller: Origin?
    let arguments: Arguments

    /// Whether the call came from outside.
    public var isRemote: Bool { caller == nil }

    /// What the caller gave, by name, not decoded yet: texts from a URL, values from a local call; a single value that
    /// holds everything stands under the empty name.
    public var parameters: [String: any Sendable] { arguments.dictionary }

    /// What was called, such as `Trade.quote` or `shop://orders/:id`.
    public var description: String {
        route ?? [target, action].compactMap { $0 }.joined(separator: ".")
    }
}

/// Stands around every routed call.
typealias Interceptor = @Sendable (RoutedCall, RoutedCall.Next) async throws -> any Sendable

/// Answers calls that nothing else answers, or declines with nil.
typealias Fallback = @Sendable (RoutedCall) async throws -> (any Sendable)?
