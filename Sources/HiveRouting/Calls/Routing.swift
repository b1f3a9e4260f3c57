// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// What one caller asks of a hive, of what is registered at that moment.
struct Routing: Sendable {
    let host: any RoutingHost
    let table: RoutingTable
    /// Who asks; nil for an outsider.
    let caller: Origin?
    /// Remembers whether an outsider's URL is the reason of the failure.
    let mark: FaultMark?

    /// - Throws: ``HiveError`` before the hive starts and after it has stopped.
    init(_ host: any RoutingHost, by caller: Origin?, _ mark: FaultMark? = nil) throws {
        (self.host, self.caller, self.mark) = (host, caller, mark)
        table = try host.routingTable()
    }

    /// What the caller may find.
    var directory: RoutingDirectory { caller == nil ? table.outside : table.inside }

    /// Follows a destination to its answer.
    func open(
        _ destination: Destination,
        _ component: (@Sendable (String, any Sendable) -> Void)? = nil
    ) async throws -> any Sendable {
        switch destination {
        case .calls(let calls):
            // The parameters of all components are read before the first is called.
            let readings = calls.count > 1 ? try calls.map(read) : []
            var result: any Sendable = ()
            for (place, call) in calls.enumerated() {
                result = try await perform(call, readings.isEmpty ? nil : readings[place])
                if let name = call.component { component?(name, result) }
            }
            return result
        case .jump(let jump, let url):
            return try await intercept(RoutedCall(event: jump, url: url, caller: caller, parameters: [:])) {
                let outcome = try await host.deliver(jump)
                try outcome.throwFirstFailure()
                if outcome.handlerCount > 0 { return outcome.handlerCount }
                mark?.blamesURL = true
                let text = "Nobody answers the URL: no module subscribes to Jump."
                throw HiveError(.unknownRoute, text, at: caller)
            }
        case .miss(let name, let target, let call): return try await fallBack(name, target, call)
        }
    }

    /// Reads a call's arguments as the types that are declared; nothing is called.
    func read(_ call: PreparedCall) throws -> ReadCall {
        do {
            return try call.endpoint.body.read(call.arguments)
        } catch let fault as ParameterFault {
            mark?.blamesURL = true
            let endpoint = call.endpoint
            let place = caller.map { "called at \($0)" } ?? "called from outside"
            // Without the value that an outsider gave, because observers may log it.
            let message = mark == nil ? fault.message : fault.withoutValue ?? fault.message
            let text = "\(endpoint.description), declared at \(endpoint.origin), \(place): \(message)."
            throw HiveError(fault.code, text, at: caller)
        }
    }

    /// Makes a call: reads its arguments, unless they have been read, calls what is called with every interceptor
    /// around it, and tells observers.
    ///
    /// The arguments are read before interceptors see the call, so that they judge what the action will get; one that
    /// does not fit is an error of the innermost call.
    func perform(_ call: PreparedCall, _ reading: ReadCall? = nil) async throws -> any Sendable {
        let endpoint = call.endpoint
        let reading = Result { try reading ?? read(call) }
        let routed = RoutedCall(
            target: endpoint.target,
            action: endpoint.target.map { _ in endpoint.name },
            route: endpoint.target == nil ? endpoint.name : nil,
            url: call.url,
            caller: caller,
            parameters: (try? reading.get())?.parameters ?? [:]
        )
        let scope = CallScope(resolver: host.callResolver, wantsCached: call.wantsCached)
        do {
            let result = try await intercept(routed) { try await reading.get().perform(scope) }
            host.report(endpoint.performed())
            return result
        } catch {
            host.report(endpoint.performed(error))
            throw error
        }
    }

    /// Calls something with every interceptor around it.
    func intercept(_ call: RoutedCall, _ core: @escaping RoutedCall.Next) async throws -> any Sendable {
        let outermost = table.interceptors.reduce(core) { next, interceptor in { try await interceptor(call, next) } }
        return try await outermost()
    }

    /// A call of an action that does not exist.
    func miss(
        _ name: String,
        _ target: Target?,
        _ action: String,
        _ arguments: Arguments,
        url: RoutedURL? = nil
    ) -> Destination {
        let (owner, parameters) = (target?.name ?? name, arguments.undeclared)
        let call = RoutedCall(target: owner, action: action, url: url, caller: caller, parameters: parameters)
        return .miss(name, target, call)
    }

    /// Asks the target's fallback, then the hive's; throws when both return nil or may not be asked.
    ///
    /// Interceptors are called around all of it, so they see calls without an answer too.
    private func fallBack(_ name: String, _ target: Target?, _ call: RoutedCall) async throws -> any Sendable {
        try await intercept(call) {
            for fallback in [target?.fallback, directory.fallback] {
                if let answer = try await fallback?.answer(call) { return answer }
            }
            // Nothing answers, so the target's instance is released; a call from outside releases nothing (C60).
            if caller != nil { _ = target?.instances?.release() }
            mark?.blamesURL = true
            throw missing(name, target, call.action)
        }
    }

    /// Casts a result to the type that the caller asked for.
    func result<Answer>(_ result: any Sendable, of name: @autoclosure () -> String) throws -> Answer {
        if let answer = result as? Answer { return answer }
        let place = caller.map { " at \($0)" } ?? " from outside"
        let text = "\(name()) answers \(Swift.type(of: result)), and \(Answer.self) was asked for\(place)."
        throw HiveError(.resultMismatch, text, at: caller)
    }

    /// The error about a target or an action that is not there.
    ///
    /// - Complexity: O(n) in the length of the names; for insiders also one comparison for each of at most
    ///   ``KnownNames/comparisons`` names.
    func missing(_ name: String, _ target: Target?, _ action: String?) -> HiveError {
        let place = caller.map { ", called at \($0)" } ?? ""
        /// Outsiders get no suggestion, so none is searched for.
        func advice(_ name: String, _ known: KnownNames, formerly key: @autoclosure () -> String) -> String {
            if caller == nil { return "" }
            let gone = host.formerModule(of: key(), in: RoutingEntry.self)
            return gone.map { " \($0), which registered it, is down." } ?? known.advice(name)
        }
        if let target, let action {
            let advice = advice(action, target.actionNames, formerly: "the action \(target.name).\(action)")
            let text = "\(target.name), declared at \(target.origin), has no action \(action.shown)\(place).\(advice)"
            return HiveError(.unknownAction, text, at: caller)
        }
        let advice = advice(name, directory.targetNames, formerly: "the target \(name)")
        let text = "There is no target \(name.shown)\(place).\(advice) Register it in a module's setUp."
        return HiveError(.unknownTarget, text, at: caller)
    }
}
