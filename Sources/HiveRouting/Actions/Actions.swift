// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// Calls actions by name; get it from a hive, or from any context from `initialize` on.
///
/// Give callers typed methods by an extension in the module's interface target, as a category on CTMediator does:
///
/// ```swift
/// extension Actions {
///     func quote(_ sku: String, quantity: Int) async throws -> Quote {
///         try await perform("Trade", "quote", ["sku": sku, "quantity": quantity])
///     }
/// }
/// ```
///
/// Every method may be called from any task. An action runs in the caller's task; there is no lock around it.
public struct Actions: Sendable {
    let host: any RoutingHost

    /// Calls an action with parameters by name, which may be anything, also closures and objects.
    ///
    /// Each value must have exactly the type that the action declares: an `Int` is not taken for a `Double` or a text.
    ///
    /// - Parameters:
    ///   - target: The target's name, or an exported service's.
    ///   - action: The action's name, or the method's.
    ///   - parameters: The parameters.
    ///   - cached: Whether to use the target's cached instance, or a new one; nil when the target decides.
    ///   - type: The type of the result.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    /// - Returns: What the action answers.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/unknownTarget``, ``HiveErrorCode/ambiguousTarget``,
    ///   ``HiveErrorCode/unknownAction``, ``HiveErrorCode/parameterMismatch`` or ``HiveErrorCode/resultMismatch``;
    ///   with ``HiveErrorCode/invalidState`` before the `initialize` phase and ``HiveErrorCode/stopped`` after the end;
    ///   what looking up the action's service throws; or whatever the action or an interceptor throws.
    /// - Complexity: O(parameters), apart from the action; no lock is taken.
    public func perform<Answer: Sendable>(
        _ target: String,
        _ action: String,
        _ parameters: [String: any Sendable] = [:],
        cached: Bool? = nil,
        as type: Answer.Type = Answer.self,
        fileID: String = #fileID,
        line: Int = #line
    ) async throws -> Answer {
        try await run(target, action, .objects(parameters), cached, .code(fileID: fileID, line: line))
    }

    /// Calls an action with one encodable value, whose properties are the parameters.
    ///
    /// An action that takes one value of the same type gets this one. For any other the value is encoded: its secrets
    /// reach the action, and no error shows them (C54). Foundation's `URL` and `Decimal` are encoded as the parts that
    /// they are made of, and so only reach a parameter of the same type. For one of type `String`, let the value have a
    /// property with `url.absoluteString` or `price.description` instead; for a number, one of type `Double`.
    ///
    /// - Throws: What the form with a dictionary throws.
    public func perform<Answer: Sendable>(
        _ target: String,
        _ action: String,
        with parameters: some Encodable & Sendable,
        cached: Bool? = nil,
        as type: Answer.Type = Answer.self,
        fileID: String = #fileID,
        line: Int = #line
    ) async throws -> Answer {
        try await run(target, action, .value(parameters), cached, .code(fileID: fileID, line: line))
    }

    /// Calls an action with parameters from a JSON object, for instance from a command line.
    ///
    /// The caller counts as one from inside: actions that are not marked ``Access/remote`` answer too.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidValue`` when the text is no JSON object, or what the form
    ///   with a dictionary throws.
    public func perform<Answer: Sendable>(
        _ target: String,
        _ action: String,
        json: String,
        cached: Bool? = nil,
        as type: Answer.Type = Answer.self,
        fileID: String = #fileID,
        line: Int = #line
    ) async throws -> Answer {
        let caller = Origin.code(fileID: fileID, line: line)
        // What a local caller may write.
        var limits = URLLimits()
        (limits.depth, limits.elements) = (128, .max)
        guard let parameters = try JSONReader.read(json, limits: limits).parts else {
            let text = "The parameters of \(target).\(action) have to be a JSON object."
            throw HiveError(.invalidValue, text, at: caller)
        }
        return try await run(target, action, .named(parameters, limits: nil), cached, caller)
    }

    /// Calls an action, whatever it answers.
    ///
    /// - Throws: What the form that asks for a type throws.
    @discardableResult
    public func perform(
        _ target: String,
        _ action: String,
        _ parameters: [String: any Sendable] = [:],
        cached: Bool? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) async throws -> any Sendable {
        try await run(target, action, .objects(parameters), cached, .code(fileID: fileID, line: line))
    }

    // MARK: Asking

    /// Whether an action would be found; fallbacks do not count.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/ambiguousTarget``, or as ``perform(_:_:_:cached:fileID:line:)``
    ///   does before the hive starts and after it has stopped.
    public func canPerform(_ target: String, _ action: String) throws -> Bool {
        try host.routingTable().inside.target(target, nil)?.actions[Name(action)] != nil
    }

    /// Every target with its actions and their parameters, for people and programs, sorted by name.
    ///
    /// - Throws: What ``perform(_:_:_:cached:fileID:line:)`` throws before the hive starts and after it has stopped.
    /// - Complexity: O(n log n).
    public func targets() throws -> [TargetDescription] {
        try host.routingTable().inside.targets.map { TargetDescription($0) }.sorted { $0.name < $1.name }
    }

    /// Releases a target's cached instance; the next call makes another.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/unknownTarget``, or as
    ///   ``perform(_:_:_:cached:fileID:line:)`` does before the hive starts and after it has stopped.
    @discardableResult
    public func release(_ target: String, fileID: String = #fileID, line: Int = #line) throws -> Bool {
        let caller = Origin.code(fileID: fileID, line: line)
        let routing = try Routing(host, by: caller)
        guard let found = try routing.directory.target(target, caller) else { throw routing.missing(target, nil, nil) }
        return found.instances?.release() ?? false
    }
}

extension Actions {
    private func run<Answer: Sendable>(
        _ name: String,
        _ action: String,
        _ arguments: Arguments,
        _ cached: Bool?,
        _ caller: Origin
    ) async throws -> Answer {
        let routing = try Routing(host, by: caller)
        let target = try routing.directory.target(name, caller)
        let result: any Sendable =
            if let endpoint = target?.actions[Name(action)] {
                try await routing.perform(PreparedCall(endpoint: endpoint, arguments: arguments, wantsCached: cached))
            } else {
                try await routing.open(routing.miss(name, target, action, arguments))
            }
        return try routing.result(result, of: "\(name).\(action)")
    }
}
