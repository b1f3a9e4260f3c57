// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// What performs an action, a route or a component; the types of its parameters are erased.
struct CallBody: Sendable {
    let parameters: [ParameterDescription]
    /// The type that all parameters are decoded as, if they are declared as one.
    let payload: String?
    let result: String
    let perform: @Sendable (Arguments, CallScope) async throws -> any Sendable
    /// The values with which `perform` would call the closure, in the order of the parameters; it calls nothing.
    let read: @Sendable (Arguments) throws -> [any Sendable]
}

/// What a call is performed with.
struct CallScope: Sendable {
    let resolver: ServiceResolver
    /// Whether the caller wants the cached instance of the target; nil when the target decides.
    var wantsCached: Bool?
}

extension CallBody {
    /// The values that were read by their names; a single value that holds all of them has the empty one.
    func named(_ values: [any Sendable]) -> [String: any Sendable] {
        if payload != nil { return values.first.map { ["": $0] } ?? [:] }
        var named: [String: any Sendable] = [:]
        for (parameter, value) in zip(parameters, values) where (value as? any AnyOptional)?.isNil != true {
            named[parameter.name] = value
        }
        return named
    }

    /// Why this call cannot be marked for outsiders; nil when it can.
    var obstacleToRemote: String? {
        guard let local = parameters.first(where: { !$0.canBeRemote && $0.isRequired }) else { return nil }
        return """
            its parameter \(local.name.shown) is of type \(local.type), which is not read from text. Let the type conform \
            to RemoteParameter, or make the parameter optional, so that local callers alone can give it
            """
    }
}

/// An optional of any type.
private protocol AnyOptional {
    var isNil: Bool { get }
}

extension Optional: AnyOptional {
    fileprivate var isNil: Bool {
        if case .none = self { return true }
        return false
    }
}
