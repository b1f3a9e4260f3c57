// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

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
    /// Every parameter has to be of the type that the action declares: a number is no text, and an `Int` no `Double`.
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
    /// - Throws: ``HiveError`` with ``HiveError/Code/unknownTarget``, ``HiveError/Code/ambiguousTarget``,
    ///   ``HiveError/Code/unknownAction``, ``HiveError/Code/parameterMismatch`` or ``HiveError/Code/resultMismatch``;
    ///   with ``HiveError/Code/invalidState`` before the `initialize` phase and ``HiveError/Code/stopped`` after the end;
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
        let caller = Origin.code(fileID: fileID, line: line)
        let result = try await run(target, action, .objects(parameters), cached, caller)
        return try host.result(result, as: type, of: "\(target).\(action)", caller)
    }

    /// Calls an action with one value whose parts are the parameters.
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
        let caller = Origin.code(fileID: fileID, line: line)
        let result = try await run(target, action, .value(parameters), cached, caller)
        return try host.result(result, as: type, of: "\(target).\(action)", caller)
    }

    /// Calls an action with parameters from a JSON object, for instance from a command line.
    ///
    /// The call is one from inside: local actions answer it too.
    ///
    /// - Throws: ``HiveError`` with ``HiveError/Code/invalidValue`` when the text is no JSON object, or what the form with
    ///   a dictionary throws.
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
        guard case .dictionary(let parameters) = try JSONReader.read(json, limits: .none) else {
            let text = "The parameters of \(target).\(action) have to be a JSON object."
            throw HiveError(.invalidValue, text, at: caller)
        }
        let result = try await run(target, action, .tree(parameters), cached, caller)
        return try host.result(result, as: type, of: "\(target).\(action)", caller)
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
    /// - Throws: ``HiveError`` with ``HiveError/Code/ambiguousTarget``, or as ``perform(_:_:_:cached:fileID:line:)`` does
    ///   outside the hive's life.
    public func canPerform(_ target: String, _ action: String) throws -> Bool {
        try host.routingTable().target(target, nil)?.actions[action] != nil
    }

    /// Every target with its actions and their parameters, for people and programs, sorted by name (T5).
    ///
    /// - Throws: As ``perform(_:_:_:cached:fileID:line:)`` does outside the hive's life.
    /// - Complexity: O(n log n).
    public func targets() throws -> [TargetDescription] {
        try host.routingTable().targets.values.map { TargetDescription($0) }.sorted { $0.name < $1.name }
    }

    /// Lets go of a target's cached instance; the next call makes another.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: ``HiveError`` with ``HiveError/Code/unknownTarget``, or as
    ///   ``perform(_:_:_:cached:fileID:line:)`` does outside the hive's life.
    @discardableResult
    public func release(_ target: String, fileID: String = #fileID, line: Int = #line) throws -> Bool {
        let caller = Origin.code(fileID: fileID, line: line)
        let table = try host.routingTable()
        guard let found = try table.target(target, caller) else {
            throw host.missing(target, nil, nil, table, caller)
        }
        return found.declaration.instances?.release() ?? false
    }
}

extension Actions {
    private func run(
        _ name: String,
        _ action: String,
        _ arguments: Arguments,
        _ cached: Bool?,
        _ caller: Origin
    ) async throws -> any Sendable {
        let table = try host.routingTable()
        let target = try table.target(name, caller)
        if let record = target?.actions[action] {
            let call = PreparedCall(record: record, arguments: arguments, wantsCached: cached)
            return try await host.perform(call, table, caller)
        }
        let call = RoutedCall(
            target: name,
            action: action,
            route: nil,
            url: nil,
            caller: caller,
            arguments: arguments
        )
        let error = host.missing(name, action, target, table, caller)
        return try await host.fallBack(call, target, table, else: error)
    }
}

extension RoutingHost {
    /// The error about a target or an action that is not there.
    func missing(
        _ name: String,
        _ action: String?,
        _ target: TargetRecord?,
        _ table: RoutingTable,
        _ caller: Origin?
    ) -> HiveError {
        let place = caller.map { ", called at \($0)" } ?? ""
        if let target, let action {
            let gone = formerOwner(of: RoutingEntry.actionKey(target.name, action)).gone
            let advice = gone ?? Spelling.advice(action, among: target.actions.keys)
            let text = "\(target.name), declared at \(target.origin), has no action \(action.shown)\(place).\(advice)"
            return HiveError(.unknownAction, text, at: caller)
        }
        let advice = formerOwner(of: "the target \(name)").gone ?? Spelling.advice(name, among: table.targets.keys)
        let text = "There is no target \(name.shown)\(place).\(advice) Register it in a module's setUp."
        return HiveError(.unknownTarget, text, at: caller)
    }
}

extension String? {
    /// What an error says about something whose module has gone.
    fileprivate var gone: String? { map { " \($0), which registered it, is down." } }
}

extension Hive {
    /// Calls actions by name.
    public var actions: Actions { Actions(host: self) }
}

extension ResolvingContext {
    /// Calls actions by name.
    public var actions: Actions { Actions(host: ContextHost(context: self)) }
}
