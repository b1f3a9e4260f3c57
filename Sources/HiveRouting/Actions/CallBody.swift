// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// What performs an action, a route or a component, with the types forgotten.
struct CallBody: Sendable {
    let parameters: [ParameterDescription]
    /// The type that all parameters are decoded as, if they are declared as one.
    let payload: String?
    let result: String
    let perform: @Sendable (Arguments, CallScope) async throws -> any Sendable
    /// Throws what `perform` would throw because of the arguments, and calls nobody.
    let check: @Sendable (Arguments) throws -> Void
}

/// What a call is performed with.
struct CallScope: Sendable {
    let resolver: ServiceResolver
    /// Whether the caller wants the cached instance of the target; nil when the target decides.
    var wantsCached: Bool?
}

extension CallBody {
    /// Why outsiders cannot be given this call; nil when they can.
    var obstacleToRemote: String? {
        guard let local = parameters.first(where: { !$0.canBeRemote && $0.isRequired }) else { return nil }
        return """
            its parameter \(local.name.shown) is of type \(local.type), which is not read from text. Let the type conform \
            to RemoteParameter, or make the parameter optional, so that local callers alone can give it
            """
    }
}
