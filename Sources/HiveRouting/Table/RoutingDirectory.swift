// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// What one kind of caller finds: insiders everything, outsiders what is marked for them.
///
/// Outsiders have a directory of their own, so that a lookup for them never meets what is not marked: it looks like
/// what does not exist, by the answer and by the time that it takes (C60).
final class RoutingDirectory: Sendable {
    let targets: [Target]
    let targetNames: KnownNames
    /// Targets by their names, and by the last part of qualified ones.
    private let byName: [Name: [Target]]
    /// The same in small letters, as hosts are compared.
    private let byHost: [Name: [Target]]
    /// Exported services by scheme.
    let services: [String: Target]
    /// The fallback of all targets.
    let fallback: Fallback?
    let routes: RouteTree
    /// Chains by scheme and host.
    let chains: [String: Target]

    init(
        targets: [Target],
        fallback: Fallback? = nil,
        routes: [RouteTree.Route] = [],
        chains: [String: Target] = [:]
    ) {
        self.targets = targets
        targetNames = KnownNames(targets.map(\.name))
        byName = Self.index(targets) { $0 }
        byHost = Self.index(targets, by: \.lowercasedASCII)
        let exported = targets.compactMap { target in
            target.serviceItself == nil ? nil : target.scheme.map { ($0, target) }
        }
        services = Dictionary(exported) { first, _ in first }
        self.fallback = fallback
        self.routes = RouteTree(routes)
        self.chains = chains
    }

    /// The part that is marked for outsiders; a target or a chain is in it when something of it is.
    var remote: RoutingDirectory {
        RoutingDirectory(
            targets: targets.map(\.remote).filter { !$0.isEmpty },
            fallback: fallback?.access == .remote ? fallback : nil,
            routes: routes.all.filter { $0.endpoint.access == .remote },
            chains: chains.mapValues(\.remote).filter { !$0.value.isEmpty }
        )
    }

    /// Targets by a form of their names and of the last part; where a whole name is meant, last parts do not count.
    private static func index(_ targets: [Target], by form: (String) -> String) -> [Name: [Target]] {
        let whole = Dictionary(grouping: targets) { Name(form($0.name)) }
        return whole.merging(Dictionary(grouping: targets) { Name(form($0.name.lastPart)) }) { whole, _ in whole }
    }

    /// Finds a target by its full name, or by the last part of it where only one target has that.
    ///
    /// - Complexity: O(n) in the length of the name.
    func target(_ name: String, _ caller: Origin?) throws -> Target? { try only(byName[Name(name)], name, caller) }

    /// Finds a target by the host of a URL, whose case does not count.
    ///
    /// - Complexity: O(n) in the length of the host.
    func target(host: String, _ caller: Origin?) throws -> Target? {
        // An insider may mean a target by its exact name beside others that differ in case only.
        if caller != nil, let exact = try target(host, caller) { return exact }
        return try only(byHost[Name(host.lowercasedASCII)], host, caller)
    }

    /// The one target that a name may mean; nil where there is none.
    private func only(_ candidates: [Target]?, _ name: String, _ caller: Origin?) throws -> Target? {
        guard let candidates, candidates.count > 1 else { return candidates?.first }
        let shown = candidates.prefix(5).map { "\($0.name) (\($0.origin))" }.sorted().joined(separator: " or ")
        let rest = candidates.count > 5 ? " or \(candidates.count - 5) more" : ""
        let text = "\(name.shown) may mean \(shown)\(rest). Write the whole name."
        throw HiveError(.ambiguousTarget, text, at: caller)
    }
}
