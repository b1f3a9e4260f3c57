// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import HiveBase
internal import HivePropertyList

/// The Swift source of a catalogue, in which the compiler checks what property lists name.
///
/// Each entry takes one line that belongs to the property list's own line. A `typealias` called by the entry's key path
/// mentions the type once, so that a missing one is reported once, and a mismatch in words that hold the key path.
/// Duplicates are declarations of the same name with the same type, however the type is spelt.
///
/// Where something is wrong, the compiler also says what to do. It leaves out a declaration with a mistake in it and
/// takes another one of the same name, which leads to something that is unavailable, with a message.
struct CatalogueSource {
    private let visible: VisibleModules
    /// One enumeration for each file, so that the key paths of two files don't meet.
    private var files: [(name: String, lines: [String])] = []
    /// The first mention of each name, by what it is used for.
    private var modules: [String: String] = [:]
    private var services: [String: String] = [:]
    private var implementations: [String: String] = [:]
    private var entryCount = 0

    init(_ names: NamedTypes, visible: VisibleModules) {
        self.visible = visible
        for module in names.modules { add(module: module) }
        for dependency in names.dependencies { _ = add(type: dependency, in: file(of: dependency.origin)) }
        for service in names.services { add(service: service) }
    }

    /// The source, without imports.
    var text: String {
        let helpers = [Self.helpers(for: visible.own)] + (implementations.isEmpty ? [] : [Self.makers])
        return (helpers + [catalogue] + files.enumerated().map(scope)).joined(separator: "\n\n")
    }

    private var catalogue: String {
        """
        extension HiveCatalogue {
            /// The types that the property lists of this target name, under the names that they have there.
            nonisolated static let compiled = HiveCatalogue(
                modules: \(Self.dictionary(modules)),
                services: \(Self.dictionary(services)),
                implementations: \(Self.dictionary(implementations))
            )
        }
        """
    }

    private static func dictionary(_ entries: [String: String]) -> String {
        guard !entries.isEmpty else { return "[:]" }
        let lines = entries.sorted { $0.key < $1.key }.map { "            \($0.key.swiftLiteral): \($0.value)," }
        return "[\n\(lines.joined(separator: "\n"))\n        ]"
    }

    private func scope(_ index: Int, _ file: (name: String, lines: [String])) -> String {
        """
        private nonisolated enum \(identifier(ofFile: index)) {
        \(file.lines.joined(separator: "\n"))
        }
        """
    }
}

extension CatalogueSource {
    /// The index of the enumeration for a place's file.
    private mutating func file(of origin: Origin) -> Int {
        if let index = files.firstIndex(where: { FileName($0.name) == FileName(origin.file) }) { return index }
        files.append((origin.file, []))
        return files.count - 1
    }

    /// The name of a file's enumeration, which messages show: the file's own name.
    private func identifier(ofFile index: Int) -> String {
        let name = Self.shortName(files[index].name)
        let isTaken = files[..<index].contains { Self.shortName($0.name).rawIdentifier == name.rawIdentifier }
        return (isTaken ? "\(name) (\(index))" : name).rawIdentifier
    }

    private static func shortName(_ path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }

    private mutating func addLine(_ line: String, at origin: Origin, in file: Int) {
        files[file].lines.append(SourcePlace(origin).located(line))
    }

    /// The name of an entry's alias: its key path, with what it names where one value stands for two.
    private static func alias(_ origin: Origin, _ role: String) -> String { aliasText(origin, role).rawIdentifier }

    private static func aliasText(_ origin: Origin, _ role: String) -> String {
        let path = origin.keyPath?.description ?? "(root)"
        return path.hasSuffix(".\(role)") ? path : "\(path) \(role)"
    }

    /// Statements that let the compiler say what to check when an alias stands for no type.
    private static func advice(_ type: String) -> String {
        """
        func it(_: \(type).Type? = nil) -> `a type` { .init() }; func it() -> `no type` { .init() }; it().`a type of this name`
        """
    }

    private mutating func nextEntry() -> Int {
        entryCount += 1
        return entryCount
    }

    private mutating func add(module name: NamedTypes.Name) {
        let (file, number) = (file(of: name.origin), nextEntry())
        let alias = Self.alias(name.origin, "moduleClass")
        let twice = "a module that \(Self.shortName(name.origin.file)) lists already".rawIdentifier
        addLine(
            """
            typealias \(alias) = \(visible.reference(to: name)); \
            static var module\(number): any HiveModule.Type { \(Self.advice(alias)); return module(\(alias).self) }; \
            static func \(twice)(_: \(alias).Type) {}
            """,
            at: name.origin,
            in: file
        )
        if modules[name.text] == nil { modules[name.text] = "\(identifier(ofFile: file)).module\(number)" }
    }

    /// Adds a type under which a service is looked up, and returns its alias.
    private mutating func add(type name: NamedTypes.Name, in file: Int, twice: String? = nil) -> String {
        let number = nextEntry()
        let alias = Self.alias(name.origin, "service")
        let check = twice.map { "; static func \($0.rawIdentifier)(_: (any \(alias)).Type) {}" } ?? ""
        addLine(
            """
            typealias \(alias) = \(visible.reference(to: name)); \
            static var service\(number): any Sendable.Type { \
            \(Self.advice("(any \(alias))")); return service((any \(alias)).self) }\(check)
            """,
            at: name.origin,
            in: file
        )
        if services[name.text] == nil { services[name.text] = "\(identifier(ofFile: file)).service\(number)" }
        return alias
    }

    private mutating func add(service: NamedTypes.Service) {
        let file = file(of: service.type.origin)
        let name = service.name.map { " under the name \($0.distinctIdentifierText)" } ?? ""
        let twice = "a service that \(Self.shortName(service.type.origin.file)) lists already\(name)"
        let type = add(type: service.type, in: file, twice: twice)
        guard let implementation = service.implementation else { return }
        let number = nextEntry()
        let alias = Self.alias(implementation.origin, "impl")
        let check = "implementation for \(Self.aliasText(service.type.origin, "service"))".rawIdentifier
        addLine(
            """
            typealias \(alias) = \(visible.reference(to: implementation)); \
            static let maker\(number) = implementation(\(alias).self) { try made(\(alias).self, \(alias).init, $0) }; \
            static func maker\(number)(_: \(alias).Type) {}; \
            static var implementation\(number): Hive::ServiceFactory { \(Self.advice(alias)); \
            \(check)(\(alias).self); return `an initializer for Hive`(maker\(number)) }; \
            static func \(check)<Implementation: \(type)>(_: Implementation.Type) {}
            """,
            at: implementation.origin,
            in: file
        )
        if implementations[implementation.text] == nil {
            implementations[implementation.text] = "\(identifier(ofFile: file)).implementation\(number)"
        }
    }
}
