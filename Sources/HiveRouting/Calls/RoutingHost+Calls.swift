// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

extension RoutingHost {
    /// Makes a call: reads its arguments, unless they have been read, calls what is called with every interceptor
    /// around it, and tells observers.
    ///
    /// The arguments are read before interceptors see the call, so that they judge what the action will get; one that
    /// does not fit is an error of the innermost call.
    func perform(_ call: PreparedCall, _ table: RoutingTable, _ read: ReadCall? = nil) async throws -> any Sendable {
        let reading = Result { try read ?? call.read() }
        let scope = CallScope(resolver: callResolver, wantsCached: call.wantsCached)
        do {
            let parameters = (try? reading.get())?.parameters ?? [:]
            let result = try await intercept(call.routedCall(parameters), table) {
                try await reading.get().perform(scope)
            }
            tellObservers(call.observation(error: nil))
            return result
        } catch {
            tellObservers(call.observation(error: error))
            throw error
        }
    }

    /// Calls something with every interceptor around it.
    func intercept(
        _ call: RoutedCall,
        _ table: RoutingTable,
        _ core: @escaping RoutedCall.Next
    ) async throws -> any Sendable {
        try await intercept(table.interceptors[...], call, core)
    }

    private func intercept(
        _ interceptors: ArraySlice<Interceptor>,
        _ call: RoutedCall,
        _ core: @escaping RoutedCall.Next
    ) async throws -> any Sendable {
        guard let outermost = interceptors.last else { return try await core() }
        let inner = interceptors.dropLast()
        return try await outermost(call) { try await self.intercept(inner, call, core) }
    }

    /// Asks the target's fallback, then the hive's; throws when both return nil or may not be asked (T3).
    ///
    /// Interceptors are called around all of it, so they see calls without an answer too.
    func fallBack(_ miss: Miss, _ table: RoutingTable) async throws -> any Sendable {
        let (call, directory) = (miss.routedCall, table.directory(miss.caller))
        return try await intercept(call, table) {
            for fallback in [miss.target?.fallback, directory.fallback] {
                if let answer = try await fallback?.answer(call) { return answer }
            }
            // Nothing answers, so the target's instance is released (T2); a call from outside releases nothing (C60).
            if miss.caller != nil { _ = miss.target?.instances?.release() }
            miss.mark?.note()
            throw self.missing(miss.name, miss.action, miss.target, directory, miss.caller)
        }
    }

    /// Casts a result to the type that the caller asked for.
    func result<Answer>(
        _ result: any Sendable,
        as type: Answer.Type = Answer.self,
        of name: @autoclosure () -> String,
        _ caller: Origin?
    ) throws -> Answer {
        if let answer = result as? Answer { return answer }
        let place = caller.map { " at \($0)" } ?? " from outside"
        let text = "\(name()) answers \(Swift.type(of: result)), and \(Answer.self) was asked for\(place)."
        throw HiveError(.resultMismatch, text, at: caller)
    }
}
