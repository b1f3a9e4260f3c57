// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// One URL that is being looked up; nothing is called.
struct URLLookup {
    let url: RoutedURL
    /// What a local caller gives beside the URL.
    let objects: [String: any Sendable]
    let routing: Routing
    /// Who opens it; nil for an outsider.
    var caller: Origin? { routing.caller }
    var table: RoutingTable { routing.table }
    /// What is found: for an outsider usually what is marked for them and nothing else.
    let directory: RoutingDirectory

    /// Finds where the URL leads.
    ///
    /// A service's own scheme comes first, then BeeHive's hosts where the scheme is accepted with them, then routes,
    /// chains, and targets.
    ///
    /// - Returns: What would be called.
    /// - Throws: ``HiveError``, in full; an outsider is told its kind only.
    func destination() throws -> Destination {
        if let service = directory.services[url.scheme] { return try .calls([serviceItself(service)]) }
        guard let traits = table.schemes[url.scheme] else { throw routing.unknownScheme(url) }
        guard !url.host.isEmpty else { throw error(.malformedURL, "The URL has no host.") }
        if url.hasEmptyPort, !traits.allowsColons {
            throw error(.malformedURL, "The URL has an empty port.")
        }
        if traits.forms.contains(.beeHive), let destination = try beeHive(traits) { return destination }
        if url.fragment != nil { throw error(.malformedURL, "The URL has a fragment.") }
        if let match = route(traits) {
            return .calls([try prepare(match.endpoint, .url(match.items + url.items, objects, table.limits))])
        }
        if let chain = directory.chains[url.address] { return try links(of: chain) }
        return try action(traits)
    }

    func error(_ code: HiveErrorCode, _ text: String) -> HiveError { HiveError(code, text, at: caller) }

    /// Throws when an outsider may not reach something.
    func checkAccess(_ endpoint: Endpoint) throws {
        guard caller == nil, endpoint.access != .remote else { return }
        throw HiveError(.notRemote, "\(endpoint.description), declared at \(endpoint.origin), is not marked .remote.")
    }

    /// Prepares a call; throws when an outsider may not make it.
    func prepare(_ endpoint: Endpoint, _ arguments: Arguments, component: String? = nil) throws -> PreparedCall {
        try checkAccess(endpoint)
        return PreparedCall(endpoint: endpoint, arguments: arguments, url: url, component: component)
    }

    /// `AProtocol://?name=value`.
    private func serviceItself(_ service: Target) throws -> PreparedCall {
        let isPlain = url.host.isEmpty && url.path.isEmpty && url.fragment == nil
        guard isPlain, let endpoint = service.serviceItself else {
            let text = "The scheme of the service \(service.name) is followed by ://?name=value, and nothing else."
            throw error(.unknownRoute, text)
        }
        return try prepare(endpoint, .url(url.items, objects, table.limits))
    }

    /// The route that the URL leads to.
    ///
    /// A route hides the action of its URL, in every form in which that can be written: with an empty port, and with
    /// colons after the action's name.
    private func route(_ traits: SchemeTraits) -> (endpoint: Endpoint, items: [RoutedURL.Item])? {
        let match = directory.routes.match(url.address, url.path)
        guard traits.allowsColons, url.path.count == 1, match?.items.isEmpty != true else {
            return match
        }
        let hiding = directory.routes.match(url.address, [url.path[0].head(before: ":")])
        return hiding?.items.isEmpty == true ? hiding : match
    }

    /// `scheme://target/action?name=value`.
    private func action(_ traits: SchemeTraits) throws -> Destination {
        guard url.path.count == 1 else {
            let text = "No route matches \(url.description.shownURL); an action's URL has one component."
            throw error(.unknownRoute, text)
        }
        var name = url.path[0]
        if traits.allowsColons { name = name.head(before: ":") }
        if name.isNative {
            let text = "\(url.host).\(name.shown) cannot be reached by a URL, because its name begins with native."
            throw error(.notRemote, text)
        }
        let target = try directory.target(host: url.host, caller)
        let arguments = Arguments.url(url.items, objects, table.limits)
        if let endpoint = target?.actions[Name(name)] { return .calls([try prepare(endpoint, arguments)]) }
        return routing.miss(url.host, target, name, arguments, url: url)
    }

    /// `scheme://host/first/second?params={json}`: the JSON has the parameters of each component under its name.
    private func links(of chain: Target) throws -> Destination {
        let links = try url.path.map { name in
            if let link = chain.actions[Name(name)] { return Component(key: name, endpoint: link) }
            // Outsiders get no suggestion, so none is searched for (C60, C61).
            let advice = caller == nil ? "" : chain.actionNames.advice(name)
            let text = "The chain \(chain.name), declared at \(chain.origin), has no component \(name.shown).\(advice)"
            throw error(.unknownRoute, text)
        }
        guard !links.isEmpty else {
            throw error(.unknownRoute, "The chain \(chain.name) needs a component.")
        }
        return try calls(of: links)
    }
}
