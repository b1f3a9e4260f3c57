// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// Finds out which keys a type reads when it is decoded, and what it reads there.
///
/// A `ConfigReader` cannot say which keys it has. The type is decoded once, from values that stand in for real ones:
/// its defaults where it has some, otherwise zeros, empty texts, and the first case of an enumeration that can list its
/// cases.
final class OptionSurvey {
    struct Key: Hashable, Sendable {
        let path: [String]
        let kind: OptionKind
        let isList: Bool
        fileprivate(set) var isSecret: Bool
    }

    /// The keys in the order in which they were asked for, each once.
    private(set) var keys: [Key] = []
    private let defaults: ConfigurationValue
    /// The types that are being decoded, the innermost last: one inside itself would never end.
    fileprivate var types: [ObjectIdentifier] = []

    private init(_ defaults: ConfigurationValue) { self.defaults = defaults }

    /// The keys that a type reads.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidValue`` where it refuses what stands in for a value.
    static func keys(of type: any Decodable.Type, defaults: ConfigurationValue = [:]) throws -> [Key] {
        let survey = OptionSurvey(defaults)
        do {
            _ = try SurveyDecoder(survey, path: [], .one, isSecret: false).decode(type)
        } catch {
            // The error of the type is about made-up values, so that it would only confuse.
            let place = survey.keys.last.map { " after \($0.path.joined(separator: "."))" } ?? ""
            let text = """
                The keys that \(type) reads cannot be found out\(place): it refuses a value that was made up. Give \
                it a default (ModuleOptions), let it be optional, or let an enumeration list its cases (CaseIterable).
                """
            throw HiveError(.invalidValue, text)
        }
        return survey.keys
    }

    fileprivate func note(_ kind: OptionKind, at place: SurveyDecoder) {
        guard !place.path.isEmpty, place.form != .none else { return }
        if let index = keys.firstIndex(where: { $0.path == place.path }) {
            // Read twice: what is a secret once is one.
            keys[index].isSecret = keys[index].isSecret || place.isSecret
        } else {
            keys.append(Key(path: place.path, kind: kind, isList: place.form == .list, isSecret: place.isSecret))
        }
    }

    fileprivate func fallback(at path: [String]) -> ConfigurationValue? {
        path.reduce(Optional(defaults)) { tree, key in
            if case .dictionary(let entries) = tree { entries[key] } else { nil }
        }
    }
}

extension HiveModule {
    /// The keys that the module's options read; none where it has no options.
    ///
    /// - Throws: What ``OptionSurvey/keys(of:defaults:)`` throws.
    static func optionKeys(defaults: ConfigurationValue) throws -> [OptionSurvey.Key] {
        try OptionSurvey.keys(of: Options.self, defaults: defaults)
    }
}

/// Where a survey is in the type.
struct SurveyDecoder: Decoder {
    /// What can stand at a place: one value, a list of values, or nothing that swift-configuration could hold, such as
    /// a structure in a list.
    enum Form {
        case one, list, none
    }

    let survey: OptionSurvey
    let path: [String]
    let form: Form
    let isSecret: Bool
    var codingPath: [any CodingKey] { path.map(SurveyKey.init) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ survey: OptionSurvey, path: [String], _ form: Form, isSecret: Bool) {
        self.survey = survey
        self.path = path
        self.form = form
        self.isSecret = isSecret
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(SurveyKeys(decoder: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { SurveyList(element) }

    func singleValueContainer() -> any SingleValueDecodingContainer { SurveyValue(decoder: self) }

    /// The place of a key in this one.
    func child(_ key: any CodingKey) -> SurveyDecoder {
        SurveyDecoder(survey, path: path + [key.stringValue], form == .one ? .one : .none, isSecret: isSecret)
    }

    /// The place of the elements of a list that stands here.
    var element: SurveyDecoder {
        SurveyDecoder(survey, path: path, form == .one ? .list : .none, isSecret: isSecret)
    }

    /// Decodes what stands at this place, and notes what it is.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let scalar = type as? any OptionScalar.Type {
            survey.note(scalar.kind, at: self)
            let fallback = form == .one ? survey.fallback(at: path) : nil
            if let value = scalar.standIn(fallback) as? Value { return value }
        }
        guard !survey.types.contains(ObjectIdentifier(type)) else { throw Endless() }
        survey.types.append(ObjectIdentifier(type))
        defer { survey.types.removeLast() }
        do {
            let isSecret = isSecret || type is any SecretOption.Type
            return try Value(from: SurveyDecoder(survey, path: path, form, isSecret: isSecret))
        } catch {
            let empty = (type as? any ExpressibleByArrayLiteral.Type)?.empty
            let standIn = (type as? any CaseIterable.Type)?.firstCase ?? empty
            guard let value = standIn as? Value else { throw error }
            return value
        }
    }

    /// A type that holds one of its own would be asked for its keys without end.
    private struct Endless: Error {}
}

extension ExpressibleByArrayLiteral {
    fileprivate static var empty: Any { Self() }
}

extension CaseIterable {
    fileprivate static var firstCase: Any? { allCases.first }
}

struct SurveyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
