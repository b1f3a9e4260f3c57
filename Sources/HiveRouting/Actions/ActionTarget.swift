// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// Collects the actions of one target; see ``ActionRegistrar/target(_:fileID:line:_:)``.
public struct ActionTarget: Sendable {
    private(set) var target: Target
    /// Keys that no second entry may have.
    private(set) var reservations: [RoutingEntry] = []
    /// The first thing that is wrong; only registering the target can throw it.
    private(set) var problem: HiveError?

    init(_ target: Target) { self.target = target }

    /// Adds an action that is a closure over its parameters.
    ///
    /// ```swift
    /// target.action("greet", "name", access: .remote) { (name: String) in "Hello, \(name)!" }
    /// ```
    ///
    /// - Parameters:
    ///   - action: The name, which callers use.
    ///   - parameter: The names of the closure's parameters, in order.
    ///   - access: Whether a URL from outside may reach it.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    ///   - perform: What the action does; an error that it throws goes to the caller.
    public mutating func action<each Value: Sendable, Answer: Sendable>(
        _ action: String,
        _ parameter: repeat Parameter<each Value>,
        access: Access = .local,
        fileID: String = #fileID,
        line: Int = #line,
        perform: @escaping @concurrent @Sendable (repeat each Value) async throws -> Answer
    ) {
        let body = CallBody((repeat each parameter)) { values, _ in try await perform(repeat each values.all) }
        add(action, access, body, .code(fileID: fileID, line: line))
    }

    /// Adds an action whose closure's first parameter is what it acts on: the target's instance, or a service.
    ///
    /// A service is looked up by the closure's first type at each call:
    ///
    /// ```swift
    /// target.action("quote", "sku", "quantity") { (service: any TradeService, sku: String, quantity: Int) in
    ///     try await service.quote(sku, quantity: quantity)
    /// }
    /// ```
    public mutating func action<Subject: Sendable, each Value: Sendable, Answer: Sendable>(
        _ action: String,
        _ parameter: repeat Parameter<each Value>,
        access: Access = .local,
        fileID: String = #fileID,
        line: Int = #line,
        perform: @escaping @concurrent @Sendable (Subject, repeat each Value) async throws -> Answer
    ) {
        let origin = Origin.code(fileID: fileID, line: line)
        let subject = subject(Subject.self, origin)
        let body = CallBody((repeat each parameter)) { values, scope in
            try await perform(try subject(scope), repeat each values.all)
        }
        add(action, access, body, origin)
    }

    /// Adds an action that takes all its parameters as one decodable value.
    ///
    /// Local callers give such a value, a dictionary, or JSON; a URL gives JSON in one item, `params={…}`.
    public mutating func action<Subject: Sendable, Payload: Decodable & Sendable, Answer: Sendable>(
        _ action: String,
        as payload: Payload.Type,
        access: Access = .local,
        fileID: String = #fileID,
        line: Int = #line,
        perform: @escaping @concurrent @Sendable (Subject, Payload) async throws -> Answer
    ) {
        let origin = Origin.code(fileID: fileID, line: line)
        let subject = subject(Subject.self, origin)
        let body = CallBody(as: payload) { payload, scope in try await perform(try subject(scope), payload) }
        add(action, access, body, origin)
    }

    /// Adds an action that takes all its parameters as one decodable value, and no other parameter.
    public mutating func action<Payload: Decodable & Sendable, Answer: Sendable>(
        _ action: String,
        as payload: Payload.Type,
        access: Access = .local,
        fileID: String = #fileID,
        line: Int = #line,
        perform: @escaping @concurrent @Sendable (Payload) async throws -> Answer
    ) {
        let body = CallBody(as: payload) { payload, _ in try await perform(payload) }
        add(action, access, body, .code(fileID: fileID, line: line))
    }

    /// Lets a closure answer calls of this target that no action answers; if it returns nil, the hive's is asked.
    ///
    /// A second one is an error.
    public mutating func fallback(
        access: Access = .local,
        fileID: String = #fileID,
        line: Int = #line,
        answer: @escaping @Sendable (RoutedCall) async throws -> (any Sendable)?
    ) {
        target.fallback = Fallback(access: access, answer: answer)
        reserve("the fallback of \(target.name)", .code(fileID: fileID, line: line))
    }

    mutating func add(_ action: String, _ access: Access, _ body: CallBody, _ origin: Origin) {
        if action.isEmpty { note(invalid(action, "its name is empty", origin)) }
        target.actions[Name(action)] = endpoint(action, access, body, origin)
    }

    /// Adds what is called when a URL has the scheme of an exported service.
    mutating func addServiceItself(_ access: Access, _ body: CallBody, _ origin: Origin) {
        target.serviceItself = endpoint("", access, body, origin)
    }

    private mutating func endpoint(_ action: String, _ access: Access, _ body: CallBody, _ origin: Origin) -> Endpoint {
        if access == .remote {
            if action.isNative {
                note(invalid(action, "URLs never reach an action whose name begins with native", origin))
            }
            if let obstacle = body.obstacleToRemote {
                note(invalid(action, "outsiders cannot call it: \(obstacle)", origin))
            }
        }
        if Set(body.parameters.map(\.name)).count < body.parameters.count {
            note(invalid(action, "two of its parameters have one name", origin))
        }
        reserve(RoutingEntry.actionKey(target.name, action), origin)
        return Endpoint(target: target.name, name: action, access: access, body: body, origin: origin)
    }

    private func invalid(_ action: String, _ reason: String, _ origin: Origin) -> HiveError {
        HiveError(.invalidRoute, "The action \(target.name).\(action) cannot be registered: \(reason).", at: origin)
    }

    private mutating func note(_ error: HiveError) { problem = problem ?? error }

    mutating func reserve(_ key: String, _ origin: Origin) {
        reservations.append(RoutingEntry(.reservation, key: key, at: origin))
    }

    func subject<Subject: Sendable>(
        _ type: Subject.Type,
        _ origin: Origin
    ) -> @Sendable (CallScope) throws -> Subject {
        if let instances = target.instances as? TargetInstances<Subject> { return { try instances.instance($0) } }
        return { scope in
            // If the service is missing, the declaration has to be corrected, so the error names its place.
            try scope.resolver.service(Subject.self, fileID: origin.file, line: origin.line ?? 0)
        }
    }
}

extension String {
    /// Whether the name begins with `native`, in any case: CTMediator lets no URL reach such an action.
    var isNative: Bool { utf8.prefix(6).elementsEqual("native".utf8) { $0.lowercased == $1 } }
}
