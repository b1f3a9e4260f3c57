// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// A target, with everything that was registered for it.
final class TargetRecord: Sendable {
    let declaration: TargetDeclaration
    let module: String?
    let origin: Origin
    let actions: [Name: ActionRecord]
    let actionNames: KnownNames
    /// What the scheme of an exported service leads to; no action's name leads there.
    let serviceItself: ActionRecord?
    let fallback: FallbackRecord?

    init(
        _ declaration: TargetDeclaration,
        _ module: String?,
        _ origin: Origin,
        _ actions: [ActionRecord],
        _ fallback: FallbackRecord?
    ) {
        self.declaration = declaration
        self.module = module
        self.origin = origin
        var actions = Dictionary(actions.map { (Name($0.name), $0) }) { first, _ in first }
        serviceItself = actions.removeValue(forKey: Name(ActionDeclaration.serviceItself))
        self.actions = actions
        actionNames = KnownNames(actions.keys.map(\.text))
        self.fallback = fallback
    }

    var name: String { declaration.name }
}

/// An action, a route, or a component of a chain.
final class ActionRecord: Sendable {
    let target: String?
    let name: String
    let access: Access
    let body: CallBody
    let module: String?
    let origin: Origin

    init(target: String?, name: String, access: Access, body: CallBody, module: String?, origin: Origin) {
        self.target = target
        self.name = name
        self.access = access
        self.body = body
        self.module = module
        self.origin = origin
    }

    /// `Trade.quote`, or a route's pattern.
    var description: String { target.map { "\($0).\(name)" } ?? name }
}

struct FallbackRecord: Sendable {
    let access: Access
    let answer: Fallback
}

struct ChainRecord: Sendable {
    let pattern: RoutePattern
    let module: String?
    let origin: Origin
    let components: [Name: ActionRecord]
    let componentNames: KnownNames
}
