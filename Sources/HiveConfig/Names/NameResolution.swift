// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
import HivePropertyList

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
    private let cursor: PropertyListCursor

    init(_ name: StatedName, _ kind: Kind, _ type: any Any.Type, _ source: Source) {
        self.name = name.text
        self.kind = kind
        self.type = type
        self.source = source
        cursor = name.cursor
    }

    /// The first place that has the name.
    public var origin: Origin { cursor.origin }

    /// The type's name with its Swift module.
    public var typeName: String { TypeTable.name(of: type) }

    /// The place, the name, what it stands for, and where that was found.
    public var description: String { "\(origin): \(kind) \(name) is \(typeName) (\(source))" }
}

extension [NameResolution] {
    /// One line about all the types of services that nothing checks, and one about all the classes that only the
    /// runtime finds.
    var warnings: [Problem] { unseenServices + unseenClasses }

    private var unseenServices: [Problem] {
        var seen: Set<ObjectIdentifier> = []
        let found = filter { $0.source == .runtime && $0.kind == .service }
        guard let first = found.first else { return [] }
        let types = found.filter { seen.insert(ObjectIdentifier($0.type)).inserted }
        let list = types.map(\.typeName).joined(separator: ", ")
        let message = "Nothing checks that these types refine Sendable, because they were found by name: \(list)."
        let remedy = """
            Add them to the services of the catalogue, where the compiler checks it; HiveConfigPlugin makes one of what the \
            files of its target name.
            """
        return [Problem(.warning, .notSendable, at: first.origin, message, remedy: remedy)]
    }

    private var unseenClasses: [Problem] {
        let found = filter { $0.source == .runtime && $0.kind != .service }
        guard let first = found.first else { return [] }
        let limit = 12
        let names = found.prefix(limit).map(\.typeName).joined(separator: ", ")
        let rest = found.count > limit ? ", and \(found.count - limit) more" : ""
        let message = "Only the running program knows these classes, which the compiler has not seen: \(names)\(rest)."
        let remedy = """
            Add them to the catalogue, which HiveConfigPlugin makes of what the files of its target name, or give them \
            link-time records.
            """
        return [Problem(.warning, .foundAtRunTime, at: first.origin, message, remedy: remedy)]
    }
}
