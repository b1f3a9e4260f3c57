// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

/// A call that goes through Hive's routing, as interceptors and fallbacks see it.
public struct RoutedCall: Sendable, CustomStringConvertible {
    /// What an interceptor calls to go on.
    public typealias Next = @Sendable () async throws -> any Sendable

    /// The target's name, or nil for a route or an event.
    public internal(set) var target: String?
    /// The action's name, or nil for a route or an event.
    public internal(set) var action: String?
    /// The route's pattern, or nil for an action or an event.
    public internal(set) var route: String?
    /// The event that is about to be triggered, a ``Jump`` or an ``OpenURL``; nil for an action or a route.
    public internal(set) var event: (any HiveEvent)?
    /// The URL, where there was one.
    public let url: RoutedURL?
    /// Where the call was made; nil for one from outside.
    public let caller: Origin?
    /// What the action or the route will be called with, by name, as the types that it declares: the same whether the
    /// call is made by name, by a URL in any form, or with JSON.
    ///
    /// Parameters that were left out have their defaults, and those that are nil are missing. A single value that holds
    /// all parameters has the empty name. The dictionary is empty when a parameter does not fit; then the call fails
    /// with that error, and nothing is called. A fallback, for which no types are declared, gets texts from a URL, and
    /// otherwise the values as they were given.
    public let parameters: [String: any Sendable]

    /// Whether the call came from outside.
    public var isRemote: Bool { caller == nil }

    /// What was called, such as `Trade.quote` or `shop://orders/:id`, or the event's type.
    public var description: String {
        if let event { return "\(type(of: event))" }
        return route ?? [target, action].compactMap { $0 }.joined(separator: ".")
    }
}

/// A closure around every routed call.
typealias Interceptor = @Sendable (RoutedCall, RoutedCall.Next) async throws -> any Sendable
