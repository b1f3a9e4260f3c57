// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// How URLs of one scheme are understood.
struct SchemeTraits: Sendable {
    var forms: Set<URLForm>
    /// Whether outsiders may make a ``Jump``.
    var jumps: Access

    /// Whether the host may end in an empty port, and an action's name in colons, `method:argument:`, which count for
    /// nothing.
    var allowsColons: Bool { forms.contains(.moduleProtocolMediator) }

    /// The traits of a scheme that is accepted twice, in code and in the configuration.
    func merged(with other: SchemeTraits) -> SchemeTraits {
        SchemeTraits(forms: forms.union(other.forms), jumps: jumps == .remote ? jumps : other.jumps)
    }
}

/// What the configuration says about routing, under `routing`.
struct RoutingSettings {
    var schemes: [String: SchemeTraits] = [:]
    /// The limits that code states.
    var stated = URLLimits()
    private let configured: Values.Limits?

    private struct Values: Decodable {
        var schemes: [String]?
        var forms: [String]?
        var limits: Limits?

        struct Limits: Decodable {
            var bytes: Int?
            var components: Int?
            var items: Int?
            var valueBytes: Int?
            var depth: Int?
            var elements: Int?
        }
    }

    init(_ values: ConfigurationValues) throws {
        let values = try values.decode(Values.self, at: "routing")
        configured = values.limits
        if let problem = limits.problem { throw HiveError(.invalidValue, "routing.limits.\(problem).") }
        let forms = try (values.forms ?? []).map { name in
            if let form = URLForm.all.first(where: { $0.description == name }) { return form }
            let known = URLForm.all.map(\.description).joined(separator: ", ")
            throw HiveError(.invalidValue, "\(name.shown) under routing.forms is none of \(known).")
        }
        for scheme in values.schemes ?? [] {
            guard scheme.isScheme else {
                throw HiveError(.invalidValue, "\(scheme.shown) under routing.schemes is no URL scheme.")
            }
            schemes[scheme.lowercasedASCII] = SchemeTraits(forms: Set(forms), jumps: .local)
        }
    }

    /// The settings that apply: those of the configuration, and of the code where it says nothing.
    var limits: URLLimits {
        var limits = stated
        limits.bytes = configured?.bytes ?? limits.bytes
        limits.components = configured?.components ?? limits.components
        limits.items = configured?.items ?? limits.items
        limits.valueBytes = configured?.valueBytes ?? limits.valueBytes
        limits.depth = configured?.depth ?? limits.depth
        limits.elements = configured?.elements ?? limits.elements
        return limits
    }
}
