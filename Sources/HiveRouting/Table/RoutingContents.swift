// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// Everything registered that can be called, sorted by kind.
struct RoutingContents {
    var targets: [(declaration: TargetDeclaration, module: String?, origin: Origin)] = []
    /// Actions by target.
    var actions: [Name: [ActionRecord]] = [:]
    /// Fallbacks by target.
    var fallbacks: [Name: FallbackRecord] = [:]
    /// The fallback of all targets.
    var fallback: FallbackRecord?
    var routes: [(pattern: RoutePattern, record: ActionRecord)] = []
    var chains: [(pattern: RoutePattern, module: String?, origin: Origin)] = []
    /// Components with their names, by the chain's address.
    var components: [String: [(name: String, record: ActionRecord)]] = [:]

    mutating func add(_ record: (entry: RoutingEntry, module: String?)) {
        let (module, origin) = (record.module, record.entry.origin)
        switch record.entry.kind {
        case .target(let target):
            targets.append((target, module, origin))
        case .action(let action):
            actions[Name(action.target), default: []].append(action.record(module, origin))
        case .fallback(let target, let access, let answer):
            let fallback = FallbackRecord(access: access, answer: answer)
            if let target { fallbacks[Name(target)] = fallback } else { self.fallback = fallback }
        case .route(let route):
            routes.append((route.pattern, route.record(module, origin)))
        case .chain(let pattern):
            chains.append((pattern, module, origin))
        case .component(let chain, let component):
            components[chain, default: []].append((component.name, component.record(module, origin, isComponent: true)))
        case .interceptor, .scheme, .limits, .reservation:
            break
        }
    }

    /// The part that is marked for outsiders; a target or a chain is in it when something of it is.
    var remote: RoutingContents {
        var part = RoutingContents()
        part.actions = actions.mapValues { $0.filter(\.isRemote) }.filter { !$0.value.isEmpty }
        part.fallbacks = fallbacks.filter { $0.value.access == .remote }
        part.fallback = fallback?.access == .remote ? fallback : nil
        part.routes = routes.filter(\.record.isRemote)
        part.components = components.mapValues { $0.filter(\.record.isRemote) }.filter { !$0.value.isEmpty }
        part.chains = chains.filter { part.components[$0.pattern.address] != nil }
        part.targets = targets.filter { target in
            let name = Name(target.declaration.name)
            return part.actions[name] != nil || part.fallbacks[name] != nil
        }
        return part
    }
}

extension ActionRecord {
    fileprivate var isRemote: Bool { access == .remote }
}

extension ActionDeclaration {
    fileprivate func record(_ module: String?, _ origin: Origin, isComponent: Bool = false) -> ActionRecord {
        ActionRecord(
            target: isComponent ? nil : target,
            name: isComponent ? "\(target)/\(name)" : name,
            access: access,
            body: body,
            module: module,
            origin: origin
        )
    }
}

extension RouteDeclaration {
    fileprivate func record(_ module: String?, _ origin: Origin) -> ActionRecord {
        ActionRecord(target: nil, name: pattern.text, access: access, body: body, module: module, origin: origin)
    }
}
