// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

/// How a name in a property list led to a type.
public struct NameResolution: Sendable, CustomStringConvertible {
    /// What a name stands for.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The kind in a word.
        public let description: String

        /// The class of a module.
        public static let module = Kind(description: "module")
        /// The type under which a service is looked up.
        public static let service = Kind(description: "service")
        /// The class of a service.
        public static let implementation = Kind(description: "implementation")
    }

    /// Where a type was found, in the order in which the places are asked.
    public struct Source: Hashable, Sendable, CustomStringConvertible {
        /// The source in a word.
        public let description: String

        /// In the catalogue.
        public static let catalogue = Source(description: "catalogue")
        /// In a link-time record.
        public static let record = Source(description: "record")
        /// In the running program, by the Swift runtime; the compiler has not seen the name.
        public static let runtime = Source(description: "runtime")
    }

    /// The name, as the property list writes it.
    public let name: String
    /// What the name stands for.
    public let kind: Kind
    /// The type that was found.
    public let type: any Any.Type
    /// Where the type was found.
    public let source: Source
    /// The first place that has the name.
    public let origin: Origin

    /// The type's name with its Swift module.
    public var typeName: String { TypeTable.name(of: type) }

    /// The place, the name, what it stands for, and where that was found.
    public var description: String { "\(origin): \(kind) \(name) is \(typeName) (\(source))" }
}

/// The resolutions of a configuration, each name once for each kind.
struct NameResolutions {
    private struct Key: Hashable {
        let kind: NameResolution.Kind
        let name: String
    }

    private var seen: Set<Key> = []
    private(set) var all: [NameResolution] = []

    mutating func note(
        _ name: String,
        _ kind: NameResolution.Kind,
        _ found: (type: any Any.Type, source: NameResolution.Source),
        at origin: @autoclosure () -> Origin
    ) {
        guard seen.insert(Key(kind: kind, name: name)).inserted else { return }
        all.append(NameResolution(name: name, kind: kind, type: found.type, source: found.source, origin: origin()))
    }

    /// One line about all the classes that only the runtime finds; protocols have a line of their own.
    var warning: [Problem] {
        let found = all.filter { $0.source == .runtime && $0.kind != .service }
        guard let first = found.first else { return [] }
        let limit = 12
        let names = found.prefix(limit).map(\.typeName).joined(separator: ", ")
        let rest = found.count > limit ? ", and \(found.count - limit) more" : ""
        let message = "Only the running program knows these classes, which the compiler has not seen: \(names)\(rest)."
        let remedy = """
            Add them to the catalogue, which HiveConfigPlugin makes of what the property lists of its target name, or give \
            them link-time records.
            """
        return [Problem(.warning, .foundAtRunTime, at: first.origin, message, remedy: remedy)]
    }
}
