// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The identity of a service: its type, usually a protocol's existential type, and its name.
///
/// The same name under two types never mixes (C23).
struct ServiceKey: Hashable, Sendable {
    let type: any Any.Type
    /// Nil for most keys, so that a key takes two words and is copied at once.
    private let names: Names?

    private final class Names: Sendable {
        let name: String?
        let instance: String?

        init(_ name: String?, _ instance: String?) {
            self.name = name
            self.instance = instance
        }
    }

    init(_ type: any Any.Type, name: String? = nil, instance: String? = nil) {
        self.type = type
        names = name == nil && instance == nil ? nil : Names(name, instance)
    }

    var id: ObjectIdentifier { ObjectIdentifier(type) }

    var name: String? { names?.name }

    /// The caller's own name for a further cached instance of the registration, or nil for the usual one.
    var instance: String? { names?.instance }

    /// The key under which the service was registered.
    var registered: ServiceKey { instance == nil ? self : ServiceKey(type, name: name) }

    /// Whether the key is a type alone.
    var isPlain: Bool { names == nil }

    static func == (left: ServiceKey, right: ServiceKey) -> Bool {
        guard left.id == right.id else { return false }
        if left.names === right.names { return true }
        return left.name == right.name && left.instance == right.instance
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        if let name { hasher.combine(name) }
        if let instance { hasher.combine(instance) }
    }
}

extension ServiceKey: CustomStringConvertible {
    /// The type as a reader would write it, then the names: `CatalogService "backup"`.
    ///
    /// Names may come from outside, so they are escaped and shortened.
    var description: String {
        let names = [name, instance].compactMap { $0 }.map { " " + $0.quoted(limit: Self.shownCharacters) }
        return Self.name(of: type) + names.joined()
    }

    /// How many characters of a name people are shown.
    static let shownCharacters = 200

    /// The name of a service's type with its Swift module and without `any`.
    static func qualifiedName(of type: any Any.Type) -> String {
        let name = _typeName(type)
        return name.without(beginning: "any ") ?? name
    }

    /// The name of a service's type without `any`.
    ///
    /// The runtime writes `Repository<Self.Repository.Item == Int>` for what people write as `Repository<Int>`.
    static func name(of type: any Any.Type) -> String {
        let name = String(describing: type)
        guard let words = name.without(beginning: "any ")?.parts(at: " ") else { return name }
        var result = ""
        for (word, next) in zip(words, words.dropFirst() + [""]) where word != "==" {
            if next == "==" {
                // Of `Repository<Self.Repository.Item` the part up to the bracket.
                result += word.unicodeScalars.lastIndex(of: "<").map { String(word.unicodeScalars[...$0]) } ?? ""
            } else {
                result += next.isEmpty ? word : word + " "
            }
        }
        return result
    }
}
