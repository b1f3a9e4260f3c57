// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What the answer to a miss is made from: which types have services, and some of the names of each.
///
/// It is bounded, because a miss must cost little beside any number of services, and because nobody reads thousands of
/// names (C61). It is made at the first miss after a change.
struct ServiceDirectory: Sendable {
    /// The services of one type, of which there is at least one.
    private struct Entry: Sendable {
        let type: any Any.Type
        let count: Int
        /// Where one of them is registered.
        let origin: Origin
        /// Whether one of them has no name.
        let hasUnnamed: Bool
        /// The first names, sorted.
        let names: [String]

        init(_ registrations: [Registration]) {
            let named = registrations.compactMap(\.key.name).sorted()
            type = registrations[0].key.type
            count = registrations.count
            origin = registrations[0].origin
            hasUnnamed = named.count < count
            names = Array(named.prefix(ServiceDirectory.nameLimit))
        }
    }

    /// How many names of a type are kept.
    private static let nameLimit = 64
    /// How many types a misspelt one is compared with.
    private static let typeLimit = 1_000
    /// How many names an error lists.
    private static let shownNames = 8

    private let entries: [ObjectIdentifier: Entry]
    /// The modules that would provide services, and that the hive was told to leave out.
    private let leftOut: [ObjectIdentifier: String]

    init(_ registrations: [Registration], leftOut: [ObjectIdentifier: String]) {
        self.leftOut = leftOut
        entries = Dictionary(grouping: registrations, by: \.key.id).mapValues(Entry.init)
    }

    /// What helps somebody who asked for a service that is not there.
    ///
    /// - Parameters:
    ///   - key: What was asked for.
    ///   - remedy: What to do about a service that nobody has registered.
    /// - Returns: What is there instead, and the remedy where it can be followed.
    func advice(on key: ServiceKey, or remedy: String) -> String {
        if let entry = entries[key.id] { return "\(Self.advice(on: key, entry)) \(remedy)" }
        if let module = leftOut[key.id] {
            let text = "\(module) provides it, and HiveOptions.only leaves that out."
            return "\(text) Depend on the service, or name it there as well."
        }
        let types = entries.values.prefix(Self.typeLimit).map(\.type)
        if let text = ProtocolForms(types).advice(on: key.type) { return text }
        if let found = types.conforming(to: key.type), let entry = entries[ObjectIdentifier(found)] {
            let (asked, name) = (ServiceKey.name(of: key.type), ServiceKey.name(of: found))
            let advice = "Register it there as (any \(asked)).self, or ask for \(name).self."
            return "It is registered as \(name), at \(entry.origin). \(advice)"
        }
        let known = types.map { ServiceKey.name(of: $0) }.sorted()
        let near = nearestName(to: ServiceKey.name(of: key.type), among: known)
        return (near.map { "Did you mean \($0)? " } ?? "") + remedy
    }

    private static func advice(on key: ServiceKey, _ entry: Entry) -> String {
        let all = entry.names.map { $0.quoted(limit: ServiceKey.shownCharacters) }
        if entry.count <= shownNames {
            return "It is registered with \((all + (entry.hasUnnamed ? ["no name"] : [])).joined(separator: ", "))."
        }
        let shown = (entry.hasUnnamed ? ["no name"] : []) + all.prefix(shownNames)
        let text = "It is registered with \(shown.joined(separator: ", ")) and \(entry.count - shown.count) more."
        let near = key.name.flatMap { nearestName(to: $0, among: entry.names) }
        return text + (near.map { " Did you mean \($0.quoted(limit: ServiceKey.shownCharacters))?" } ?? "")
    }
}

extension [any Any.Type] {
    /// The class, structure or enumeration that conforms to a protocol, of several the first by name.
    func conforming(to service: any Any.Type) -> (any Any.Type)? {
        guard isProtocol(service) else { return nil }
        let found = filter { !isProtocol($0) && conformance(of: $0, to: service) == true }
        return found.min { _typeName($0) < _typeName($1) }
    }
}

/// Finds a protocol's existential type that is there in another form than it is asked for.
///
/// One form has its associated types, `any Repository<Int>`, the other one has not; to Swift those are two types.
struct ProtocolForms {
    private var types: [Substring: [(type: any Any.Type, isConstrained: Bool)]] = [:]

    init(_ types: some Sequence<any Any.Type>) {
        for type in types {
            guard let (base, isConstrained) = Self.parse(type) else { continue }
            self.types[base, default: []].append((type, isConstrained))
        }
    }

    /// What to do about a type that is not there; nil when its protocol is there in no other form.
    func advice(on type: any Any.Type) -> String? {
        guard let (base, isConstrained) = Self.parse(type) else { return nil }
        guard let other = types[base]?.first(where: { $0.isConstrained != isConstrained }) else { return nil }
        let (asked, found) = (ServiceKey.name(of: type), ServiceKey.name(of: other.type))
        return """
            \(found) is there, which is another type to Swift than \(asked). Register the service under \
            (any \(asked)).self, or ask for (any \(found)).self.
            """
    }

    /// The type's name without associated types, and whether it has any; nil for a type that is no such existential, as
    /// one with generic arguments, which do not speak of `Self`.
    private static func parse(_ type: any Any.Type) -> (base: Substring, isConstrained: Bool)? {
        let name = _typeName(type)
        let start = name.utf8.firstIndex(of: UInt8(ascii: "<"))
        if let start, !name[start...].begins(with: "<Self.") { return nil }
        let base = name[..<(start ?? name.endIndex)]
        return (base.begins(with: "any ") ? base.dropFirst(4) : base, start != nil)
    }
}
