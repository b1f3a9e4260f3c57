// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// A pattern such as `shop://orders/:id`, taken apart.
struct RoutePattern: Sendable {
    enum Component {
        case literal(String)
        case parameter(String)
        /// Everything that follows, at least one component.
        case rest(String)
    }

    let text: String
    /// Scheme and host.
    let address: String
    let components: [Component]

    init(_ text: String, at origin: Origin) throws {
        func invalid(_ reason: String) -> HiveError { Self.invalid(text, reason, origin) }
        let parts = text.parts(at: "/")
        guard parts.count > 2, parts[0].unicodeScalars.last == ":", parts[1].isEmpty else {
            throw invalid("it has to begin with scheme://host")
        }
        self.text = text
        // Only ASCII letters are lowered: otherwise the Kelvin sign would become a k.
        let scheme = String(parts[0].unicodeScalars.dropLast()).lowercasedASCII
        let host = parts[2].lowercasedASCII
        guard scheme.isScheme else { throw invalid("it does not begin with a URL scheme") }
        guard host.isHost else { throw invalid("its host has to be letters, digits, -, . and _") }
        address = "\(scheme)://\(host)"
        components = try parts.dropFirst(3).map { part in
            if let name = part.without(beginning: ":") ?? part.without(beginning: "*") {
                guard !name.isEmpty else { throw invalid("a parameter has no name") }
                return part.begins(with: ":") ? .parameter(name) : .rest(name)
            }
            guard !part.isEmpty, part != ".", part != ".." else {
                throw invalid("a component is empty or leads elsewhere")
            }
            guard !part.utf8.contains(where: { $0 == 0x3F || $0 == 0x23 }) else {
                throw invalid("it has a ? or a #; name the query's items beside it")
            }
            return .literal(part)
        }
        for case .rest in components.dropLast() { throw invalid("*name has to be the last component") }
        if Set(names).count < names.count { throw invalid("it has a name twice") }
    }

    static func invalid(_ text: String, _ reason: String, _ origin: Origin) -> HiveError {
        HiveError(.invalidRoute, "The pattern \(text.shown) cannot be bound: \(reason).", at: origin)
    }

    /// The names of the parameters in the path.
    var names: [String] {
        components.compactMap { component in
            switch component {
            case .literal: nil
            case .parameter(let name), .rest(let name): name
            }
        }
    }

    /// A key that is equal for two patterns that match the same URLs.
    var key: String {
        let shape = components.map { component in
            switch component {
            case .literal(let text): "/\(text)"
            case .parameter: "/:"
            case .rest: "/*"
            }
        }
        return "the route \(address)\(shape.joined())"
    }
}
