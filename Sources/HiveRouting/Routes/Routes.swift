// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

/// Opens URLs on behalf of code in the process; get it from a hive, or from any context from `initialize` on.
///
/// What comes from outside goes through ``RemoteCalls`` instead, which reaches less and tells less.
public struct Routes: Sendable {
    let host: any RoutingHost

    /// Opens a URL: a route, an action, an exported method or service, a chain, or BeeHive's and
    /// ModuleProtocolMediator's forms where the scheme is accepted with them.
    ///
    /// - Parameters:
    ///   - url: The URL; ``RoutedURL`` says what it may look like.
    ///   - objects: Further parameters, which may be anything; for a chain, a dictionary for each component.
    ///   - type: The type of the result.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    ///   - component: Called with the result of each component of a chain, in order.
    /// - Returns: What the route, the action or the last component answers.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/malformedURL``, ``HiveErrorCode/limitExceeded``,
    ///   ``HiveErrorCode/unknownScheme``, ``HiveErrorCode/unknownRoute``, ``HiveErrorCode/notRemote`` for what no URL
    ///   may reach, and with the codes of ``Actions/perform(_:_:_:cached:as:fileID:line:)``; or whatever the route
    ///   throws.
    /// - Complexity: O(n) in the length of the URL, apart from what it leads to; no lock is taken.
    public func open<Answer: Sendable>(
        _ url: String,
        with objects: [String: any Sendable] = [:],
        as type: Answer.Type = Answer.self,
        fileID: String = #fileID,
        line: Int = #line,
        component: (@Sendable (String, any Sendable) -> Void)? = nil
    ) async throws -> Answer {
        try await Routing(host, by: .code(fileID: fileID, line: line)).open(url, objects, component)
    }

    /// Opens a URL, whatever it answers.
    ///
    /// - Throws: What the form that asks for a type throws.
    @discardableResult
    public func open(
        _ url: String,
        with objects: [String: any Sendable] = [:],
        fileID: String = #fileID,
        line: Int = #line,
        component: (@Sendable (String, any Sendable) -> Void)? = nil
    ) async throws -> any Sendable {
        try await Routing(host, by: .code(fileID: fileID, line: line)).open(url, objects, component)
    }

    /// Whether a URL leads anywhere, fallbacks not counted; its parameters are not looked at.
    ///
    /// It is false before the hive starts and after it has stopped.
    public func canOpen(_ url: String) -> Bool { host.canOpen(url, .code(fileID: "", line: 0)) }

    /// Throws what opening a URL would throw before anything is called: for tests, and for links in a configuration.
    ///
    /// Fallbacks do not count, and services are not looked up.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - isRemote: Whether to check what an outsider may reach.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    /// - Throws: What ``open(_:with:as:fileID:line:component:)`` throws, in full, also for an outsider.
    public func check(
        _ url: String,
        asOutsider isRemote: Bool = false,
        fileID: String = #fileID,
        line: Int = #line
    ) throws {
        let routing = try Routing(host, by: isRemote ? nil : .code(fileID: fileID, line: line))
        do { try routing.check(url) } catch let error where isRemote {
            throw routing.explanation(of: error, url)
        }
    }

    /// Every route and chain, for people and programs, sorted by pattern.
    ///
    /// - Throws: What ``open(_:with:as:fileID:line:component:)`` throws before the start and after the stop.
    public func routes() throws -> [RouteDescription] {
        let table = try host.routingTable()
        let routes = table.inside.routes.all.map { RouteDescription($0.pattern, $0.endpoint) }
        return (routes + table.inside.chains.values.map { RouteDescription(chain: $0) }).sorted {
            $0.pattern < $1.pattern
        }
    }

    /// Triggers an ``OpenURL`` event for a URL, so that modules can react; it opens nothing itself.
    ///
    /// - Parameters:
    ///   - url: The URL, whose scheme has to be accepted.
    ///   - options: What goes with it.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    /// - Returns: How many handlers there were, and what they threw.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/malformedURL``, ``HiveErrorCode/limitExceeded`` or
    ///   ``HiveErrorCode/unknownScheme``, what an interceptor throws, or what triggering an event throws.
    public func broadcast(
        _ url: String,
        options: [String: any Sendable] = [:],
        fileID: String = #fileID,
        line: Int = #line
    ) async throws -> EventOutcome<Void> {
        try await Routing(host, by: .code(fileID: fileID, line: line)).broadcast(url, options)
    }
}

extension RoutingHost {
    func canOpen(_ url: String, _ caller: Origin?) -> Bool {
        // Where it cannot be opened, for whatever reason, `check` says which.
        switch try? Routing(self, by: caller).destination(of: url) {
        case nil, .miss: false
        case .calls, .jump: true
        }
    }
}

extension Routing {
    /// Finds where a URL leads; nothing is called.
    ///
    /// - Parameters:
    ///   - text: The URL.
    ///   - objects: What a local caller gives beside it.
    ///   - directory: What is found; what the caller may find when nil.
    /// - Returns: What would be called.
    /// - Throws: ``HiveError``, in full; an outsider is told its kind only.
    func destination(
        of text: String,
        with objects: [String: any Sendable] = [:],
        seeing directory: RoutingDirectory? = nil
    ) throws -> Destination {
        let url = try RoutedURL(text, limits: table.limits)
        let directory = directory ?? self.directory
        return try URLLookup(url: url, objects: objects, routing: self, directory: directory).destination()
    }

    /// Opens a URL; what is called, and what it throws, is no fault of the URL.
    func open<Answer>(
        _ url: String,
        _ objects: [String: any Sendable] = [:],
        _ component: (@Sendable (String, any Sendable) -> Void)? = nil
    ) async throws -> Answer {
        let destination = try destination(of: url, with: objects)
        mark?.blamesURL = false
        return try await result(open(destination, component), of: url.shownURL)
    }

    /// Throws what opening a URL would throw before anything is called.
    func check(_ url: String) throws {
        switch try destination(of: url) {
        case .calls(let calls): for call in calls { _ = try read(call) }
        case .jump: break
        case .miss(let name, let target, let call): throw missing(name, target, call.action)
        }
    }

    /// Why an outsider is refused, for observers: if the URL leads to something, that it is not marked.
    func explanation(of refusal: any Error, _ url: String) -> any Error {
        do {
            _ = try destination(of: url, seeing: table.inside)
        } catch let known as HiveError where known.code == .notRemote {
            return known
        } catch {
            // For callers inside nothing is there either.
        }
        return refusal
    }

    /// Triggers the event of a URL whose scheme is accepted, unless an interceptor refuses.
    func broadcast(_ text: String, _ options: [String: any Sendable]) async throws -> EventOutcome<Void> {
        let url = try RoutedURL(text, limits: table.limits)
        let isAccepted = table.schemes[url.scheme] != nil || directory.services[url.scheme] != nil
        if !isAccepted { throw unknownScheme(url) }
        mark?.blamesURL = false
        let event = OpenURL(url: url, options: options, isRemote: caller == nil)
        let outcome = try await intercept(RoutedCall(event: event, url: url, caller: caller, parameters: [:])) {
            try await host.deliver(event)
        }
        return try result(outcome, of: "OpenURL")
    }

    /// The error about a URL whose scheme nobody has accepted.
    func unknownScheme(_ url: RoutedURL) -> HiveError {
        let text = "Nobody has accepted the scheme \(url.scheme.shown)."
        guard caller != nil else { return HiveError(.unknownScheme, text) }
        let near = table.schemeNames.advice(url.scheme)
        let advice = near.isEmpty ? " Accept it in a module's setUp, by context.routes.accept." : near
        return HiveError(.unknownScheme, text + advice, at: caller)
    }
}
