// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// Something that can be called: an action, an exported method, a route, or a component of a chain.
///
/// They differ only in how they are found.
struct Endpoint: Sendable {
    /// The target's name; nil for a route and for a component.
    let target: String?
    /// The action's name, the route's pattern, or the component's name behind its chain.
    let name: String
    let access: Access
    let body: CallBody
    let origin: Origin
    /// The module that registered it; nil for the hive.
    var module: String?

    /// `Trade.quote`, or a route's pattern.
    var description: String { target.map { "\($0).\(name)" } ?? name }

    /// Why it cannot be registered, whatever it is; nil when it can.
    var obstacle: String? {
        let names = body.parameters.map(\.name)
        if Set(names).count < names.count { return "two of its parameters have one name" }
        if let service = body.service, service is any RemoteParameter.Type {
            return "its closure takes \(service) before the \(names.count.counted("parameter")) named here; name it too"
        }
        guard access == .remote, let local = body.parameters.first(where: { !$0.canBeRemote && $0.isRequired }) else {
            return nil
        }
        return """
            outsiders cannot call it: its parameter \(local.name.shown) is of type \(local.type), which is not read from \
            text. Let the type conform to RemoteParameter, or make the parameter optional, so that local callers alone \
            can give it
            """
    }

    /// What observers are told when a call has ended.
    func performed(_ error: (any Error)? = nil) -> HiveObservation {
        HiveObservation(.didPerform, module: module, subject: .text(description), error: error)
    }

    /// The same, registered by a module; nil for the hive.
    func of(_ module: String?) -> Endpoint {
        var endpoint = self
        endpoint.module = module
        return endpoint
    }
}

/// A target with its actions, an exported service with its methods, or a chain with its components.
struct Target: Sendable {
    /// The target's name, or the chain's pattern.
    let name: String
    let origin: Origin
    /// The scheme under which an exported service itself is found.
    var scheme: String?
    var instances: (any AnyTargetInstances)?
    var module: String?
    var actions: [Name: Endpoint] = [:]
    /// The names of the actions, to suggest one.
    private(set) var actionNames = KnownNames([])
    /// What the scheme of an exported service leads to; no action's name leads there.
    var serviceItself: Endpoint?
    var fallback: Fallback?

    /// The part that is marked for outsiders, to whom no name is suggested.
    var remote: Target {
        var part = self
        part.actions = actions.filter { $0.value.access == .remote }
        part.actionNames = KnownNames([])
        part.serviceItself = serviceItself?.access == .remote ? serviceItself : nil
        part.fallback = fallback?.access == .remote ? fallback : nil
        return part
    }

    /// The target as a module has registered it; nil for the hive.
    func of(_ module: String?) -> Target {
        var target = self
        target.module = module
        target.actions = actions.mapValues { $0.of(module) }
        target.actionNames = KnownNames(actions.keys.map(\.text))
        target.serviceItself = serviceItself?.of(module)
        return target
    }

    /// Whether nothing of it can be called.
    var isEmpty: Bool { actions.isEmpty && serviceItself == nil && fallback == nil }
}

/// A closure that answers calls that nothing else answers, or returns nil.
struct Fallback: Sendable {
    let access: Access
    let answer: @Sendable (RoutedCall) async throws -> (any Sendable)?
}
