// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

/// Binds URLs to closures on behalf of a module, or of the hive.
///
/// What a module binds is unbound with it. Two patterns that match the same URLs are an error that names both places.
public struct RouteRegistrar: Sendable {
    let register: @Sendable ([RoutingEntry]) throws -> RegistrationToken

    /// Binds a pattern to a closure over its parameters.
    ///
    /// ```swift
    /// try context.routes.bind("shop://orders/:id", "id", "verbose", access: .remote) { (id: Int, verbose: Bool?) in
    ///     try await orders.page(id, verbose: verbose ?? false)
    /// }
    /// ```
    ///
    /// `:name` stands for one component of the path, `*name` at the end for all that follow, joined by slashes. Other
    /// parameters come from the query. Of several patterns that match, the most specific one wins: from the left, a
    /// literal before `:name`, and that before `*name`. A route hides the action of the same URL, in every form in
    /// which that can be written. For outsiders, only what is marked ``Access/remote`` matches, or hides anything.
    ///
    /// - Parameters:
    ///   - pattern: The pattern; the case of scheme and host does not count.
    ///   - parameter: The names of the closure's parameters, in order.
    ///   - access: Whether a URL from outside may reach it.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    ///   - perform: What opening the URL does.
    /// - Returns: A token that unbinds the pattern before its module goes.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/duplicateEntry``, ``HiveErrorCode/invalidRoute``, or
    ///   ``HiveErrorCode/invalidState`` when the hook has returned or the hive stops.
    @discardableResult
    public func bind<each Value: Sendable, Answer: Sendable>(
        _ pattern: String,
        _ parameter: repeat Parameter<each Value>,
        access: Access = .local,
        fileID: String = #fileID,
        line: Int = #line,
        perform: @escaping @concurrent @Sendable (repeat each Value) async throws -> Answer
    ) throws -> RegistrationToken {
        let body = CallBody((repeat each parameter)) { values, _ in try await perform(repeat each values.all) }
        return try bind(pattern, access, body, .code(fileID: fileID, line: line))
    }

    /// Binds a pattern to a closure whose first parameter is a service, which is looked up at each call.
    ///
    /// - Throws: What the form without a service throws.
    @discardableResult
    public func bind<Service: Sendable, each Value: Sendable, Answer: Sendable>(
        _ pattern: String,
        _ parameter: repeat Parameter<each Value>,
        access: Access = .local,
        fileID: String = #fileID,
        line: Int = #line,
        perform: @escaping @concurrent @Sendable (Service, repeat each Value) async throws -> Answer
    ) throws -> RegistrationToken {
        let origin = Origin.code(fileID: fileID, line: line)
        let body = CallBody((repeat each parameter), service: Service.self) { values, scope in
            try await perform(try scope.service(origin), repeat each values.all)
        }
        return try bind(pattern, access, body, origin)
    }

    func bind(_ text: String, _ access: Access, _ body: CallBody, _ origin: Origin) throws -> RegistrationToken {
        let pattern = try RoutePattern(text, at: origin)
        let route = Endpoint(target: nil, name: text, access: access, body: body, origin: origin)
        let stranger = pattern.names.first { name in !body.parameters.contains { $0.name == name } }
        let obstacle = stranger.map { "no parameter of the closure is called \($0.shown)" } ?? route.obstacle
        if let obstacle { throw RoutePattern.invalid(text, obstacle, origin) }
        return try register([RoutingEntry(kind: .route(pattern, route), key: pattern.key, origin: origin)])
    }

    /// Declares a chain: every component of the path is called, one after the other, as in BeeHive's router.
    ///
    /// ```swift
    /// try context.routes.chain("shop://steps") { chain in
    ///     chain.component("login", "user") { (user: String) in "hello \(user)" }
    ///     chain.component("cart") { 3 }
    /// }
    /// ```
    ///
    /// `shop://steps/login/cart?params={"login":{"user":"Ada"}}` calls both; the JSON is percent-encoded in a real URL.
    /// Nothing is called unless every component is known and its parameters fit; the last result is the answer.
    ///
    /// - Throws: What binding one closure throws.
    @discardableResult
    public func chain(
        _ address: String,
        fileID: String = #fileID,
        line: Int = #line,
        _ declare: (inout RouteChain) throws -> Void
    ) throws -> RegistrationToken {
        let origin = Origin.code(fileID: fileID, line: line)
        let pattern = try RoutePattern(address, at: origin)
        guard pattern.components.isEmpty else {
            let text = "The chain \(address.shown) has to be scheme://host; its components are declared one by one."
            throw HiveError(.invalidRoute, text, at: origin)
        }
        let (address, target) = (pattern.address, Target(name: pattern.text, origin: origin))
        var chain = RouteChain(address: address, declared: ActionTarget(target: target))
        try declare(&chain)
        let declared = chain.declared
        return try declared.register(.chain(address, declared.target), key: "the chain \(address)", by: register)
    }

    /// Accepts URLs of a scheme, from inside and outside; those of other schemes are refused.
    ///
    /// Schemes may also be listed in the configuration, under `routing.schemes`, with `routing.forms` for all of them.
    ///
    /// - Parameters:
    ///   - scheme: The scheme; its case does not count.
    ///   - forms: Further ways to write URLs that are understood.
    ///   - jumps: Whether outsiders may make a ``Jump``, where BeeHive's form is understood.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    /// - Returns: A token that refuses them again.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/duplicateEntry`` when the scheme was accepted before, or is that of
    ///   an exported service; ``HiveErrorCode/invalidRoute``; or ``HiveErrorCode/invalidState``.
    @discardableResult
    public func accept(
        _ scheme: String,
        forms: Set<URLForm> = [],
        jumps: Access = .local,
        fileID: String = #fileID,
        line: Int = #line
    ) throws -> RegistrationToken {
        let origin = Origin.code(fileID: fileID, line: line)
        guard scheme.isScheme else { throw HiveError(.invalidRoute, "\(scheme.shown) is no URL scheme.", at: origin) }
        let lower = scheme.lowercasedASCII
        let kind = RoutingEntry.Kind.scheme(lower, SchemeTraits(forms: forms, jumps: jumps))
        return try register([RoutingEntry(kind: kind, key: RoutingEntry.schemeKey(lower), origin: origin)])
    }

    /// Sets how much a URL may hold, and the JSON in it; what the configuration says under `routing.limits` wins.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidValue`` when a limit is below 1, or the depth above 32;
    ///   ``HiveErrorCode/duplicateEntry`` when limits were set before, or ``HiveErrorCode/invalidState``.
    @discardableResult
    public func limit(_ limits: URLLimits, fileID: String = #fileID, line: Int = #line) throws -> RegistrationToken {
        let origin = Origin.code(fileID: fileID, line: line)
        if let problem = limits.problem { throw HiveError(.invalidValue, "The limit \(problem).", at: origin) }
        return try register([RoutingEntry(kind: .limits(limits), key: "the limits of URLs", origin: origin)])
    }
}

/// Collects the components of a chain; see ``RouteRegistrar/chain(_:fileID:line:_:)``.
public struct RouteChain: Sendable {
    let address: String
    private(set) var declared: ActionTarget

    /// Adds a component; its parameters are read from the JSON object under its name.
    public mutating func component<each Value: Sendable, Answer: Sendable>(
        _ name: String,
        _ parameter: repeat Parameter<each Value>,
        access: Access = .local,
        fileID: String = #fileID,
        line: Int = #line,
        perform: @escaping @concurrent @Sendable (repeat each Value) async throws -> Answer
    ) {
        let origin = Origin.code(fileID: fileID, line: line)
        let body = CallBody((repeat each parameter)) { values, _ in try await perform(repeat each values.all) }
        let component = Endpoint(target: nil, name: "\(address)/\(name)", access: access, body: body, origin: origin)
        declared.target.actions[Name(name)] = component
        let isPlain = !name.isEmpty && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") }
        let obstacle = isPlain ? nil : "its name is empty, or has a slash or a dot"
        declared.check(component, "component", obstacle)
    }
}
