// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

extension URLForm {
    /// BeeHive's: `scheme://call.service.beehive/Key.Protocol.method?params={json}`, with several components run one
    /// after the other, and `jump.vc.beehive`, which becomes a ``Jump``.
    ///
    /// `register.beehive` is never answered: no type is looked up by a name from a URL.
    public static let beeHive = URLForm(
        description: "beeHive",
        rules: Rules { lookup, traits in try lookup.beeHive(traits) }
    )
}

extension URLLookup {
    /// BeeHive's own hosts; nil for any other.
    fileprivate func beeHive(_ traits: SchemeTraits) throws -> Destination? {
        switch url.host.lowercasedASCII {
        case "call.service.beehive":
            if url.fragment != nil { throw error(.malformedURL, "The URL has a fragment.") }
            return .calls(try services())
        case "jump.vc.beehive":
            guard caller != nil || traits.jumps == .remote else {
                throw error(.notRemote, "Jumps of the scheme \(url.scheme) are not marked .remote.")
            }
            return .event(try jump(), url, caller)
        case "register.beehive":
            let text = "A URL registers nothing: no type is looked up by a name that came from a URL."
            throw error(.notRemote, text)
        default:
            return nil
        }
    }

    /// What one component of the path leads to.
    private struct Component {
        let key: String
        let record: ActionRecord
        /// Parameters that stand in the path.
        var items: [RoutedURL.Item] = []
    }

    /// `/Key.Protocol.method`, also several, each with its parameters under its key.
    private func services() throws -> [PreparedCall] {
        let chain = directory.chains[url.address]
        let components = try url.path.map { component in
            let parts = component.parts(at: ".")
            if let record = chain?.components[Name(parts[0])] { return Component(key: parts[0], record: record) }
            guard parts.count == 3 else {
                let text = "\(component.shown) is no Key.Protocol.method, and no component of that name is declared."
                throw error(.unknownRoute, text)
            }
            return try method(parts, component)
        }
        guard !components.isEmpty else { throw error(.unknownRoute, "The URL names no method.") }
        for component in components { try checkAccess(component.record) }
        let parameters = try componentParameters()
        return try components.map { component in
            let arguments = try parameters(component.key).adding(component.items, table.limits)
            return try prepare(component.record, arguments, component: component.key)
        }
    }

    private func method(_ parts: [String], _ component: String) throws -> Component {
        let method = parts[2].head(before: ":")
        guard !method.isNative else { throw error(.notRemote, "\(component.shown) cannot be reached by a URL.") }
        // A route hides an action in this form as well.
        if let match = directory.routes.match(url.address(parts[1]), [method]) {
            return Component(key: parts[0], record: match.route, items: match.items)
        }
        let target = try directory.target(host: parts[1], caller)
        if let record = target?.actions[Name(method)] { return Component(key: parts[0], record: record) }
        let owner = target?.name ?? parts[1]
        let known = target.map { advice(method, $0.actionNames) } ?? advice(parts[1], directory.targetNames)
        let code: HiveError.Code = target == nil ? .unknownTarget : .unknownAction
        throw error(code, "\(owner.shown) has no method \(method.shown).\(known)")
    }

    private func jump() throws -> Jump {
        let parameters = try json() ?? JSONObject()
        let pages = url.path.map { component in
            let parts = component.parts(at: ".")
            return Jump.Page(
                key: parts[0],
                service: parts.count > 1 ? parts[1] : nil,
                style: parts.count > 2 ? parts[2] : url.fragment,
                parameters: parameters.entries.value(spelt: parts[0])?.value ?? [:]
            )
        }
        guard !pages.isEmpty else { throw error(.unknownRoute, "The URL names no page.") }
        try checkKeys(parameters, pages.map(\.key))
        return Jump(pages: pages, isRemote: caller == nil)
    }
}

extension Arguments {
    /// The arguments, together with those in the path of a URL.
    fileprivate func adding(_ items: [RoutedURL.Item], _ limits: URLLimits) -> Arguments {
        guard !items.isEmpty else { return self }
        let texts = items.map { Argument(name: $0.name, source: .text($0.text)) }
        switch self {
        case .objects(let objects):
            return .given(texts + objects.map { Argument(name: $0, source: .object($1)) }, limits: limits)
        case .given(let arguments, _): return .given(texts + arguments, limits: limits)
        case .value, .read: return self
        }
    }
}
