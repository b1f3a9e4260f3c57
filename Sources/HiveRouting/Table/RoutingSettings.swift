// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// A further way to write URLs, understood where a scheme is accepted with it.
///
/// `scheme://target/action?name=value`, which is CTMediator's, and the application's own patterns are always understood.
public struct URLForm: Hashable, Sendable, CustomStringConvertible {
    /// The form's name, as the configuration spells it.
    public let description: String

    /// BeeHive's: `scheme://call.service.beehive/Key.Protocol.method?params={json}`, with several components run one
    /// after the other, and `jump.vc.beehive`, which becomes a ``Jump``.
    ///
    /// `register.beehive` is never answered: no type is looked up by a name from a URL.
    public static let beeHive = URLForm(description: "beeHive")
    /// ModuleProtocolMediator's: `scheme://Protocol:/method:argument:?name=value`, its colons also percent-encoded.
    public static let moduleProtocolMediator = URLForm(description: "moduleProtocolMediator")

    static let all = [beeHive, moduleProtocolMediator]
}

/// How URLs of one scheme are understood.
struct SchemeTraits: Sendable {
    var forms: Set<URLForm> = []
    var jumps = Access.local

    mutating func add(_ more: Set<URLForm>, jumps: Access) {
        forms.formUnion(more)
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

            var all: [Int?] { [bytes, components, items, valueBytes, depth, elements] }
        }
    }

    init(_ values: ConfigurationValues) throws {
        let values = try values.decode(Values.self, at: "routing")
        configured = values.limits
        if let wrong = values.limits?.all.compactMap({ $0 }).first(where: { $0 < 1 }) {
            throw HiveError(.invalidValue, "A limit under routing.limits is \(wrong); it has to be at least 1.")
        }
        let forms = try (values.forms ?? []).map { name in
            if let form = URLForm.all.first(where: { $0.description == name }) { return form }
            let known = URLForm.all.map(\.description).joined(separator: ", ")
            throw HiveError(.invalidValue, "\(name.shown) under routing.forms is none of \(known).")
        }
        for scheme in values.schemes ?? [] {
            guard scheme.isScheme else {
                throw HiveError(.invalidValue, "\(scheme.shown) under routing.schemes is no URL scheme.")
            }
            schemes[scheme.lowercasedASCII] = SchemeTraits(forms: Set(forms))
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
