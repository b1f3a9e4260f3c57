// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

extension URLLookup {
    /// Where a URL leads whose host is one of BeeHive's; nil for any other.
    func beeHive(_ traits: SchemeTraits) throws -> Destination? {
        switch url.host.lowercasedASCII {
        case "call.service.beehive":
            if url.fragment != nil { throw error(.malformedURL, "The URL has a fragment.") }
            return try services()
        case "jump.vc.beehive":
            guard caller != nil || traits.jumps == .remote else {
                throw error(.notRemote, "Jumps of the scheme \(url.scheme) are not marked .remote.")
            }
            return .jump(try jump(), url)
        case "register.beehive":
            let text = "A URL registers nothing: no type is looked up by a name that came from a URL."
            throw error(.notRemote, text)
        default:
            return nil
        }
    }

    /// `/Key.Protocol.method`, also several, each with its parameters under its key.
    private func services() throws -> Destination {
        let chain = directory.chains[url.address]
        let components = try url.path.map { component in
            let parts = component.parts(at: ".")
            if let link = chain?.actions[Name(parts[0])] { return Component(key: parts[0], endpoint: link) }
            guard parts.count == 3 else {
                let text = "\(component.shown) is no Key.Protocol.method, and no component of that name is declared."
                throw error(.unknownRoute, text)
            }
            return try method(parts, component)
        }
        guard !components.isEmpty else { throw error(.unknownRoute, "The URL names no method.") }
        return try calls(of: components)
    }

    private func method(_ parts: [String], _ component: String) throws -> Component {
        let method = parts[2].head(before: ":")
        guard !method.isNative else { throw error(.notRemote, "\(component.shown) cannot be reached by a URL.") }
        // A route hides an action in this form as well.
        if let match = directory.routes.match(url.address(parts[1]), [method]) {
            return Component(key: parts[0], endpoint: match.endpoint, items: match.items)
        }
        let target = try directory.target(host: parts[1], caller)
        if let action = target?.actions[Name(method)] { return Component(key: parts[0], endpoint: action) }
        throw routing.missing(parts[1], target, method)
    }

    private func jump() throws -> Jump {
        let parameters = try json()
        let pages = url.path.map { component in
            let parts = component.parts(at: ".")
            return Jump.Page(
                key: parts[0],
                service: parts.count > 1 ? parts[1] : nil,
                style: parts.count > 2 ? parts[2] : url.fragment,
                parameters: parameters.json(parts[0])?.value ?? [:]
            )
        }
        guard !pages.isEmpty else { throw error(.unknownRoute, "The URL names no page.") }
        try checkKeys(parameters, pages.map(\.key))
        return Jump(pages: pages, isRemote: caller == nil)
    }
}
