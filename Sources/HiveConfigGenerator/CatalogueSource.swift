// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import HiveBase
internal import HivePropertyList

/// The Swift source of a catalogue, in which the compiler checks what property lists name.
///
/// Each file is a function, and each entry a few statements in it that belong to the property list's own line. The
/// compiler shows the statement in which it found something, so each is short. It checks the bodies of functions once,
/// declarations twice: when it makes the interface of the module too.
///
/// A `typealias` called by the entry's key path mentions the type once, so that a missing one is reported once, and a
/// mismatch in words that hold the key path. Duplicates are functions of the same name with the same type, however the
/// type is spelt.
///
/// Where something is wrong, the compiler also says what to do. It leaves out a declaration that does not fit, or has a
/// mistake in it, and takes another one of the same name, which is unavailable, with a message. Where it has no choice,
/// its own message shows the name of an alias, which then says what is expected of the type.
struct CatalogueSource {
    private let visible: VisibleModules
    private let sources: SourceScan
    /// One function for each file, so that the key paths of two files don't meet.
    private var files: [(name: String, statements: [String])] = []
    /// The names that are in the catalogue, by the table that they are in there.
    private var listed: [String: Set<String>] = [:]

    init(_ names: NamedTypes, visible: VisibleModules, sources: SourceScan) {
        self.visible = visible
        self.sources = sources
        for module in names.modules { add(module: module) }
        for dependency in names.dependencies { _ = add(type: dependency, in: file(of: dependency.origin)) }
        for service in names.services { add(service: service) }
    }

    /// The source, without imports.
    var text: String {
        let helpers = [Self.helpers] + (listed["implementations"] == nil ? [] : [Self.makers])
        return (helpers + [catalogue] + files.indices.map(function)).joined(separator: "\n\n")
    }

    private var catalogue: String {
        let makers = (listed["implementations"] ?? []).sorted().map { name in
            "            \(name.swiftLiteral): types.implementations[\(name.swiftLiteral)]!,"
        }
        return """
            extension HiveCatalogue {
                /// The types that the property lists of this target name, under the names that they have there.
                nonisolated static let compiled: HiveCatalogue = {
                    var types = `types by name`()
            \(files.indices.map { "        \(identifier(ofFile: $0))(&types)" }.joined(separator: "\n"))
                    return HiveCatalogue(
                        modules: types.modules,
                        services: types.services,
                        implementations: [\(makers.isEmpty ? ":" : "\n\(makers.joined(separator: "\n"))\n        ")]
                    )
                }()
            }
            """
    }

    private func function(ofFile index: Int) -> String {
        """
        private nonisolated func \(identifier(ofFile: index))(_ types: inout `types by name`) {
        \(files[index].statements.joined(separator: "\n"))
        }
        """
    }
}

extension CatalogueSource {
    /// The index of the function for a place's file.
    private mutating func file(of origin: Origin) -> Int {
        if let index = files.firstIndex(where: { FileName($0.name) == FileName(origin.file) }) { return index }
        files.append((origin.file, []))
        return files.count - 1
    }

    /// The name of a file's function: the file's own name.
    private func identifier(ofFile index: Int) -> String {
        let name = Self.shortName(files[index].name)
        let isTaken = files[..<index].contains { Self.shortName($0.name).rawIdentifier == name.rawIdentifier }
        return (isTaken ? "\(name) (\(index))" : name).rawIdentifier
    }

    private static func shortName(_ path: String) -> String {
        path.parts(at: "/").last ?? path
    }

    /// Where the source puts what it makes of a name: the first mention counts.
    private mutating func place(of name: NamedTypes.Name, in table: String) -> String {
        let isNew = listed[table, default: []].insert(name.text).inserted
        return isNew ? "types.\(table)[\(name.text.swiftLiteral)]" : "_"
    }

    private mutating func add(_ statements: [String], at origin: Origin, in file: Int) {
        files[file].statements.append(SourcePlace(origin).located(statements))
    }

    /// The name of an entry's alias: its key path, with what it names where one value stands for two, and what is
    /// expected of it.
    private static func alias(_ origin: Origin, _ role: String, _ expectation: String = "") -> String {
        let path = origin.keyPath?.description ?? "(root)"
        return ((path.ends(with: ".\(role)") ? path : "\(path) \(role)") + expectation).rawIdentifier
    }

    /// Statements that let the compiler say what to do when an alias stands for no type; none for a name that the
    /// sources have.
    ///
    /// The compiler shows two lines before and behind the one at fault: empty lines keep the message out of that, which
    /// it says already, and what else is of no use there.
    private func advice(on name: NamedTypes.Name, _ type: String) -> [String] {
        guard let text = sources.advice(on: name, visible) else { return [] }
        return [
            "do {",
            "    func `the type named here`(_: \(type).Type? = nil) {}",
            "    @available(*, unavailable, message: \(text.swiftLiteral))\n\n\n    func `the type named here`() {}",
            "    `the type named here`()\n\n",
            "}",
        ]
    }

    private mutating func add(module name: NamedTypes.Name) {
        let alias = Self.alias(name.origin, "moduleClass")
        let file = Self.shortName(name.origin.file)
        let twice = "a module that \(file) lists already; remove one of the two".rawIdentifier
        let place = place(of: name, in: "modules")
        add(
            [
                "typealias \(alias) = \(visible.reference(to: name))\n\n",
                "func \(twice)(_: \(alias).Type) {}",
            ] + advice(on: name, alias) + [
                "\(place) = `the type named here`(\(alias).self)"
            ],
            at: name.origin,
            in: self.file(of: name.origin)
        )
    }

    /// Adds a type under which a service is looked up, and returns its alias.
    private mutating func add(type name: NamedTypes.Name, in file: Int, twice: String? = nil) -> String {
        let alias = Self.alias(name.origin, "service", ", which must be a protocol")
        let last = name.components[name.components.count - 1]
        let shared = ", shared by threads: write protocol \(last): Sendable"
        let existential = Self.alias(name.origin, "service", shared)
        let place = place(of: name, in: "services")
        add(
            [
                "typealias \(alias) = \(visible.reference(to: name))\n\n",
                "typealias \(existential) = any \(alias)\n\n",
            ] + (twice.map { ["func \($0.rawIdentifier)(_: \(existential).Type) {}"] } ?? [])
                + advice(on: name, existential) + ["\(place) = service(\(existential).self)"],
            at: name.origin,
            in: file
        )
        return alias
    }

    private mutating func add(service: NamedTypes.Service) {
        let file = file(of: service.type.origin)
        let name = service.name.map { " under the name \"\($0.distinctIdentifierText)\"" } ?? ""
        let remedy = "remove one of the two, or give one another \"name\""
        let twice = "a service that \(Self.shortName(service.type.origin.file)) lists already\(name); \(remedy)"
        let type = add(type: service.type, in: file, twice: twice)
        guard let implementation = service.implementation else { return }
        let alias = Self.alias(implementation.origin, "impl")
        let fitting = "`made by a nonisolated init()`"
        let check = "a class for the protocol \(service.type.origin.keyPath?.description ?? "(root)")".rawIdentifier
        let place = place(of: implementation, in: "implementations")
        add(
            ["typealias \(alias) = \(visible.reference(to: implementation))\n\n"] + advice(on: implementation, alias)
                + [
                    "typealias \(check)<Class: \(type)> = Class",
                    "do {",
                    "    typealias \(fitting) = \(check)<\(alias)>\n\n",
                    "    enum It {",
                    "        static let maker = implementation(\(fitting).self) {",
                    "            try `an instance`(\(fitting).self, \(fitting).init, $0)",
                    "        }",
                    "        static func maker(_: \(fitting).Type) {}",
                    "    }",
                    "    \(place) = `the initializer`(It.maker)",
                    "}",
                ],
            at: implementation.origin,
            in: file
        )
    }
}
