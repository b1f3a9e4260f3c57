// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// Collects the actions of one target; see ``ActionRegistrar/target(_:fileID:line:_:)``.
public struct ActionTarget: Sendable {
    let name: String
    private let instances: (any AnyTargetInstances)?
    var entries: [RoutingEntry] = []
    private var problem: HiveError?

    init(_ name: String, _ instances: (any AnyTargetInstances)?) {
        self.name = name
        self.instances = instances
    }

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
        let body = CallBody((repeat each parameter), perform: perform)
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
        let body = CallBody((repeat each parameter), subject: subject(Subject.self, origin), perform: perform)
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
        let body = CallBody(as: payload, subject: subject(Subject.self, origin), perform: perform)
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
        let nothing: @Sendable (CallScope) throws -> Void = { _ in }
        let body = CallBody(as: payload, subject: nothing) { (_: Void, payload: Payload) in
            try await perform(payload)
        }
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
        let kind = RoutingEntry.Kind.fallback(target: name, access: access, answer)
        let origin = Origin.code(fileID: fileID, line: line)
        entries.append(RoutingEntry(kind, key: "the fallback of \(name)", at: origin))
        hasRemote = hasRemote || access == .remote
    }

    /// Whether a URL from outside may reach anything of the target.
    private(set) var hasRemote = false

    mutating func add(_ action: String, _ access: Access, _ body: CallBody, _ origin: Origin) {
        if action.isEmpty { note(invalid(action, "its name is empty", origin)) }
        register(action, access, body, origin)
    }

    /// Adds what is called when a URL has the scheme of an exported service.
    mutating func addServiceItself(_ access: Access, _ body: CallBody, _ origin: Origin) {
        register(ActionDeclaration.serviceItself, access, body, origin)
    }

    private mutating func register(_ action: String, _ access: Access, _ body: CallBody, _ origin: Origin) {
        if access == .remote {
            hasRemote = true
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
        let declaration = ActionDeclaration(target: name, name: action, access: access, body: body)
        entries.append(RoutingEntry(.action(declaration), key: RoutingEntry.actionKey(name, action), at: origin))
    }

    private func invalid(_ action: String, _ reason: String, _ origin: Origin) -> HiveError {
        HiveError(.invalidRoute, "The action \(name).\(action) cannot be registered: \(reason).", at: origin)
    }

    /// Keeps the first thing that is wrong until the target is registered, which can throw.
    private mutating func note(_ error: HiveError) { problem = problem ?? error }

    func check() throws {
        if let problem { throw problem }
    }

    func subject<Subject: Sendable>(
        _ type: Subject.Type,
        _ origin: Origin
    ) -> @Sendable (CallScope) throws -> Subject {
        if let instances = instances as? TargetInstances<Subject> { return { try instances.instance($0) } }
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
