// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

/// Registers targets and their actions on behalf of a module, or of the hive.
///
/// What a module registers is withdrawn with it (C16). A name that is taken is an error that names both places.
public struct ActionRegistrar: Sendable {
    let register: @Sendable ([RoutingEntry]) throws -> RegistrationToken

    /// Registers a target: a name under which actions are called.
    ///
    /// ```swift
    /// try context.actions.target("Trade") { target in
    ///     target.action("quote", "sku", "quantity") { (service: any TradeService, sku: String, quantity: Int) in
    ///         try await service.quote(sku, quantity: quantity)
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name, also with its Swift module in front, `HiveSampleTrade.Trade`: callers may then leave that
    ///     out where no other target has the same last part.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    ///   - declare: Adds the actions; all of them are registered, or none.
    /// - Returns: A token that withdraws the target before its module goes.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/duplicateEntry``, ``HiveErrorCode/invalidRoute``, or
    ///   ``HiveErrorCode/invalidState`` when the hook has returned or the hive stops.
    @discardableResult
    public func target(
        _ name: String,
        fileID: String = #fileID,
        line: Int = #line,
        _ declare: (inout ActionTarget) throws -> Void
    ) throws -> RegistrationToken {
        try add(Target(name: name, origin: .code(fileID: fileID, line: line)), declare)
    }

    /// Registers a target that has an instance, on which its actions act.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - isCached: Whether the instance is kept between calls; a caller may choose otherwise for one call.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    ///   - make: Makes an instance; no lock is held meanwhile. If two calls make one at the same time, both use the
    ///     first.
    ///   - declare: Adds the actions; a closure whose first parameter has the instance's type gets the instance.
    /// - Returns: A token that withdraws the target before its module goes.
    /// - Throws: What the form without an instance throws.
    @discardableResult
    public func target<Instance: Sendable>(
        _ name: String,
        isCached: Bool = true,
        fileID: String = #fileID,
        line: Int = #line,
        make: @escaping @Sendable (ServiceResolver) throws -> Instance,
        _ declare: (inout ActionTarget) throws -> Void
    ) throws -> RegistrationToken {
        var target = Target(name: name, origin: .code(fileID: fileID, line: line))
        target.instances = TargetInstances(isCached: isCached, make: make)
        return try add(target, declare)
    }

    /// Lets a closure answer calls that neither an action nor its target's fallback answers.
    ///
    /// It gets the call as it was made. If it returns nil, the caller gets an error. A second fallback is an error.
    ///
    /// - Throws: What ``target(_:fileID:line:_:)`` throws.
    @discardableResult
    public func fallback(
        access: Access = .local,
        fileID: String = #fileID,
        line: Int = #line,
        answer: @escaping @Sendable (RoutedCall) async throws -> (any Sendable)?
    ) throws -> RegistrationToken {
        let kind = RoutingEntry.Kind.fallback(Fallback(access: access, answer: answer))
        let origin = Origin.code(fileID: fileID, line: line)
        return try register([RoutingEntry(kind: kind, key: "the fallback of all targets", origin: origin)])
    }

    /// Puts a closure around every routed call, and every event that a URL makes.
    ///
    /// Use it to log, to measure, to authorise, and to translate errors. The events are ``Jump`` and ``OpenURL``.
    ///
    /// It sees what the action will get, as the declared types: ``RoutedCall/parameters`` is the same in whichever form
    /// the call was made.
    /// It decides whether and when the call goes on, and may answer itself. Interceptors of modules are put around the
    /// call in boot order, those of one module in order of registration, then those of the hive. The last one is the
    /// outermost, as with decorators of services. To refuse a call, throw ``HiveError`` with
    /// ``HiveErrorCode/denied``.
    ///
    /// ```swift
    /// try context.actions.intercept { call, next in
    ///     print("\(call) begins")
    ///     return try await next()
    /// }
    /// ```
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidState`` when the hook has returned or the hive stops.
    @discardableResult
    public func intercept(
        fileID: String = #fileID,
        line: Int = #line,
        _ body: @escaping @Sendable (RoutedCall, RoutedCall.Next) async throws -> any Sendable
    ) throws -> RegistrationToken {
        let origin = Origin.code(fileID: fileID, line: line)
        return try register([RoutingEntry(kind: .interceptor(body), key: nil, origin: origin)])
    }

    func add(_ target: Target, _ declare: (inout ActionTarget) throws -> Void) throws -> RegistrationToken {
        var declared = ActionTarget(target: target)
        try declare(&declared)
        let origin = target.origin
        if !declared.target.remote.isEmpty {
            guard target.name.isHost else {
                let name = target.name.shown
                let text = "The target \(name) has remote actions, and its name cannot be the host of a URL."
                throw HiveError(.invalidRoute, text, at: origin)
            }
            declared.reserve("the URL host \(target.name.lowercasedASCII)", origin)
        }
        if target.name.isEmpty { throw HiveError(.invalidRoute, "A target needs a name.", at: origin) }
        if let scheme = target.scheme { declared.reserve(RoutingEntry.schemeKey(scheme), origin) }
        return try declared.register(.target(declared.target), key: "the target \(target.name)", by: register)
    }
}
