// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// One value of the tree that is being decoded, with a record of the keys that were asked for.
///
/// A container that is decoded twice, by a superclass and a subclass or by a type that tries alternatives, has one
/// node, so that what either of them asks for counts as known.
final class ConfigurationNode {
    typealias Component = ConfigurationKeyPath.Component

    let value: ConfigurationValue
    private let parent: ConfigurationNode?
    private let component: Component?
    /// Whether the value stands in for a wrong one: it is whatever a type asks for.
    let isAbsent: Bool
    let record: ConfigurationRecord
    private let depth: Int
    private var children: [Component: ConfigurationNode] = [:]
    private var askedKeys: Set<String> = []
    /// Whether a type was decoded from this node to its end, so that what it didn't ask for is really unknown.
    private var isDecoded = false
    /// Whether a key is one that a type can express, for each type that looked.
    private var expressible: [(String) -> Bool] = []

    init(
        _ value: ConfigurationValue,
        isAbsent: Bool = false,
        in record: ConfigurationRecord,
        parent: ConfigurationNode? = nil,
        component: Component? = nil
    ) {
        self.value = value
        self.isAbsent = isAbsent
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

    /// Whether a value in this one is replaced by whatever is asked for.
    func isReplaced(_ component: Component) -> Bool {
        !record.patches.isEmpty && record.patches.replaced.contains(path.appending(component))
    }

    /// Whether a value in this one is taken out.
    func isRemoved(_ component: Component) -> Bool {
        !record.patches.isEmpty && record.patches.removed.contains(path.appending(component))
    }

    /// Returns the node of a value that is whatever is asked for.
    func absentChild(_ component: Component) -> ConfigurationNode {
        record.placeholderCount += 1
        return ConfigurationNode([:], isAbsent: true, in: record, parent: self, component: component)
    }

    /// A node at this place that is whatever is asked for.
    private var absentTwin: ConfigurationNode {
        record.placeholderCount += 1
        return ConfigurationNode([:], isAbsent: true, in: record, parent: parent, component: component)
    }

    /// Notes that a type looks for keys of its own.
    func isOpened(_ isExpressible: @escaping (String) -> Bool) { expressible.append(isExpressible) }

    /// Notes that a key was said to be a misspelling of another.
    func noteMisspelling(_ key: String) { record.misspellings.insert(path.appending(key: key)) }

    /// Returns the node of a value inside this one.
    func child(_ component: Component, value: ConfigurationValue) -> ConfigurationNode {
        if let known = children[component] { return known }
        let child = ConfigurationNode(value, in: record, parent: self, component: component)
        switch value {
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

    /// Notes that a key is known to the type.
    func ask(for key: String) {
        askedKeys.insert(key)
        record.survey?.note(asked: path.appending(key: key))
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if let scalar = type as? any ConfigurationScalar.Type {
            record.note(value: path)
            record.survey?.note(.scalar(scalar), at: path)
            if isAbsent, let result = scalar.placeholder(isOther: record.isOther) as? T { return result }
            guard let result = scalar.init(configuration: value) as? T else {
                if record.survey?.makesUp == true, let made = scalar.placeholder(isOther: false) as? T {
                    return made
                }
                let remedy = "Write \(scalar.spelling)."
                throw mismatch(T.self, remedy: remedy) { scalar.complaint(about: $0, isSecret: $1) }
            }
            return result
        }
        guard depth <= ConfigurationDecoder.maximumDepth else {
            throw corruption("is nested more than \(ConfigurationDecoder.maximumDepth) levels deep")
        }
        // A type that always decodes its own type again, in two places, would never end.
        guard record.placeholderCount <= ConfigurationRecord.maximumPlaceholderCount else {
            throw corruption("wants more values than can be put in")
        }
        if isAbsent, let result = (type as? any CaseIterable.Type)?.someCase(isLast: record.isOther) as? T {
            // What the cases are written as is only known from the enumeration's initializer.
            if record.survey != nil { _ = try? T(from: ConfigurationNodeDecoder(node: self, owner: T.self)) }
            return result
        }
        record.survey?.enter(type)
        defer { record.survey?.leave() }
        do {
            let result = try T(from: ConfigurationNodeDecoder(node: self, owner: T.self))
            isDecoded = true
            return result
        } catch {
            if record.survey?.makesUp == true, !isAbsent, let made = try? absentTwin.decode(type) { return made }
            noteOrigin(of: error)
            if let choices = (type as? any CaseIterable.Type)?.rawChoices { record.choices = (path, choices) }
            throw error
        }
    }
}

// MARK: - Faults

extension ConfigurationNode {
    /// Whether messages may not show the value.
    private var isSecret: Bool { record.secrets.covers(path) }

    /// The error about a value that is no container; it is not shown, because what belongs inside may be a secret.
    func mismatch(_ type: any Any.Type, expected kind: String) -> DecodingError {
        let advice = ["URL", "Decimal"].first { name in
            ["Foundation", "FoundationEssentials"].contains { String(reflecting: type) == "\($0).\(name)" }
        }
        let remedy = advice.map { "Declare the option as a String, and make the \($0) from it in the module." }
        let text = "expected \(kind), found \(value.kindName)"
        return .typeMismatch(type, context(text, remedy: remedy ?? "Write \(kind)."))
    }

    /// The error about a single value; the complaint is told whether it may not show it.
    func mismatch(
        _ type: any Any.Type,
        remedy: String,
        complaint: (ConfigurationValue, _ isSecret: Bool) -> String
    ) -> DecodingError {
        let message = complaint(value, isSecret)
        return .typeMismatch(type, context(message, discreet: complaint(value, true), remedy: remedy))
    }

    func corruption(_ message: String) -> DecodingError {
        .dataCorrupted(context(message, remedy: "Nest the values less deep."))
    }

    func context(
        _ message: String,
        discreet: String? = nil,
        remedy: String,
        at component: Component? = nil,
        isOmitted: Bool = false,
        isPredicate: Bool = false
    ) -> DecodingError.Context {
        let place = component.map { path.appending($0) } ?? path
        let discreet = discreet ?? message
        record.own = ConfigurationFault(
            path: place,
            message: message,
            discreetMessage: discreet,
            remedy: remedy,
            isOmitted: isOmitted,
            isPredicate: isPredicate
        )
        return DecodingError.Context(
            codingPath: place.components.map(ConfigurationCodingKey.init),
            debugDescription: message
        )
    }

    /// Returns the key that may have been meant by one that is missing.
    func misspelling(of key: String) -> String? {
        guard case .dictionary(let entries) = value, !isSecret else { return nil }
        return nearestName(to: key, among: entries.keys.lazy.filter { !self.askedKeys.contains($0) })
    }

    /// Returns a problem for every key that no decoded type asked for.
    func unknownKeys(_ nulls: NullKeys) -> [ConfigurationDecodingError.Problem] {
        var problems: [ConfigurationDecodingError.Problem] = []
        collectUnknownKeys(into: &problems, path: ConfigurationKeyPath(), nulls, isDecoded: false)
        return record.secrets.isEmpty ? problems : problems.map { $0.placed(at: discreet($0.path)) }
    }

    private func collectUnknownKeys(
        into problems: inout [ConfigurationDecodingError.Problem],
        path: ConfigurationKeyPath,
        _ nulls: NullKeys?,
        isDecoded parentIsDecoded: Bool
    ) {
        let isDecoded = isDecoded || parentIsDecoded
        switch value {
        case .dictionary(let entries):
            for key in entries.keys.sorted() {
                if !askedKeys.contains(spelt: key) {
                    if isDecoded, isUnknown(key, at: path) { problems.append(unknownKey(key, entries, path)) }
                } else if let child = children[.key(key)] {
                    let (path, nulls) = (path.appending(key: key), nulls?.inside[.key(key)])
                    child.collectUnknownKeys(into: &problems, path: path, nulls, isDecoded: isDecoded)
                }
            }
            for key in nulls?.names.sorted() ?? []
            where isDecoded && !askedKeys.contains(spelt: key) && isUnknown(key, at: path) {
                problems.append(unknownKey(key, entries, path))
            }
        case .array(let elements) where !children.isEmpty:
            for index in elements.indices {
                guard let child = children[.index(index)] else { continue }
                let (path, nulls) = (path.appending(index: index), nulls?.inside[.index(index)])
                child.collectUnknownKeys(into: &problems, path: path, nulls, isDecoded: isDecoded)
            }
        default: break
        }
    }

    /// Whether a key that was not asked for is unknown for sure: with a value replaced, a type may have asked for less.
    private func isUnknown(_ key: String, at path: ConfigurationKeyPath) -> Bool {
        !record.patches.reach(into: path) || !expressible.isEmpty && !expressible.contains { $0(key) }
    }

    private func unknownKey(
        _ key: String,
        _ entries: [String: ConfigurationValue],
        _ path: ConfigurationKeyPath
    ) -> ConfigurationDecodingError.Problem {
        let names = askedKeys.sorted().map(\.quoted).joined(separator: ", ")
        let known = names.isEmpty ? "" : "; known here are \(names)"
        if record.secrets.covers(path) {
            return .init(path: path, message: "holds an unknown key", remedy: "Remove it\(known).", isPredicate: true)
        }
        // A key that has a value may have it from defaults, or from a weaker source.
        let hint =
            nearestName(to: key, among: askedKeys.subtracting(entries.keys)) ?? nearestName(to: key, among: askedKeys)
        let message = "unknown key \(key.quoted)" + (hint.map { "; did you mean \($0.quoted)?" } ?? "")
        let remedy = hint == nil ? "Remove it\(known)." : "Correct it, or remove it\(known)."
        return .init(path: path.appending(key: key), message: message, remedy: remedy)
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
        guard let type = Self.self as? any RawRepresentable.Type else { return nil }
        let shown = 20
        let choices = allCases.prefix(shown + 1).compactMap { type.rawText(of: $0) }
        guard !choices.isEmpty else { return nil }
        return choices.prefix(shown).joined(separator: ", ") + (choices.count > shown ? ", …" : "")
    }

    fileprivate static func someCase(isLast: Bool) -> Self? {
        let all = Array(allCases)
        return isLast ? all.last : all.first
    }
}

extension RawRepresentable {
    /// A value's raw value as somebody would write it.
    fileprivate static func rawText(of value: Any) -> String? {
        guard let raw = (value as? Self)?.rawValue else { return nil }
        if let text = raw as? String { return text.quoted }
        return (raw as? any BinaryInteger).map { "\($0)" }
    }
}

extension DecodingError {
    /// The part that all cases share.
    var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
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
