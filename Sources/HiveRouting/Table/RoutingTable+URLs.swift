// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// Where a URL leads.
enum Destination {
    /// Calls that are made one after the other; the last one's result is the answer.
    case calls([PreparedCall])
    case jump(Jump)
    /// Nothing but a fallback may answer.
    case fallback(TargetRecord?, RoutedCall, else: HiveError)
}

extension RoutingTable {
    /// Finds where a URL leads, and calls nobody.
    ///
    /// A service's own scheme comes first, then BeeHive's hosts where the scheme is accepted with them, then routes,
    /// chains, and targets.
    ///
    /// - Parameters:
    ///   - text: The URL.
    ///   - objects: What a local caller gives beside it.
    ///   - caller: Who opens the URL; nil for an outsider.
    ///   - host: Says which module has taken something with it.
    /// - Returns: What would be called.
    /// - Throws: ``HiveError``, in full; an outsider is told its kind only.
    func destination(
        _ text: String,
        _ objects: [String: any Sendable],
        _ caller: Origin?,
        _ host: any RoutingHost
    ) throws -> Destination {
        let url = try RoutedURL(text, limits: limits)
        let request = Request(url: url, objects: objects, caller: caller, host: host)
        if let service = services[url.scheme] { return try .calls([serviceItself(service, request)]) }
        guard let traits = schemes[url.scheme] else {
            let advice = Spelling.advice(url.scheme, among: schemes.keys)
            let text = "Nobody has accepted the scheme \(url.scheme.shown).\(advice)"
            throw HiveError(.unknownScheme, text, at: caller)
        }
        guard !url.host.isEmpty else { throw HiveError(.malformedURL, "The URL has no host.", at: caller) }
        if url.hasEmptyPort, !traits.forms.contains(.moduleProtocolMediator) {
            throw HiveError(.malformedURL, "The URL has an empty port.", at: caller)
        }
        if traits.forms.contains(.beeHive), let destination = try beeHive(request, traits) { return destination }
        if url.fragment != nil { throw HiveError(.malformedURL, "The URL has a fragment.", at: caller) }
        if !url.hasEmptyPort, let match = routes.match(url) {
            return .calls([try request.call(match.route, match.items + url.items, objects)])
        }
        if !chains.isEmpty, let chain = chains[url.address] { return try links(of: chain, request) }
        return try action(request, traits)
    }

    /// One URL that is being looked up.
    struct Request {
        let url: RoutedURL
        let objects: [String: any Sendable]
        let caller: Origin?
        let host: any RoutingHost

        var isRemote: Bool { caller == nil }

        func call(
            _ record: ActionRecord,
            _ items: [RoutedURL.Item],
            _ objects: [String: any Sendable]
        ) throws -> PreparedCall {
            try prepare(record, .url(items, objects: objects))
        }

        /// Makes a call ready, unless an outsider may not make it.
        func prepare(_ record: ActionRecord, _ arguments: Arguments, component: String? = nil) throws -> PreparedCall {
            if isRemote, record.access != .remote {
                let text = "\(record.description), declared at \(record.origin), is not marked .remote."
                throw HiveError(.notRemote, text)
            }
            return PreparedCall(record: record, arguments: arguments, url: url, component: component)
        }
    }

    /// `AProtocol://?name=value`.
    private func serviceItself(_ service: TargetRecord, _ request: Request) throws -> PreparedCall {
        let url = request.url
        let isPlain = url.host.isEmpty && url.path.isEmpty && url.fragment == nil
        guard isPlain, let record = service.serviceItself else {
            let text = "The scheme of the service \(service.name) is followed by ://?name=value, and nothing else."
            throw HiveError(.unknownRoute, text, at: request.caller)
        }
        return try request.call(record, url.items, request.objects)
    }

    /// `scheme://target/action?name=value`.
    private func action(_ request: Request, _ traits: SchemeTraits) throws -> Destination {
        let (url, caller) = (request.url, request.caller)
        guard url.path.count == 1 else {
            let text = "No route matches \(url.description.shown); an action's URL has one component."
            throw HiveError(.unknownRoute, text, at: caller)
        }
        var name = url.path[0]
        if traits.forms.contains(.moduleProtocolMediator), let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) {
            name = String(name[..<colon])
        }
        let target = try target(host: url.host, isRemote: request.isRemote)
        if name.isNative {
            let text = "\(url.host).\(name) cannot be reached by a URL, because its name begins with native."
            throw HiveError(.notRemote, text, at: caller)
        }
        if let record = target?.actions[name] {
            return .calls([try request.call(record, url.items, request.objects)])
        }
        let call = RoutedCall(
            target: target?.name ?? url.host,
            action: name,
            route: nil,
            url: url,
            caller: caller,
            arguments: .url(url.items, objects: request.objects)
        )
        return .fallback(target, call, else: request.host.missing(url.host, name, target, self, caller))
    }

    /// `scheme://host/first/second?params={json}`: the JSON has the parameters of each component under its name.
    private func links(of chain: ChainRecord, _ request: Request) throws -> Destination {
        let parameters = try componentParameters(request)
        let calls = try request.url.path.map { name in
            guard let record = chain.components[name] else {
                let advice = Spelling.advice(name, among: chain.components.keys)
                let known = "The chain \(chain.pattern.text), declared at \(chain.origin)"
                let text = "\(known), has no component \(name.shown).\(advice)"
                throw HiveError(.unknownRoute, text, at: request.caller)
            }
            return try request.prepare(record, parameters(name), component: name)
        }
        guard !calls.isEmpty else {
            throw HiveError(.unknownRoute, "The chain \(chain.pattern.text) needs a component.", at: request.caller)
        }
        return .calls(calls)
    }
}

extension RoutingTable {
    /// BeeHive's own hosts; nil for any other.
    private func beeHive(_ request: Request, _ traits: SchemeTraits) throws -> Destination? {
        let url = request.url
        switch url.host.lowercasedASCII {
        case "call.service.beehive":
            if url.fragment != nil { throw HiveError(.malformedURL, "The URL has a fragment.", at: request.caller) }
            return .calls(try services(request))
        case "jump.vc.beehive":
            return .jump(try jump(request, traits))
        case "register.beehive":
            let text = "A URL registers nothing: no type is looked up by a name that came from a URL."
            throw HiveError(.notRemote, text, at: request.caller)
        default:
            return nil
        }
    }

    /// `/Key.Protocol.method`, also several, each with its parameters under its key.
    private func services(_ request: Request) throws -> [PreparedCall] {
        let parameters = try componentParameters(request)
        let chain = chains[request.url.address]
        let calls = try request.url.path.map { component in
            let parts = component.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
            if let record = chain?.components[parts[0]] {
                return try request.prepare(record, parameters(parts[0]), component: parts[0])
            }
            guard parts.count == 3 else {
                let text = "\(component.shown) is no Key.Protocol.method, and no component of that name is declared."
                throw HiveError(.unknownRoute, text, at: request.caller)
            }
            let target = try target(host: parts[1], isRemote: request.isRemote)
            let method = String(parts[2].prefix { $0 != ":" })
            guard !method.isNative else {
                throw HiveError(.notRemote, "\(component.shown) cannot be reached by a URL.", at: request.caller)
            }
            guard let record = target?.actions[method] else {
                throw request.host.missing(parts[1], method, target, self, request.caller)
            }
            return try request.prepare(record, parameters(parts[0]), component: parts[0])
        }
        guard !calls.isEmpty else {
            throw HiveError(.unknownRoute, "The URL names no method.", at: request.caller)
        }
        return calls
    }

    private func jump(_ request: Request, _ traits: SchemeTraits) throws -> Jump {
        if request.isRemote, traits.jumps != .remote {
            throw HiveError(.notRemote, "Jumps of the scheme \(request.url.scheme) are not marked .remote.")
        }
        let parameters = try json(request) ?? [:]
        let pages = request.url.path.map { component in
            let parts = component.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
            return Jump.Page(
                key: parts[0],
                service: parts.count > 1 ? parts[1] : nil,
                style: parts.count > 2 ? parts[2] : request.url.fragment,
                parameters: parameters[parts[0]] ?? [:]
            )
        }
        guard !pages.isEmpty else { throw HiveError(.unknownRoute, "The URL names no page.", at: request.caller) }
        try checkKeys(parameters, pages.map(\.key), request)
        return Jump(pages: pages, isRemote: request.isRemote)
    }

    /// Hands out the parameters of each component, once it is clear that all of them belong to one.
    private func componentParameters(_ request: Request) throws -> (String) throws -> Arguments {
        let json = try json(request)
        let keys = request.url.path.map { String($0.prefix { $0 != "." }) }
        try checkKeys(json ?? [:], keys, request)
        if let stranger = request.objects.keys.filter({ !keys.contains($0) }).sorted().first {
            throw HiveError(.parameterMismatch, "There is no component \(stranger.shown) to give parameters to.")
        }
        return { key in
            let objects = try request.objects[key].map { object in
                if let objects = object as? [String: any Sendable] { return objects }
                let text = "What is given beside the URL for \(key.shown) has to be a dictionary."
                throw HiveError(.parameterMismatch, text, at: request.caller)
            }
            guard let objects else { return .tree(try Self.dictionary(json?[key], key, request)) }
            guard json?[key] == nil else {
                let text = "The parameters of \(key.shown) are given in the URL and beside it."
                throw HiveError(.parameterMismatch, text, at: request.caller)
            }
            return .objects(objects)
        }
    }

    private static func dictionary(
        _ value: ConfigurationValue?,
        _ key: String,
        _ request: Request
    ) throws -> [String: ConfigurationValue] {
        guard let value else { return [:] }
        if case .dictionary(let entries) = value { return entries }
        let text = "The parameters of \(key.shown) have to be a JSON object, and are \(value.shown)."
        throw HiveError(.parameterMismatch, text, at: request.caller)
    }

    private func checkKeys(_ json: [String: ConfigurationValue], _ keys: [String], _ request: Request) throws {
        guard let stranger = json.keys.filter({ !keys.contains($0) }).sorted().first else { return }
        let text = "The URL has parameters for \(stranger.shown), which is none of its components."
        throw HiveError(.parameterMismatch, text, at: request.caller)
    }

    /// The one item that these forms have, `params`, as a JSON object.
    private func json(_ request: Request) throws -> [String: ConfigurationValue]? {
        let items = request.url.items
        guard let item = items.first else { return nil }
        guard items.count == 1, item.name == "params" else {
            let text = "The query has to be params={json}, and nothing else."
            throw HiveError(.parameterMismatch, text, at: request.caller)
        }
        let limits = JSONReader.Limits(depth: limits.depth, items: limits.elements)
        do {
            if case .dictionary(let entries) = try JSONReader.read(item.text, limits: limits) { return entries }
        } catch let error as HiveError where error.code == .invalidValue {
            throw HiveError(.parameterMismatch, error.message, at: request.caller)
        }
        throw HiveError(.parameterMismatch, "params has to be a JSON object.", at: request.caller)
    }
}
