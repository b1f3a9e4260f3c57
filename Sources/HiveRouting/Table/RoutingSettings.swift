// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// How URLs of one scheme are understood.
struct SchemeTraits: Sendable {
    private var forms: Set<URLForm> = []
    private(set) var jumps = Access.local
    /// The forms that have hosts of their own, in the order of their names.
    private(set) var formsWithHosts: [URLForm] = []
    /// Whether a form writes colons as Objective-C's selectors do.
    private(set) var allowsColons = false

    mutating func add(_ more: Set<URLForm>, jumps: Access) {
        forms.formUnion(more)
        formsWithHosts = forms.filter { $0.rules.destination != nil }.sorted { $0.description < $1.description }
        allowsColons = forms.contains(where: \.rules.allowsColons)
        if jumps == .remote { self.jumps = .remote }
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
            schemes[scheme.lowercasedASCII, default: SchemeTraits()].add(Set(forms), jumps: .local)
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
