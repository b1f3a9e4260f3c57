// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// What one caller asks of a hive, of what is registered at that moment.
struct Routing: Sendable {
    let host: any RoutingHost
    let table: RoutingTable
    /// Who asks; nil for an outsider.
    let caller: Origin?

    /// - Throws: ``HiveError`` before the hive starts and after it has stopped.
    init(_ host: any RoutingHost, by caller: Origin?) throws {
        (self.host, self.caller) = (host, caller)
        table = try host.routingTable()
    }

    /// What the caller may find.
    var directory: RoutingDirectory { caller == nil ? table.outside : table.inside }

    /// Makes a call: reads its arguments, unless they have been read, calls what is called with every interceptor
    /// around it, and tells observers.
    ///
    /// The arguments are read before interceptors see the call, so that they judge what the action will get; one that
    /// does not fit is an error of the innermost call.
    func perform(_ call: PreparedCall, _ read: ReadCall? = nil) async throws -> any Sendable {
        let reading = Result { try read ?? call.read() }
        let scope = CallScope(resolver: host.callResolver, wantsCached: call.wantsCached)
        do {
            let parameters = (try? reading.get())?.parameters ?? [:]
            let result = try await intercept(call.routedCall(parameters)) { try await reading.get().perform(scope) }
            host.report(call.observation(error: nil))
            return result
        } catch {
            host.report(call.observation(error: error))
            throw error
        }
    }

    /// Calls something with every interceptor around it.
    func intercept(_ call: RoutedCall, _ core: @escaping RoutedCall.Next) async throws -> any Sendable {
        let outermost = table.interceptors.reduce(core) { next, interceptor in { try await interceptor(call, next) } }
        return try await outermost()
    }

    /// Asks the target's fallback, then the hive's; throws when both return nil or may not be asked.
    ///
    /// Interceptors are called around all of it, so they see calls without an answer too.
    func fallBack(_ miss: Miss) async throws -> any Sendable {
        try await intercept(miss.call) {
            for fallback in [miss.target?.fallback, directory.fallback] {
                if let answer = try await fallback?.answer(miss.call) { return answer }
            }
            // Nothing answers, so the target's instance is released; a call from outside releases nothing (C60).
            if caller != nil { _ = miss.target?.instances?.release() }
            miss.mark?.note()
            throw missing(miss.name, miss.call.action, miss.target)
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
    func missing(_ name: String, _ action: String?, _ target: Target?) -> HiveError {
        let place = caller.map { ", called at \($0)" } ?? ""
        /// Outsiders get no suggestion, so none is searched for.
        func advice(_ name: String, _ known: KnownNames, formerly key: @autoclosure () -> String) -> String {
            if caller == nil { return "" }
            let gone = host.formerModule(of: key(), in: RoutingEntry.self)
            return gone.map { " \($0), which registered it, is down." } ?? known.advice(name)
        }
        if let target, let action {
            let key = RoutingEntry.actionKey(target.name, action)
            let advice = advice(action, target.actionNames, formerly: key)
            let text = "\(target.name), declared at \(target.origin), has no action \(action.shown)\(place).\(advice)"
            return HiveError(.unknownAction, text, at: caller)
        }
        let advice = advice(name, directory.targetNames, formerly: "the target \(name)")
        let text = "There is no target \(name.shown)\(place).\(advice) Register it in a module's setUp."
        return HiveError(.unknownTarget, text, at: caller)
    }
}
