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
    static func name(of type: any Any.Type) -> String {
        var name = String(describing: type)[...]
        guard name.begins(with: "any ") else { return String(name) }
        name = name.dropFirst(4)
        // The runtime writes `Repository<Self.Repository.Item == Int>` for what people write as `Repository<Int>`.
        var result = ""
        while let start = name.firstRange(of: "Self."), let end = name[start.upperBound...].firstRange(of: " == ") {
            result += name[..<start.lowerBound]
            name = name[end.upperBound...]
        }
        return result + name
    }
}

extension Substring {
    /// Where a text begins in this one; `ranges(of:)` of the standard library would link its regular expressions.
    fileprivate func firstRange(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].begins(with: text) { return start..<utf8.index(start, offsetBy: text.utf8.count) }
            formIndex(after: &start)
        }
        return nil
    }
}
