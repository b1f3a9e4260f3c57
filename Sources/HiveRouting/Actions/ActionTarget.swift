// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// Collects the actions of one target; see ``ActionRegistrar/target(_:fileID:line:_:)``.
public struct ActionTarget: Sendable {
    var target: Target
    /// Keys that no second entry may have.
    private(set) var reservations: [RoutingEntry] = []
    /// The first thing that is wrong; only registering the target can throw it.
    private(set) var problem: HiveError?

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
        let service = target.instances is TargetInstances<Subject> ? nil : Subject.self
        let body = CallBody((repeat each parameter), service: service) { values, scope in
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

    private mutating func add(_ action: String, _ access: Access, _ body: CallBody, _ origin: Origin) {
        let endpoint = Endpoint(target: target.name, name: action, access: access, body: body, origin: origin)
        target.actions[Name(action)] = endpoint
        var obstacle = action.isEmpty ? "its name is empty" : nil
        if access == .remote, action.isNative {
            obstacle = "URLs never reach an action whose name begins with native"
        }
        check(endpoint, "action", obstacle)
    }

    /// Adds what is called when a URL has the scheme of an exported service.
    mutating func addServiceItself(_ access: Access, _ body: CallBody, _ origin: Origin) {
        let endpoint = Endpoint(target: target.name, name: "", access: access, body: body, origin: origin)
        target.serviceItself = endpoint
        check(endpoint, "action")
    }

    /// Reserves the name of what is declared, and notes what stands in the way of that, if anything does.
    mutating func check(_ endpoint: Endpoint, _ kind: String, _ obstacle: String? = nil) {
        let name = "\(kind) \(endpoint.description)"
        reserve("the \(name)", endpoint.origin)
        guard let obstacle = obstacle ?? endpoint.obstacle, problem == nil else { return }
        problem = HiveError(.invalidRoute, "The \(name) cannot be registered: \(obstacle).", at: endpoint.origin)
    }

    mutating func reserve(_ key: String, _ origin: Origin) {
        reservations.append(RoutingEntry(kind: .reservation, key: key, origin: origin))
    }

    /// Registers all that was declared, or throws what is wrong with it.
    func register(
        _ kind: RoutingEntry.Kind,
        key: String,
        by register: ([RoutingEntry]) throws -> RegistrationToken
    ) throws -> RegistrationToken {
        if let problem { throw problem }
        return try register([RoutingEntry(kind: kind, key: key, origin: target.origin)] + reservations)
    }

    func subject<Subject: Sendable>(
        _ type: Subject.Type,
        _ origin: Origin
    ) -> @Sendable (CallScope) throws -> Subject {
        if let instances = target.instances as? TargetInstances<Subject> { return { try instances.instance($0) } }
        return { try $0.service(origin) }
    }
}

extension String {
    /// Whether the name begins with `native`, in any case: CTMediator lets no URL reach such an action.
    var isNative: Bool { lowercasedASCII.begins(with: "native") }
}
