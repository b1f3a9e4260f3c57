// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// A target, with everything that was registered for it.
final class TargetRecord: Sendable {
    let declaration: TargetDeclaration
    let module: String?
    let origin: Origin
    let actions: [String: ActionRecord]
    /// What an exported service's own scheme leads to; no name does.
    let serviceItself: ActionRecord?
    let fallback: FallbackRecord?

    init(
        _ declaration: TargetDeclaration,
        _ module: String?,
        _ origin: Origin,
        _ actions: [String: ActionRecord],
        _ fallback: FallbackRecord?
    ) {
        self.declaration = declaration
        self.module = module
        self.origin = origin
        var actions = actions
        serviceItself = actions.removeValue(forKey: ActionDeclaration.serviceItself)
        self.actions = actions
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
    var components: [String: ActionRecord] = [:]
}

/// Everything that was registered for routing, arranged so that a call finds it at once; it never changes.
final class RoutingTable: Sendable {
    let targets: [String: TargetRecord]
    /// Targets by the last part of a qualified name.
    let shortNames: [String: [TargetRecord]]
    /// Targets by name in small letters, as hosts are compared.
    let hosts: [String: [TargetRecord]]
    /// Exported services by scheme.
    let services: [String: TargetRecord]
    let fallback: FallbackRecord?
    /// In the order in which they were registered; the last one is outermost.
    let interceptors: [Interceptor]
    let routes: RouteTree
    /// Chains by scheme and host.
    let chains: [String: ChainRecord]
    let schemes: [String: SchemeTraits]
    let limits: URLLimits

    init(_ records: [RegistryRecord<RoutingEntry>], in context: HiveContext) throws {
        var settings = try RoutingSettings(context.values)
        var declared: [(TargetDeclaration, String?, Origin)] = []
        var actions: [String: [String: ActionRecord]] = [:]
        var fallbacks: [String: FallbackRecord] = [:]
        var fallback: FallbackRecord?
        var interceptors: [Interceptor] = []
        var routes = RouteTree()
        var chains: [String: ChainRecord] = [:]
        for record in records {
            let (module, origin) = (record.module, record.entry.origin)
            switch record.entry.kind {
            case .target(let target):
                declared.append((target, module, origin))
            case .action(let action):
                actions[action.target, default: [:]][action.name] = action.record(module, origin)
            case .fallback(let target?, let access, let answer):
                fallbacks[target] = FallbackRecord(access: access, answer: answer)
            case .fallback(nil, let access, let answer):
                fallback = FallbackRecord(access: access, answer: answer)
            case .interceptor(let interceptor):
                interceptors.append(interceptor)
            case .route(let route):
                routes.insert(route, module, origin)
            case .chain(let pattern):
                chains[pattern.address] = ChainRecord(pattern: pattern, module: module, origin: origin)
            case .component(let chain, let component):
                chains[chain]?.components[component.name] = component.record(module, origin, isComponent: true)
            case .scheme(let scheme, let forms, let jumps):
                settings.schemes[scheme, default: SchemeTraits()].add(forms, jumps: jumps)
            case .limits(let limits):
                settings.stated = limits
            case .reservation:
                break
            }
        }
        let records = declared.map { target, module, origin in
            TargetRecord(target, module, origin, actions[target.name] ?? [:], fallbacks[target.name])
        }
        targets = Dictionary(records.map { ($0.name, $0) }) { first, _ in first }
        shortNames = Dictionary(grouping: records) { $0.name.lastPart }
        hosts = Dictionary(grouping: records) { $0.name.lowercased() }
        let exported = records.compactMap { record in record.declaration.scheme.map { ($0, record) } }
        services = Dictionary(exported) { first, _ in first }
        if let both = services.first(where: { settings.schemes[$0.key] != nil }) {
            let text = """
                The URL scheme \(both.key) is listed in the configuration, and leads to the service that is exported at \
                \(both.value.origin). Remove it from the list, or give the service another scheme.
                """
            throw HiveError(.duplicateEntry, text, at: both.value.origin)
        }
        self.fallback = fallback
        self.interceptors = interceptors
        self.routes = routes
        self.chains = chains
        schemes = settings.schemes
        limits = settings.limits
    }

    /// Finds a target by its full name, or by the last part of it where only one target has that.
    func target(_ name: String, _ caller: @autoclosure () -> Origin?) throws -> TargetRecord? {
        if let target = targets[name] { return target }
        guard let candidates = shortNames[name] else { return nil }
        if candidates.count == 1 { return candidates[0] }
        let list = candidates.map { "\($0.name) (\($0.origin))" }.sorted().joined(separator: " or ")
        let text = "\(name.shown) may mean \(list). Write the whole name."
        throw HiveError(.ambiguousTarget, text, at: caller())
    }

    /// Finds a target by the host of a URL, whose case does not count.
    func target(host: String, isRemote: Bool) throws -> TargetRecord? {
        if !isRemote, let exact = try target(host, nil) { return exact }
        let lower = host.lowercased()
        let candidates = hosts[lower] ?? shortNames.filter { $0.key.lowercased() == lower }.flatMap(\.value)
        let reachable = isRemote ? candidates.filter(\.isReachable) : candidates
        if reachable.count <= 1 { return reachable.first ?? candidates.first }
        let list = reachable.map { "\($0.name) (\($0.origin))" }.sorted().joined(separator: " or ")
        throw HiveError(.ambiguousTarget, "The host \(host.shown) may mean \(list).")
    }
}

extension TargetRecord {
    /// Whether a URL from outside may reach anything of it.
    fileprivate var isReachable: Bool {
        if fallback?.access == .remote || serviceItself?.access == .remote { return true }
        return actions.values.contains { $0.access == .remote }
    }
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

extension String {
    /// What follows the last dot.
    var lastPart: String { split(separator: ".").last.map { String($0) } ?? self }
}
