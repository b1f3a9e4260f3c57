// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// What one kind of caller finds: insiders everything, outsiders what is marked for them.
///
/// Outsiders have a directory of their own, so that a lookup for them never meets what is not marked: it looks like
/// what does not exist, by the answer and by the time that it takes (C60).
final class RoutingDirectory: Sendable {
    let targets: [Name: TargetRecord]
    let targetNames: KnownNames
    /// Targets by the last part of a qualified name.
    private let shortNames: [Name: [TargetRecord]]
    /// Targets by name in small letters, as hosts are compared.
    private let hosts: [Name: [TargetRecord]]
    /// Targets by the last part of a qualified name, in small letters.
    private let shortHosts: [Name: [TargetRecord]]
    /// Exported services by scheme.
    let services: [String: TargetRecord]
    let fallback: FallbackRecord?
    let routes: RouteTree
    /// Chains by scheme and host.
    let chains: [String: ChainRecord]

    init(_ contents: RoutingContents) {
        let records = contents.targets.map { target in
            let name = Name(target.declaration.name)
            let actions = contents.actions[name] ?? []
            return TargetRecord(target.declaration, target.module, target.origin, actions, contents.fallbacks[name])
        }
        targets = Dictionary(records.map { (Name($0.name), $0) }) { first, _ in first }
        targetNames = KnownNames(records.map(\.name))
        shortNames = Dictionary(grouping: records) { Name($0.name.lastPart) }
        hosts = Dictionary(grouping: records) { Name($0.name.lowercasedASCII) }
        shortHosts = Dictionary(grouping: records) { Name($0.name.lastPart.lowercasedASCII) }
        let exported = records.compactMap { record -> (String, TargetRecord)? in
            guard let scheme = record.declaration.scheme, record.serviceItself != nil else { return nil }
            return (scheme, record)
        }
        services = Dictionary(exported) { first, _ in first }
        fallback = contents.fallback
        var routes = RouteTree()
        for route in contents.routes { routes.insert(route.pattern, route.record) }
        self.routes = routes
        let chains = contents.chains.map { chain in
            let components = contents.components[chain.pattern.address] ?? []
            return ChainRecord(
                pattern: chain.pattern,
                module: chain.module,
                origin: chain.origin,
                components: Dictionary(components.map { (Name($0.name), $0.record) }) { first, _ in first },
                componentNames: KnownNames(components.map(\.name))
            )
        }
        self.chains = Dictionary(chains.map { ($0.pattern.address, $0) }) { first, _ in first }
    }

    /// Finds a target by its full name, or by the last part of it where only one target has that.
    ///
    /// - Complexity: O(n) in the length of the name.
    func target(_ name: String, _ caller: @autoclosure () -> Origin?) throws -> TargetRecord? {
        if let target = targets[Name(name)] { return target }
        guard let candidates = shortNames[Name(name)] else { return nil }
        if candidates.count == 1 { return candidates[0] }
        throw Self.ambiguous(name, candidates, caller())
    }

    /// Finds a target by the host of a URL, whose case does not count.
    ///
    /// - Complexity: O(n) in the length of the host.
    func target(host: String, _ caller: Origin?) throws -> TargetRecord? {
        // An insider may mean a target by its exact name beside others that differ in case only.
        if caller != nil, let exact = try target(host, caller) { return exact }
        let lower = Name(host.lowercasedASCII)
        guard let candidates = hosts[lower] ?? shortHosts[lower] else { return nil }
        if candidates.count == 1 { return candidates[0] }
        throw Self.ambiguous(host, candidates, caller)
    }

    private static func ambiguous(_ name: String, _ candidates: [TargetRecord], _ caller: Origin?) -> HiveError {
        let shown = candidates.prefix(5).map { "\($0.name) (\($0.origin))" }.sorted().joined(separator: " or ")
        let rest = candidates.count > 5 ? " or \(candidates.count - 5) more" : ""
        return HiveError(.ambiguousTarget, "\(name.shown) may mean \(shown)\(rest). Write the whole name.", at: caller)
    }
}
