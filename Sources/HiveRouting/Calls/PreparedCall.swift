// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive
internal import Synchronization

/// One call of an action, a route or a component, ready to be made.
struct PreparedCall: Sendable {
    let endpoint: Endpoint
    let arguments: Arguments
    var url: RoutedURL?
    var wantsCached: Bool?
    /// The key of a chain's component.
    var component: String?
    let caller: Origin?
    /// Remembers whether the arguments were the reason of the failure, if an outsider gave them.
    var mark: FaultMark?

    /// The call as interceptors see it.
    func routedCall(_ parameters: [String: any Sendable]) -> RoutedCall {
        RoutedCall(
            target: endpoint.target,
            action: endpoint.target.map { _ in endpoint.name },
            route: endpoint.target == nil ? endpoint.name : nil,
            url: url,
            caller: caller,
            parameters: parameters
        )
    }

    func observation(error: (any Error)?) -> HiveObservation {
        HiveObservation(.didPerform, module: endpoint.module, subject: .text(endpoint.description), error: error)
    }

    /// Reads the arguments as the types that are declared; nothing is called.
    func read() throws -> ReadCall {
        do {
            return try endpoint.body.read(arguments)
        } catch let fault as ParameterFault {
            throw error(fault)
        }
    }

    /// What is wrong with the arguments; without their values if an outsider gave them, because observers may log it.
    private func error(_ fault: ParameterFault) -> HiveError {
        mark?.note()
        let place = caller.map { "called at \($0)" } ?? "called from outside"
        let text =
            "\(endpoint.description), declared at \(endpoint.origin), \(place): \(fault.message(showsValues: mark == nil))."
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
    let target: Target?
    /// The call as fallbacks see it.
    let call: RoutedCall
    var mark: FaultMark?

    init(
        of action: String,
        on name: String,
        _ target: Target?,
        url: RoutedURL? = nil,
        by caller: Origin?,
        _ arguments: Arguments,
        mark: FaultMark? = nil
    ) {
        (self.name, self.target, self.mark) = (name, target, mark)
        let (owner, parameters) = (target?.name ?? name, arguments.undeclared)
        call = RoutedCall(target: owner, action: action, url: url, caller: caller, parameters: parameters)
    }
}
