// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive
internal import Synchronization

/// One call of an action, a route or a component, ready to be made.
struct PreparedCall: Sendable {
    let record: ActionRecord
    let arguments: Arguments
    var url: RoutedURL?
    var wantsCached: Bool?
    /// The key of a chain's component.
    var component: String?
    /// Remembers whether the arguments were at fault, where an outsider gave them.
    var mark: FaultMark?

    func routedCall(_ caller: Origin?) -> RoutedCall {
        RoutedCall(
            target: record.target,
            action: record.target.map { _ in record.name },
            route: record.target == nil ? record.name : nil,
            url: url,
            caller: caller,
            arguments: arguments
        )
    }

    func observation(error: (any Error)?) -> HiveObservation {
        HiveObservation(.didPerform, module: record.module, subject: record.description, error: error)
    }

    /// What is wrong with the arguments, in full.
    func error(_ fault: ParameterFault, _ caller: Origin?) -> HiveError {
        let place = caller.map { "called at \($0)" } ?? "called from outside"
        let text = "\(record.description), declared at \(record.origin), \(place): \(fault.message)."
        return HiveError(.parameterMismatch, text, at: caller)
    }

    func perform(_ scope: CallScope, _ caller: Origin?) async throws -> any Sendable {
        do {
            return try await record.body.perform(arguments, scope)
        } catch let fault as ParameterFault {
            mark?.note()
            throw error(fault, caller)
        }
    }

    /// Throws what making the call would throw because of its arguments.
    func check(_ caller: Origin?) throws {
        do {
            try record.body.check(arguments)
        } catch let fault as ParameterFault {
            throw error(fault, caller)
        }
    }
}

/// Remembers that the arguments of a call did not fit; what the call itself throws may look just like it.
final class FaultMark: Sendable {
    private let noted = Atomic<Bool>(false)

    var isNoted: Bool { noted.load(ordering: .acquiring) }
    func note() { noted.store(true, ordering: .releasing) }
}

extension RoutingHost {
    /// Makes a call, with every interceptor around it.
    func perform(_ call: PreparedCall, _ table: RoutingTable, _ caller: Origin?) async throws -> any Sendable {
        let scope = CallScope(resolver: callResolver, wantsCached: call.wantsCached)
        do {
            let result =
                if table.interceptors.isEmpty {
                    try await call.perform(scope, caller)
                } else {
                    try await intercept(table.interceptors[...], call.routedCall(caller)) {
                        try await call.perform(scope, caller)
                    }
                }
            tellObservers(call.observation(error: nil))
            return result
        } catch {
            tellObservers(call.observation(error: error))
            throw error
        }
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

    /// Lets the target's fallback answer, then the hive's, and throws when both decline or may not be asked (T3).
    ///
    /// Interceptors stand around all of it, so they see the calls that nobody answers too.
    func fallBack(
        _ call: RoutedCall,
        _ target: TargetRecord?,
        _ table: RoutingTable,
        else error: HiveError
    ) async throws -> any Sendable {
        try await intercept(table.interceptors[...], call) {
            for fallback in [target?.fallback, table.fallback] {
                guard let fallback, !call.isRemote || fallback.access == .remote else { continue }
                if let answer = try await fallback.answer(call) { return answer }
            }
            // Nothing answers, so what was kept for the target is of no use (T2).
            _ = target?.declaration.instances?.release()
            throw error
        }
    }

    /// Takes a result as the type that was asked for.
    func result<Answer>(
        _ result: any Sendable,
        as type: Answer.Type,
        of name: @autoclosure () -> String,
        _ caller: Origin?
    ) throws -> Answer {
        if let answer = result as? Answer { return answer }
        let place = caller.map { " at \($0)" } ?? " from outside"
        let text = "\(name()) answers \(Swift.type(of: result)), and \(Answer.self) was asked for\(place)."
        throw HiveError(.resultMismatch, text, at: caller)
    }
}
