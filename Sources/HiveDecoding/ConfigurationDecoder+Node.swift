// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// One value of the tree that is being decoded; what is asked of it stands in the record, under its path.
struct ConfigurationNode {
    typealias Component = ConfigurationKeyPath.Component
    typealias Problem = ConfigurationDecodingError.Problem

    let value: ConfigurationValue
    let path: ConfigurationKeyPath
    let record: ConfigurationRecord
    /// What the value was given as, where it was given as a text: what a type reads decides what it stands for.
    private let text: String?
    /// The names from outside that may be options inside this value.
    private let names: [OpenNames.Name]
    /// Whether there is no value, and only such names.
    private let isOnlyNamed: Bool

    init(
        _ value: ConfigurationValue?,
        at path: ConfigurationKeyPath = ConfigurationKeyPath(),
        text: String? = nil,
        names: [OpenNames.Name] = [],
        in record: ConfigurationRecord
    ) {
        self.value = value ?? text.map { .string($0) } ?? [:]
        self.path = path
        self.record = record
        self.text = text
        self.names = names
        isOnlyNamed = value == nil && text == nil
    }

    var codingPath: [any CodingKey] { path.components.map(ConfigurationCodingKey.init) }
    /// What is in a dictionary; nil of any other value.
    var entries: [String: ConfigurationValue]? { if case .dictionary(let entries) = value { entries } else { nil } }

    /// The node of the value under a key, which is known from then on; nil where there is none.
    ///
    /// Where it `opens`, names from outside that go on below the key are a value as well.
    func child(named key: String, opens: Bool = false) -> ConfigurationNode? {
        record.visits[path, default: .init()].askedKeys.insert(key)
        let inner = path.appending(key: key)
        if record.setAside.contains(inner) { return defaultChild(at: inner) }
        let given = names.isEmpty ? ([], []) : OpenNames.pick(key, from: names)
        if let last = given.0.last {
            for name in given.0 { record.openNames?.note(name, at: inner) }
            return ConfigurationNode(nil, at: inner, text: last.text, in: record)
        }
        let value = entries?.value(spelt: key)
        guard value != nil || opens && !given.1.isEmpty else { return nil }
        return ConfigurationNode(value, at: inner, names: given.1, in: record)
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
        let inner = path.appending(index: index)
        if record.setAside.contains(inner) { return defaultChild(at: inner) }
        guard text != nil, case .string(let text) = elements[index] else {
            return ConfigurationNode(elements[index], at: inner, in: record)
        }
        return ConfigurationNode(nil, at: inner, text: text, in: record)
    }

    /// The default in place of a value that was found wrong.
    private func defaultChild(at inner: ConfigurationKeyPath) -> ConfigurationNode? {
        record.defaults.value(at: inner).map { ConfigurationNode($0, at: inner, in: record) }
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
        guard path.components.count <= ConfigurationDecoder.maximumDepth else {
            let text = "is nested more than \(ConfigurationDecoder.maximumDepth) levels deep"
            throw DecodingError.dataCorrupted(context(text, remedy: "Nest the values less deep."))
        }
        // Other scalars have nothing to remember, and there may be many.
        if value.isContainer || type is any ModuleOptions.Type {
            record.visits[path, default: .init()].types[ObjectIdentifier(type)] = type
        }
        do {
            let result = try T(from: ConfigurationNodeDecoder(node: self, owner: T.self))
            record.visits[path]?.isDecoded = true
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
    private var isSecret: Bool { record.secrets.covers(path) || isDeclaredSecret }

    /// Whether options that are decoded here, or around here, have a secret here by default: they may read it as
    /// something else first.
    private var isDeclaredSecret: Bool {
        let components = path.components
        return (0...components.count).contains { end in
            let around = record.visits[ConfigurationKeyPath(Array(components[..<end]))]
            return around?.types.values.contains { type in
                guard let options = type as? any ModuleOptions.Type else { return false }
                return record.encodedDefaults(of: options)?.holdsSecret(at: components[end...]) ?? false
            } ?? false
        }
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

    /// What types have asked here.
    private var visit: ConfigurationRecord.Visit { record.visits[path] ?? .init() }

    /// Returns the key that may have been meant by one that is missing.
    func misspelling(of key: String) -> String? {
        guard let entries, !isSecret else { return nil }
        let asked = visit.askedKeys
        let near = nearestName(to: key, among: entries.keys.lazy.filter { !asked.contains($0) })
        if let near { record.misspellings.insert(path.appending(key: near)) }
        return near
    }

    /// Returns a problem for every key that no decoded type asked for, up to a number.
    func unknownKeys(_ nulls: NullKeys, limit: Int) -> [Problem] {
        var problems: [Problem] = []
        collectUnknownKeys(into: &problems, limit, nulls, isDecoded: false)
        for place in problems.indices { problems[place].path = record.discreet(problems[place].path) }
        return problems
    }

    private func collectUnknownKeys(
        into problems: inout [Problem],
        _ limit: Int,
        _ nulls: NullKeys,
        isDecoded parentIsDecoded: Bool
    ) {
        let visit = visit
        let isDecoded = visit.isDecoded || parentIsDecoded
        func go(on child: ConfigurationNode?, _ component: Component) {
            let inside = nulls.inside[component] ?? NullKeys()
            child?.collectUnknownKeys(into: &problems, limit, inside, isDecoded: isDecoded)
        }
        switch value {
        case .dictionary(let entries):
            for key in (Array(entries.keys) + nulls.names).sorted() where problems.count < limit {
                if visit.askedKeys.contains(spelt: key) {
                    go(on: child(named: key), .key(key))
                } else if isDecoded, isUnknown(key, visit) {
                    problems.append(unknownKey(key, entries, visit.askedKeys))
                }
            }
        case .array(let elements):
            // A scalar has no keys, and what no type has looked at has none of its.
            for index in elements.indices where elements[index].isContainer {
                let inner = path.appending(index: index)
                if record.visits[inner] != nil { go(on: child(at: index, in: elements), .index(index)) }
            }
        default: break
        }
    }

    /// Whether a key that was not asked for is unknown for sure: with a value set aside, a type may ask for others.
    private func isUnknown(_ key: String, _ visit: ConfigurationRecord.Visit) -> Bool {
        !record.setAside.reaches(into: path) || visit.isOpened && !visit.mayAsk(for: key)
    }

    private func unknownKey(_ key: String, _ entries: [String: ConfigurationValue], _ asked: Set<String>) -> Problem {
        let names = asked.sorted().map(\.quoted).joined(separator: ", ")
        let known = names.isEmpty ? "" : "; known here are \(names)"
        if record.secrets.covers(path) {
            return Problem(path: path, message: "holds an unknown key", remedy: "Remove it\(known).", isPredicate: true)
        }
        // A key that has a value may have it from defaults, or from a weaker source: others are more likely.
        let missing = asked.filter { entries[$0] == nil }
        let hint = nearestName(to: key, among: missing) ?? nearestName(to: key, among: asked)
        let message = "unknown key \(key.quoted)" + (hint.map { "; did you mean \($0.quoted)?" } ?? "")
        let remedy = hint == nil ? "Remove it\(known)." : "Correct it, or remove it\(known)."
        return Problem(path: path.appending(key: key), message: message, remedy: remedy)
    }

    /// Remembers the innermost node through which an error passed.
    private func noteOrigin(of error: any Error) {
        let text = "\(error)"
        if record.origin?.text != text { record.origin = (path, text) }
    }
}

extension ConfigurationValue {
    fileprivate var isContainer: Bool {
        switch self {
        case .array, .dictionary: true
        default: false
        }
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
