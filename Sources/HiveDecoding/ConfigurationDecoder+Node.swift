// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// One value of the tree that is being decoded, with a record of the keys that were asked for.
///
/// A container that is decoded twice, by a superclass and a subclass or by a type that tries alternatives, has one
/// node, so that what either of them asks for counts as known.
final class ConfigurationNode {
    typealias Component = ConfigurationKeyPath.Component
    typealias Problem = ConfigurationDecodingError.Problem

    let value: ConfigurationValue
    /// What the value was given as, where it was given as a text: what a type reads decides what it stands for.
    private let text: String?
    /// The names from outside that may be options inside this value.
    private let names: [OpenNames.Name]
    /// Whether there is no value, and only such names.
    private let isOnlyNamed: Bool
    private let parent: ConfigurationNode?
    private let component: Component?
    let record: ConfigurationRecord
    private let depth: Int
    private var children: [Component: ConfigurationNode] = [:]
    private var askedKeys: Set<String> = []
    /// The types that were decoded from this node, or are.
    private var types: [any Any.Type] = []
    /// Whether a type was decoded from this node to its end, so that what it didn't ask for is really unknown.
    private var isDecoded = false
    /// Whether a key is one that a type can express, for each type that looked.
    private var expressible: [(String) -> Bool] = []

    init(
        _ value: ConfigurationValue?,
        text: String? = nil,
        names: [OpenNames.Name] = [],
        in record: ConfigurationRecord,
        parent: ConfigurationNode? = nil,
        component: Component? = nil
    ) {
        self.value = value ?? text.map { .string($0) } ?? [:]
        self.text = text
        self.names = names
        isOnlyNamed = value == nil && text == nil
        self.record = record
        self.parent = parent
        self.component = component
        depth = parent.map { $0.depth + 1 } ?? 0
    }

    var path: ConfigurationKeyPath {
        var components: [Component] = []
        var node: ConfigurationNode? = self
        while let current = node {
            if let component = current.component { components.append(component) }
            node = current.parent
        }
        return ConfigurationKeyPath(components.reversed())
    }

    var codingPath: [any CodingKey] { path.components.map(ConfigurationCodingKey.init) }

    /// Notes that a type looks for keys of its own.
    func isOpened(_ isExpressible: @escaping (String) -> Bool) {
        expressible.append(isExpressible)
        // A key type that takes any text takes what no type names.
        record.note(dictionary: path, isOpen: isExpressible(hiddenText))
    }

    /// The node of the value under a key, which is known from then on; nil where there is none.
    ///
    /// Where it `opens`, names from outside that go on below the key are a value as well.
    func child(
        named key: String,
        in entries: [String: ConfigurationValue],
        opens: Bool = false
    ) -> ConfigurationNode? {
        askedKeys.insert(key)
        record.note(key: key, in: path)
        let component = Component.key(key)
        if isSetAside(component) { return defaultChild(component) }
        let given = names.isEmpty ? ([], []) : OpenNames.pick(key, from: names)
        if let last = given.0.last {
            for name in given.0 { record.openNames?.note(name, at: path.appending(component)) }
            return ConfigurationNode(nil, text: last.text, in: record, parent: self, component: component)
        }
        let value = entries.value(spelt: key)
        return value != nil || opens && !given.1.isEmpty ? child(component, value, names: given.1) : nil
    }

    /// The places of the elements that count: one that was found wrong does not, unless it has a default.
    func places(in elements: [ConfigurationValue]) -> [Int] {
        // By what was found wrong, which is little, and not by the elements.
        let list = path.components[...]
        var left: Set<Int> = []
        for path in record.setAside where path.components.dropLast() == list && !record.defaults.contains(path) {
            if case .index(let index)? = path.components.last { left.insert(index) }
        }
        return elements.indices.filter { !left.contains($0) }
    }

    /// Returns the node of an element; nil for one that does not count.
    func child(at index: Int, in elements: [ConfigurationValue]) -> ConfigurationNode? {
        let component = Component.index(index)
        if isSetAside(component) { return defaultChild(component) }
        guard text != nil, case .string(let text) = elements[index] else { return child(component, elements[index]) }
        return ConfigurationNode(nil, text: text, in: record, parent: self, component: component)
    }

    /// Whether a value inside this one was found wrong.
    private func isSetAside(_ component: Component) -> Bool {
        !record.setAside.isEmpty && record.setAside.contains(path.appending(component))
    }

    private func defaultChild(_ component: Component) -> ConfigurationNode? {
        record.defaults.value(at: path.appending(component)).map { child(component, $0) }
    }

    private func child(
        _ component: Component,
        _ value: ConfigurationValue?,
        names: [OpenNames.Name] = []
    ) -> ConfigurationNode {
        if let known = children[component] { return known }
        let child = ConfigurationNode(value, names: names, in: record, parent: self, component: component)
        switch child.value {
        case .array, .dictionary: children[component] = child
        default: break  // Scalars have nothing to remember.
        }
        return child
    }

    /// Releases every node below this one, because children and parents refer to each other.
    func forgetChildren() {
        let forgotten = children.values
        children = [:]
        for child in forgotten { child.forgetChildren() }
    }

    /// The elements of a text, which has them between commas.
    var textElements: [ConfigurationValue]? {
        guard let text else { return nil }
        if !text.isEmpty { return text.parts(at: ",").map { .string($0) } }
        record.openNames?.note(emptyList: path)
        return []
    }

    /// Reads a value; nil where there is none, but names from outside of which the type asks for none.
    func decodeIfMeant<T: Decodable>(_ type: T.Type) throws -> T? {
        guard isOnlyNamed, let openNames = record.openNames else { return try decode(type) }
        let count = openNames.count
        let result = Result { try decode(type) }
        return openNames.count > count ? try result.get() : nil
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if let scalar = type as? any ConfigurationScalar.Type, let result = try self.scalar(scalar) as? T {
            return result
        }
        guard depth <= ConfigurationDecoder.maximumDepth else {
            let text = "is nested more than \(ConfigurationDecoder.maximumDepth) levels deep"
            throw DecodingError.dataCorrupted(context(text, remedy: "Nest the values less deep."))
        }
        types.append(type)
        do {
            let result = try T(from: ConfigurationNodeDecoder(node: self, owner: T.self))
            isDecoded = true
            return result
        } catch {
            noteOrigin(of: error)
            if let choices = (type as? any CaseIterable.Type)?.rawChoices { record.choices = (path, choices) }
            throw error
        }
    }

    /// Reads a scalar.
    func scalar<Scalar: ConfigurationScalar>(_ type: Scalar.Type) throws -> Scalar {
        record.note(value: path)
        var given = value
        if let text {
            record.openNames?.note(type, at: path)
            given = type.value(of: text) ?? value
        }
        if let result = Scalar(configuration: given) { return result }
        let text = type.complaint(about: value, isSecret: isSecret)
        throw DecodingError.typeMismatch(type, context(text, remedy: "Write \(type.spelling)."))
    }
}

// MARK: - Faults

extension ConfigurationNode {
    /// Whether messages may not show the value.
    private var isSecret: Bool { record.secrets.covers(path) || declaresSecret(at: []) }

    /// Whether options that are decoded here, or around here, have a secret at a path inside by default: they may read
    /// it as something else first.
    private func declaresSecret(at path: [Component]) -> Bool {
        let isDeclared = types.contains { type in
            guard let options = type as? any ModuleOptions.Type else { return false }
            return record.encodedDefaults(of: options)?.holdsSecret(at: path[...]) ?? false
        }
        guard !isDeclared, let parent, let component else { return isDeclared }
        return parent.declaresSecret(at: [component] + path)
    }

    /// The error about a value that is no container; it is not shown, because what belongs inside may be a secret.
    func mismatch(_ type: any Any.Type, expected kind: String) -> DecodingError {
        let advice = ["URL", "Decimal"].first { name in
            ["Foundation", "FoundationEssentials"].contains { String(reflecting: type) == "\($0).\(name)" }
        }
        let remedy = advice.map { "Declare the option as a String, and make the \($0) from it in the module." }
        let text = "expected \(kind), found \(value.kindName)"
        return .typeMismatch(type, context(text, remedy: remedy ?? "Write \(kind)."))
    }

    func context(_ message: String, remedy: String, isPredicate: Bool = false) -> DecodingError.Context {
        context(Problem(path: path, message: message, remedy: remedy, isPredicate: isPredicate))
    }

    /// Notes a problem, because what is thrown has no room for all of it.
    func context(_ problem: Problem) -> DecodingError.Context {
        record.own = problem
        let keys = problem.path.components.map(ConfigurationCodingKey.init)
        return DecodingError.Context(codingPath: keys, debugDescription: problem.message)
    }

    /// Returns the key that may have been meant by one that is missing.
    func misspelling(of key: String) -> String? {
        guard case .dictionary(let entries) = value, !isSecret else { return nil }
        let near = nearestName(to: key, among: entries.keys.lazy.filter { !self.askedKeys.contains($0) })
        if let near { record.misspellings.insert(path.appending(key: near)) }
        return near
    }

    /// Returns a problem for every key that no decoded type asked for, up to a number.
    func unknownKeys(_ nulls: NullKeys, limit: Int) -> [Problem] {
        var problems: [Problem] = []
        collectUnknownKeys(into: &problems, limit, nulls, isDecoded: false)
        if !record.secrets.isEmpty {
            for place in problems.indices { problems[place].path = discreet(problems[place].path) }
        }
        return problems
    }

    private func collectUnknownKeys(
        into problems: inout [Problem],
        _ limit: Int,
        _ nulls: NullKeys,
        isDecoded parentIsDecoded: Bool
    ) {
        let isDecoded = isDecoded || parentIsDecoded
        func go(on component: Component) {
            let inside = nulls.inside[component] ?? NullKeys()
            children[component]?.collectUnknownKeys(into: &problems, limit, inside, isDecoded: isDecoded)
        }
        switch value {
        case .dictionary(let entries):
            for key in (Array(entries.keys) + nulls.names).sorted() where problems.count < limit {
                if askedKeys.contains(spelt: key) {
                    go(on: .key(key))
                } else if isDecoded, isUnknown(key) {
                    problems.append(unknownKey(key, entries))
                }
            }
        case .array(let elements) where !children.isEmpty:
            for index in elements.indices { go(on: .index(index)) }
        default: break
        }
    }

    /// Whether a key that was not asked for is unknown for sure: with a value set aside, a type may ask for others.
    private func isUnknown(_ key: String) -> Bool {
        !record.setAside.reaches(into: path) || !expressible.isEmpty && !expressible.contains { $0(key) }
    }

    private func unknownKey(_ key: String, _ entries: [String: ConfigurationValue]) -> Problem {
        let names = askedKeys.sorted().map(\.quoted).joined(separator: ", ")
        let known = names.isEmpty ? "" : "; known here are \(names)"
        if record.secrets.covers(path) {
            return Problem(path: path, message: "holds an unknown key", remedy: "Remove it\(known).", isPredicate: true)
        }
        // A key that has a value may have it from defaults, or from a weaker source: others are more likely.
        let missing = askedKeys.filter { entries[$0] == nil }
        let hint = nearestName(to: key, among: missing) ?? nearestName(to: key, among: askedKeys)
        let message = "unknown key \(key.quoted)" + (hint.map { "; did you mean \($0.quoted)?" } ?? "")
        let remedy = hint == nil ? "Remove it\(known)." : "Correct it, or remove it\(known)."
        return Problem(path: path.appending(key: key), message: message, remedy: remedy)
    }

    /// Returns a path in this value with `••••` in place of the keys inside a secret that no type names: they are a
    /// part of it.
    func discreet(_ path: ConfigurationKeyPath) -> ConfigurationKeyPath {
        guard !record.secrets.isEmpty else { return path }
        var result = ConfigurationKeyPath()
        var real = ConfigurationKeyPath()
        var node: ConfigurationNode? = self
        for component in path.components {
            var shown = component
            if case .key = component, record.secrets.covers(real), node?.hasOnlyNamedKeys != true {
                shown = .key(hiddenText)
            }
            result.components.append(shown)
            real.components.append(component)
            node = node?.children[component]
        }
        return result
    }

    /// Whether the types that looked for keys of their own have a name for each, as structures have.
    private var hasOnlyNamedKeys: Bool { !expressible.isEmpty && !expressible.contains { $0(hiddenText) } }

    /// Remembers the innermost node through which an error passed.
    private func noteOrigin(of error: any Error) {
        let text = "\(error)"
        if record.origin?.text != text { record.origin = (path, text) }
    }
}

extension CaseIterable {
    /// What may be written for the cases of an enumeration that has raw values; nil for any other.
    fileprivate static var rawChoices: String? {
        let shown = 20
        let choices = allCases.prefix(shown + 1).compactMap { value -> String? in
            let raw: Any? = (value as? any RawRepresentable)?.rawValue
            return (raw as? String)?.quoted ?? (raw as? any BinaryInteger).map { "\($0)" }
        }
        guard !choices.isEmpty else { return nil }
        return choices.prefix(shown).joined(separator: ", ") + (choices.count > shown ? ", …" : "")
    }
}

/// A step of a path in the form that decoders use.
struct ConfigurationCodingKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ component: ConfigurationKeyPath.Component) {
        switch component {
        case .key(let key): (stringValue, intValue) = (key, nil)
        case .index(let index): (stringValue, intValue) = ("Index \(index)", index)
        }
    }

    init(stringValue: String) { self.init(.key(stringValue)) }

    init(intValue: Int) { self.init(.index(intValue)) }
}
