// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
import HivePropertyList

extension HiveConfiguration {
    /// One value that property lists state, and everywhere that it is stated.
    public struct Setting: Hashable, Sendable, CustomStringConvertible {
        /// What a setting is about.
        public enum Subject: Hashable, Sendable, CustomStringConvertible {
            /// The application: its name, its key, its environment, its values, and the timeouts of its hive.
            case application
            /// A module, by its name.
            case module(String)
            /// A service, by the name of its protocol, and its own name where it has one.
            case service(String)

            init(_ subject: ConfigurationResolver.Subject) {
                self =
                    switch subject {
                    case .application: .application
                    case .module(let type): .module(type.moduleName)
                    case .service(let type, let name): .service(TypeTable.title(ofService: type, named: name))
                    }
            }

            /// `application`, `module Cart`, `service Shop.Shipping "express"`.
            public var description: String {
                switch self {
                case .application: "application"
                case .module(let name): "module \(name)"
                case .service(let name): "service \(name)"
                }
            }
        }

        /// A value in one place.
        public struct Statement: Hashable, Sendable {
            /// The value; the text `••••` in place of what may be secret.
            public let value: ConfigurationValue
            /// The place, with file, line and key path.
            public let origin: Origin
        }

        /// What the setting is about.
        public let subject: Subject
        /// The path from there: `priority`, `options.host`, `values.database.port`.
        public let key: ConfigurationKeyPath
        /// The statement that counts.
        public let winner: Statement
        /// The statements that it hides, the strongest first.
        ///
        /// A dictionary is among them where the winner put a single value in its place, and the other way round.
        public let hidden: [Statement]

        /// The value that counts.
        public var value: ConfigurationValue { winner.value }
        /// The place of the value that counts.
        public var origin: Origin { winner.origin }

        /// One line: what it is about, the key, the value, its place, and the places that it hides.
        public var description: String {
            let others = hidden.map { "\($0.origin)" }.joined(separator: ", ")
            return "\(subject): \(key) = \(value) [\(origin)]" + (others.isEmpty ? "" : ", hides \(others)")
        }
    }

    /// Every value that the property lists state, with its origin and with what it hides.
    ///
    /// The application's come first, then those of each module and each service in the order in which they are first
    /// listed. Of `options` and `values` each value that is not a dictionary is a setting of its own. What code and
    /// types say is not among them; ModuleManager/descriptors has what counts in the end.
    ///
    /// What a module decodes as a `Secret` is shown as `••••`, hidden statements too (C54). Which options these are is
    /// asked of the module's `Options`, which is decoded for it. What that does not read is not shown either,
    /// because it may be a secret under a wrong key; and of a module that names no such type no option is shown. The
    /// application's `values` are shown as they are: nothing says beforehand who reads them as what.
    ///
    /// - Complexity: O(values × files that speak of their subject), and decoding the options of each module once a
    ///   file; worked out anew at each call.
    public var settings: [Setting] {
        let types = optionsTypes
        let others = sources.grouped { Setting.Subject($0.subject) }.filter { $0.key != .application }
        return settings(of: .application)
            + others.flatMap { subject, sources in
                let cursors = sources.map(\.cursor)
                guard case .module(let name) = subject else { return Self.settings(of: subject, cursors, nil) }
                let disclosure = types[name].map { type in
                    ConfigurationDisclosure(type, from: cursors.compactMap { $0["options"]?.value })
                }
                return Self.settings(of: subject, cursors, disclosure ?? .nothing)
            }
    }

    /// The modules that have options and no type that says which of them are secret.
    package var modulesWithoutOptionsType: [String] {
        let types = optionsTypes
        var seen: Set<String> = []
        return sources.compactMap { subject, cursor in
            guard case .module(let type) = subject, cursor["options"] != nil else { return nil }
            let name = type.moduleName
            return types[name] == nil && seen.insert(name).inserted ? name : nil
        }
    }

    /// The types of the options of modules, by their names; none where two modules have one name.
    private var optionsTypes: [String: any (Decodable & Sendable).Type] {
        Dictionary(grouping: modules.map(\.type)) { $0.moduleName }.compactMapValues { types in
            Set(types.map { ObjectIdentifier($0) }).count == 1 ? types[0].optionsType : nil
        }
    }

    /// The settings of one subject.
    func settings(of subject: Setting.Subject) -> [Setting] {
        Self.settings(of: subject, sources.filter { Setting.Subject($0.subject) == subject }.map(\.cursor), nil)
    }

    private static func settings(
        of subject: Setting.Subject,
        _ cursors: [PropertyListCursor],
        _ disclosure: ConfigurationDisclosure?
    ) -> [Setting] {
        var keys: [ConfigurationKeyPath] = []
        var seen: Set<ConfigurationKeyPath> = []
        let entries = cursors.map { cursor in
            let entry = StatedEntry(cursor, subject, disclosure)
            for key in entry.leaves where seen.insert(key).inserted { keys.append(key) }
            return entry
        }
        return keys.compactMap { key in
            let statements = entries.reversed().compactMap { $0.statement(of: key) }
            // Another value took the place of one around it, or inside it: there is nothing left under this key.
            guard let winner = statements.first, winner.path == key, winner.isLeaf else { return nil }
            // An empty dictionary takes nothing away from a fuller one below it.
            let isFilled = statements.first { $0.statement.value != [:] }?.isLeaf == false
            if isFilled, winner.statement.value == [:] { return nil }
            let hidden = statements.dropFirst().map(\.statement)
            return Setting(subject: subject, key: key, winner: winner.statement, hidden: hidden)
        }
    }
}

/// What one entry of a property list states, by key path.
private struct StatedEntry {
    typealias Found = (path: ConfigurationKeyPath, isLeaf: Bool, statement: HiveConfiguration.Setting.Statement)

    /// The paths of the values that hold no others, in the order of the file.
    private(set) var leaves: [ConfigurationKeyPath] = []
    private var statements: [ConfigurationKeyPath: Found] = [:]

    /// What may be shown of a module's options.
    private let disclosure: ConfigurationDisclosure?

    init(
        _ cursor: PropertyListCursor,
        _ subject: HiveConfiguration.Setting.Subject,
        _ disclosure: ConfigurationDisclosure?
    ) {
        self.disclosure = disclosure
        guard let entries = cursor.entries else {
            // BeeHive's older form of a service has one value, the class.
            add(cursor, at: ConfigurationKeyPath([.key("impl")]))
            return
        }
        for (key, value) in entries {
            // Modules and services have entries of their own.
            if subject == .application, ["moduleClasses", "services"].contains(key) { continue }
            let title = if case .module = subject { Vocabulary.title(ofModuleKey: key) } else { key }
            let path = ConfigurationKeyPath([.key(title)])
            let isTree = ["options", "values"].contains(key) || (subject == .application && key == "timeouts")
            if isTree { addTree(value, at: path) } else { add(value, at: path) }
        }
    }

    private mutating func add(_ cursor: PropertyListCursor, at path: ConfigurationKeyPath, isLeaf: Bool = true) {
        if isLeaf { leaves.append(path) }
        let value = path.options.flatMap { disclosure?.shown(cursor.value, at: $0) } ?? cursor.value
        statements[path] = (path, isLeaf, .init(value: value, origin: cursor.origin))
    }

    private mutating func addTree(_ cursor: PropertyListCursor, at path: ConfigurationKeyPath) {
        let isSecret = path.options.flatMap { disclosure?.hidesKeys(in: $0) } ?? false
        guard let entries = cursor.entries, !entries.isEmpty, !isSecret else { return add(cursor, at: path) }
        add(cursor, at: path, isLeaf: false)
        for (key, value) in entries { addTree(value, at: path.appending(key: key)) }
    }

    /// What the entry states under a key, or in place of something around it; nil when it says nothing about it.
    func statement(of key: ConfigurationKeyPath) -> Found? {
        if let found = statements[key] { return found }
        var path = key
        while path.components.popLast() != nil {
            guard let around = statements[path] else { continue }
            // An empty dictionary is merged with what other entries have inside theirs.
            return around.isLeaf && around.statement.value != [:] ? around : nil
        }
        return nil
    }
}

extension ConfigurationKeyPath {
    /// The path inside a module's options; nil outside of them.
    fileprivate var options: ConfigurationKeyPath? {
        components.first == .key("options") ? ConfigurationKeyPath(Array(components.dropFirst())) : nil
    }
}
