// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig
import HivePropertyList
import HiveReports

/// What the files of a program's configuration may hold, as JSON Schema (2020-12), for editors.
///
/// It allows whatever a file may say and no schema can know, such as a class that is not listed yet.
struct ConfigurationSchema {
    typealias Schema = ConfigurationValue

    /// The files that there are schemas of.
    enum File: String, CaseIterable {
        case modules, services
        case dropIn = "drop-in"

        static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
    }

    private let program: String
    private let modules: [ModuleDescriptor]
    /// The names under which files may list each module.
    private let classNames: [ObjectIdentifier: [String]]
    private let serviceNames: [String]

    init(of hive: Hive) {
        program = hive.context.name
        modules = hive.modules.descriptors
        let resolutions = hive.configuration?.resolutions ?? []
        let own = modules.map(\.type).flatMap { [(String(describing: $0), $0), (_typeName($0), $0)] }
        let listed = resolutions.filter { $0.kind == .module }.compactMap { resolution in
            (resolution.type as? any HiveModule.Type).map { (resolution.name, $0) }
        }
        var classNames: [ObjectIdentifier: [String]] = [:]
        for (name, types) in Dictionary(grouping: own + listed, by: \.0).sorted(by: { $0.key < $1.key }) {
            let types = Set(types.map { ObjectIdentifier($0.1) })
            // A name that several have says nothing of the options.
            if let type = types.first, types.count == 1 { classNames[type, default: []].append(name) }
        }
        self.classNames = classNames
        serviceNames = Set(resolutions.filter { $0.kind == .service }.map(\.name)).sorted()
    }

    /// The schema of a file.
    func schema(of file: File) -> Schema {
        let (title, content): (String, Schema) =
            switch file {
            case .modules: ("modules.json", root(with: Vocabulary.RootKey.allCases.filter { $0 != .services }))
            case .services: ("services.json", ["anyOf": [services, servicesByName]])
            case .dropIn: ("Drop-ins", ["anyOf": [root(with: Vocabulary.RootKey.allCases), services]])
            }
        return content.merged(with: [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string("\(title) of \(program)"),
        ])
    }

    // MARK: The whole file

    private func root(with keys: [Vocabulary.RootKey]) -> Schema {
        let link = Self.string("For editors; no program reads it.")
        return Self.object(keys, and: ["properties": ["$schema": link]], root)
    }

    private func root(_ key: Vocabulary.RootKey) -> Schema {
        switch key {
        case .moduleClasses: ["type": "array", "items": module, "description": "The modules."]
        case .values: ["type": "object", "description": "What the application reads."]
        case .applicationName: Self.string("What the application is called.")
        case .applicationKey: Self.string("The key that modules are told.")
        case .environment: Self.environment("Where the application runs, where nobody says otherwise.")
        case .timeouts: Self.object(Vocabulary.TimeoutKey.allCases, Self.timeout)
        case .onFailure: Self.policy("What happens when a module fails that does not say so.")
        case .services: services
        }
    }

    private static func timeout(_ key: Vocabulary.TimeoutKey) -> Schema {
        switch key {
        case .start: seconds("For each hook of a start.")
        case .stop: seconds("For each hook of a stop.")
        case .drain: seconds("For a module's work to end.")
        case .drainDelay: seconds("Between being not ready and the drain.", mayBeZero: true)
        case .health: seconds("For each module's answer.")
        case .wholeStart: seconds("For all hooks of a start together.")
        case .wholeStop: seconds("For all hooks of a stop together.")
        case .grace: seconds("Between a hook's cancellation and giving it up.")
        }
    }

    // MARK: Modules

    private var module: Schema {
        let options = modules.compactMap { module -> Schema? in
            guard let names = classNames[ObjectIdentifier(module.type)], let shape = module.optionShape else {
                return nil
            }
            return [
                "if": ["properties": ["moduleClass": ["enum": .list(names)]], "required": ["moduleClass"]],
                "then": ["properties": ["options": shape.schema]],
            ]
        }
        let twice: [Schema] = [["level", "moduleLevel"], ["priority", "modulePriority"]].map { keys in
            ["not": ["required": .list(keys)]]
        }
        let rules: Schema = ["required": ["moduleClass"], "allOf": .array(twice + options)]
        return Self.object(Vocabulary.ModuleKey.allCases, and: rules, module)
    }

    private func module(_ key: Vocabulary.ModuleKey) -> Schema {
        switch key {
        case .moduleClass: Self.string("The module's class.", known: classNames.values.flatMap(\.self).sorted())
        case .level: Self.integer("Lower levels come up first.", or: Vocabulary.levels.keys.sorted())
        case .moduleLevel: Self.integer("BeeHive's word for level.", or: Vocabulary.levels.keys.sorted())
        case .priority: Self.integer("Within a level, higher priorities come up first.")
        case .modulePriority: Self.integer("BeeHive's word for priority.")
        case .needs: ["type": "array", "items": need, "description": "What has to be up before."]
        case .enabled: Self.boolean("Whether the module takes part.")
        case .environments:
            [
                "type": "array", "items": Self.environment("Where the module takes part."),
                "description": "The environments in which the module takes part.",
            ]
        case .options: ["type": "object", "description": "The module's options."]
        case .startTimeout: Self.seconds("For each hook of the module's start.")
        case .stopTimeout: Self.seconds("For each hook of the module's stop.")
        case .drainTimeout: Self.seconds("For the module's work to end.")
        case .initializesConcurrently: Self.boolean("Whether it is initialized beside others of its level.")
        case .onFailure: Self.policy("What happens when the module fails.")
        }
    }

    private var need: Schema {
        let name = Self.string("A module's name.", known: modules.map(\.name).sorted())
        let either: Schema = ["oneOf": [["required": ["module"]], ["required": ["service"]]]]
        let whole = Self.object(Vocabulary.DependencyKey.allCases, and: either) { key in
            switch key {
            case .module: name
            case .service: Self.string("A service's type.", known: serviceNames)
            case .optional: Self.boolean("Whether the module does without it.")
            }
        }
        return ["anyOf": [name, whole]]
    }

    private static func policy(_ description: String) -> Schema {
        let names = Schema.list(Vocabulary.failurePolicies)
        let rules: Schema = [
            "required": ["policy"],
            "if": ["properties": ["policy": ["const": "restart"]]],
            "else": ["propertyNames": ["const": "policy"]],
        ]
        let whole = object(Vocabulary.PolicyKey.allCases, and: rules) { key in
            switch key {
            case .policy: ["enum": names]
            case .limit: integer("How many restarts stop the hive.")
            case .within: seconds("The time in which restarts are counted.")
            case .delay: seconds("Before the second restart; it doubles from one to the next.", mayBeZero: true)
            case .maximumDelay: seconds("The most that a delay grows to.", mayBeZero: true)
            case .keepsReady: boolean("Whether the hive is ready while the module is down.")
            }
        }
        return ["anyOf": [["enum": names], whole], "description": .string(description)]
    }

    // MARK: Services

    private var services: Schema {
        let service = Self.object(Vocabulary.ServiceKey.allCases, and: ["required": ["service", "impl"]]) { key in
            switch key {
            case .service: Self.string("The type under which it is looked up.", known: serviceNames)
            case .impl: Self.string("The class that it is made from.")
            case .name: Self.string("Its name among others of the same type.")
            case .scope: ["enum": .list(Vocabulary.scopes)]
            case .ranking: Self.integer("The highest of several is found.")
            case .module: Self.string("The module that it belongs to.", known: modules.map(\.name).sorted())
            }
        }
        return ["type": "array", "items": service, "description": "The services."]
    }

    /// BeeHive's older form.
    private var servicesByName: Schema {
        ["type": "object", "additionalProperties": Self.string("The class that it is made from.")]
    }

    // MARK: Kinds of values

    /// A dictionary with these keys and no others, and further rules.
    private static func object<Key: RawRepresentable<String>>(
        _ keys: [Key],
        and rules: Schema = [:],
        _ schema: (Key) -> Schema
    ) -> Schema {
        let properties = Dictionary(keys.map { ($0.rawValue, schema($0)) }) { first, _ in first }
        let object: Schema = ["type": "object", "properties": .dictionary(properties), "additionalProperties": false]
        return object.merged(with: rules)
    }

    /// A text; editors offer those that are known.
    private static func string(_ description: String, known: [String] = []) -> Schema {
        let text: Schema = ["type": "string", "minLength": 1]
        let rule: Schema = known.isEmpty ? text : ["anyOf": [["enum": .list(known)], text]]
        return rule.merged(with: ["description": .string(description)])
    }

    private static func boolean(_ description: String) -> Schema {
        ["type": "boolean", "description": .string(description)]
    }

    /// A whole number, as text too, or one of some words.
    private static func integer(_ description: String, or words: [String] = []) -> Schema {
        let text: Schema = ["type": "string", "pattern": "^[+-]?[0-9]+$"]
        let forms: [Schema] = [["type": "integer"], text] + (words.isEmpty ? [] : [["enum": .list(words)]])
        return ["anyOf": .array(forms), "description": .string(description)]
    }

    private static func seconds(_ description: String, mayBeZero: Bool = false) -> Schema {
        [
            "type": "number", mayBeZero ? "minimum" : "exclusiveMinimum": 0, "maximum": 1_000_000_000,
            "description": .string("\(description) In seconds."),
        ]
    }

    private static func environment(_ description: String) -> Schema {
        let known: Schema = ["enum": .list(Vocabulary.environments)]
        let pattern: Schema = ["type": "string", "pattern": "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$"]
        return ["anyOf": [known, pattern], "description": .string(description)]
    }
}

extension OptionShape {
    /// What the option may be in a file; of a secret nothing is said.
    fileprivate var schema: ConfigurationValue {
        if isSecret { return ["description": "A secret."] }
        // Editors offer the values; a type that reads others as well must not be contradicted.
        if let choices { return .object(["anyOf": [["enum": .array(choices)], [:]], "default": shownDefault]) }
        if hasOwnForm { return .object(["default": shownDefault]) }
        var rule: [String: ConfigurationValue?] = ["default": shownDefault]
        switch kind {
        case .boolean: rule["type"] = "boolean"
        case .integer(let least, let most):
            rule["type"] = "integer"
            if least > .min { rule["minimum"] = .integer(least) }
            if most < .max { rule["maximum"] = .integer(most) }
        case .number: rule["type"] = "number"
        case .seconds: rule.merge(["type": "number", "description": "In seconds."]) { $1 }
        // A date has another form in a file than in a tree.
        case .date: rule = ["type": "string", "format": "date-time"]
        case .text: rule["type"] = "string"
        case .list(let element): rule.merge(["type": "array", "items": element.schema]) { $1 }
        case .dictionary(let value): rule.merge(["type": "object", "additionalProperties": value.schema]) { $1 }
        case .structure(let members):
            let properties = Dictionary(members.map { ($0.key, $0.option.schema) }) { first, _ in first }
            // Not that it has to be a dictionary: a type may read a text as well.
            rule = ["properties": .dictionary(properties)]
            if hasAllKeys { rule["additionalProperties"] = false }
        case .open: break
        }
        return .object(rule)
    }
}

extension ConfigurationValue {
    /// The value as JSON on several lines, its keys in order.
    fileprivate func indentedJSON(_ indent: String = "") -> String {
        let inner = indent + "  "
        switch self {
        case .dictionary(let entries):
            let lines = entries.sorted { $0.key < $1.key }.map { key, value in
                "\(ConfigurationValue.string(key).json): \(value.indentedJSON(inner))"
            }
            return jsonBlock("{", lines, "}", indent)
        case .array(let elements): return jsonBlock("[", elements.map { $0.indentedJSON(inner) }, "]", indent)
        default: return json
        }
    }
}

extension CommandReport {
    /// The JSON Schema of one file.
    static func schema(_ name: String, of hive: Hive) throws(CommandRequest.Mistake) -> CommandReport {
        guard let file = ConfigurationSchema.File(rawValue: name) else {
            let end = "; there are \(ConfigurationSchema.File.names)."
            throw .unknown("schema of", name, among: ConfigurationSchema.File.allCases.map(\.rawValue), otherwise: end)
        }
        return CommandReport(text: ConfigurationSchema(of: hive).schema(of: file).indentedJSON() + "\n", json: "")
    }
}
