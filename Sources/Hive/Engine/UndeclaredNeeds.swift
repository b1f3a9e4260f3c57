// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// What a module has found of another one, which it does not say that it needs although it could (C62).
///
/// The stop, the drain and a restart go by what modules state, so they know nothing of it.
package struct UndeclaredNeed: Sendable {
    /// The name of the module that has looked.
    package let module: String
    /// The name of the module that registered the service.
    package let provider: String
    /// The service, for people.
    package let service: String
    /// Where the module looks it up.
    package let origin: Origin
    /// What is wrong, and what to write.
    package let problem: Problem
    fileprivate let pair: UndeclaredNeeds.Pair
}

/// Which modules have found something of each other, and which of them have not said so; each pair counts once.
struct UndeclaredNeeds {
    /// A module and another one of which it has found something, by their types.
    struct Pair: Hashable {
        let client: ObjectIdentifier
        let provider: ObjectIdentifier
    }

    /// The pairs that have been looked at.
    private var seen: Set<Pair> = []
    /// What modules say that they need; nil until somebody asks.
    fileprivate var graph: NeedGraph?
    /// How often that has been forgotten.
    fileprivate private(set) var generation = 0
    /// What was found, in that order.
    private(set) var found: [UndeclaredNeed] = []

    /// Whether nobody has looked at a pair yet, nor found it.
    mutating func isNew(_ pair: Pair) -> Bool {
        seen.insert(pair).inserted && !found.contains { $0.pair == pair }
    }

    /// Remembers what was found; says no where it is known already.
    mutating func add(_ need: UndeclaredNeed) -> Bool {
        if found.contains(where: { $0.pair == need.pair }) { return false }
        found.append(need)
        return true
    }

    /// Looks at every pair again from now on.
    mutating func forgetSeen() {
        (seen, graph) = ([], nil)
        generation += 1
    }
}

extension Engine {
    /// Tells of a service that a module has found, where it comes from a module that it does not say it needs, directly
    /// or not, although that would make no circle.
    ///
    /// - Complexity: O(1) for a pair of modules that was looked at before, else O(modules + needs).
    func note(_ use: FoundService) {
        guard let provider = services.owner(of: use.key.registered)?.module, provider != use.client,
            let client = modules.runtime(use.client)?.current, let maker = modules.runtime(provider)?.current,
            undeclaredNeeds.withLock({ $0.isNew(.init(client: client.id, provider: maker.id)) })
        else { return }
        let graph = knownNeedGraph()
        if graph.leads(from: client.id, to: maker.id) || graph.leads(from: maker.id, to: client.id) { return }
        let need = UndeclaredNeed(client, maker, use)
        if undeclaredNeeds.withLock({ $0.add(need) }) { warn(.configurationDoubtful(need.problem, in: client.name)) }
    }

    /// What modules have found of each other without saying that they need it, but for what they say by now, and, while
    /// the hive runs, for those that have gone.
    var needsToDeclare: [UndeclaredNeed] {
        let (found, stated, isRunning) = (undeclaredNeeds.withLock { $0.found }, needGraph(), state == .running)
        func isThere(_ id: ObjectIdentifier) -> Bool { !isRunning || state(of: id) != nil }
        return found.filter { need in
            !stated.leads(from: need.pair.client, to: need.pair.provider) && isThere(need.pair.client)
                && isThere(need.pair.provider)
        }
    }

    /// Looks anew at what modules find: there are others now, or they say otherwise what they need.
    func forgetUses() {
        undeclaredNeeds.withLock { $0.forgetSeen() }
        services.stripes.forgetClients()
    }

    /// What modules say that they need; made where that may have changed.
    private func knownNeedGraph() -> NeedGraph {
        let (graph, generation) = undeclaredNeeds.withLock { ($0.graph, $0.generation) }
        if let graph { return graph }
        let made = needGraph()
        // Somebody may have come meanwhile, who is not in it.
        undeclaredNeeds.withLock { if $0.generation == generation { $0.graph = made } }
        return made
    }

    private func needGraph() -> NeedGraph {
        NeedGraph(modules.inBootOrder(isRunning: false).map(\.current), services: registrations.listedServices)
    }
}

extension UndeclaredNeed {
    fileprivate init(_ client: ModuleDescriptor, _ maker: ModuleDescriptor, _ use: FoundService) {
        (module, provider, service, origin) = (client.name, maker.name, "\(use.key)", use.origin)
        pair = .init(client: client.id, provider: maker.id)
        let isProvided = maker.provides.contains { ObjectIdentifier($0) == use.key.id }
        let type = ServiceKey.name(of: use.key.type)
        let named = isProtocol(use.key.type) ? "(any \(type))" : type
        let need = isProvided ? ".service(\(named).self)" : ".module(\(maker.type).self)"
        problem = Problem(
            .warning,
            .undeclaredNeed,
            at: use.origin,
            """
            \(client.name) has found \(use.key), which \(maker.name) registered, and does not say that it needs it: \
            \(use.isField ? "the boot order does not heed" : "no stop, drain or restart heeds") that.
            """,
            remedy: """
                Write ModuleManifest(needs: [\(need)]) in \(client.name), or state it in modules.json or modules.plist.
                """
        )
    }
}
