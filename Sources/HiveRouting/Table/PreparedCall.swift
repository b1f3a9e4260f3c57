// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive
internal import Synchronization

/// One call of an action, a route or a component, ready to be made.
struct PreparedCall: Sendable {
    let record: ActionRecord
    var arguments: Arguments
    var url: RoutedURL?
    var wantsCached: Bool?
    /// The key of a chain's component.
    var component: String?
    let caller: Origin?
    /// Remembers whether the arguments were the reason of the failure, if an outsider gave them.
    var mark: FaultMark?

    /// The call as interceptors see it; pass nil when the arguments do not fit.
    func routedCall(_ call: PreparedCall?) -> RoutedCall {
        var parameters: [String: any Sendable] = [:]
        if case .read(let values)? = call?.arguments { parameters = record.body.named(values) }
        return RoutedCall(
            target: record.target,
            action: record.target.map { _ in record.name },
            route: record.target == nil ? record.name : nil,
            event: nil,
            url: url,
            caller: caller,
            parameters: parameters
        )
    }

    func observation(error: (any Error)?) -> HiveObservation {
        HiveObservation(.didPerform, module: record.module, subject: record.description, error: error)
    }

    func perform(_ scope: CallScope) async throws -> any Sendable {
        do {
            return try await record.body.perform(arguments, scope)
        } catch let fault as ParameterFault {
            throw error(fault)
        }
    }

    /// The call with its arguments read as the types that are declared; throws what making it would throw because of
    /// them.
    func read() throws -> PreparedCall {
        do {
            var call = self
            call.arguments = .read(try record.body.read(arguments))
            return call
        } catch let fault as ParameterFault {
            throw error(fault)
        }
    }

    /// What is wrong with the arguments; without their values if an outsider gave them, because observers may log it.
    private func error(_ fault: ParameterFault) -> HiveError {
        mark?.note()
        let place = caller.map { "called at \($0)" } ?? "called from outside"
        let text =
            "\(record.description), declared at \(record.origin), \(place): \(fault.message(showsValues: mark == nil))."
        return HiveError(fault.code, text, at: caller)
    }
}

/// Remembers that a call failed because of its URL; an error of the called code may look the same.
final class FaultMark: Sendable {
    private let noted = Atomic<Bool>(false)

    var isNoted: Bool { noted.load(ordering: .acquiring) }
    func note() { noted.store(true, ordering: .releasing) }
}

/// A call of an action that does not exist.
struct Miss: Sendable {
    /// The target as the caller wrote it.
    let name: String
    let action: String
    let target: TargetRecord?
    let url: RoutedURL?
    let caller: Origin?
    let arguments: Arguments
    var mark: FaultMark?

    var routedCall: RoutedCall {
        RoutedCall(
            target: target?.name ?? name,
            action: action,
            route: nil,
            event: nil,
            url: url,
            caller: caller,
            parameters: arguments.undeclared
        )
    }
}
