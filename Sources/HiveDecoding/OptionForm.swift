// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// How the text of a variable or an argument becomes an option.
struct OptionForm {
    /// What the type reads: a text is the first of these that takes it.
    let kinds: [any ConfigurationScalar.Type]
    /// Whether it reads any number of them, with commas in between.
    var isList = false

    /// The value that a text stands for; where it is none of what the type reads, the text, which the type refuses.
    func value(of text: String) -> ConfigurationValue {
        guard isList else { return single(text) }
        return .array(text.isEmpty ? [] : text.parts(at: ",").map(single))
    }

    /// The value of an argument that is given without one; nil where the type reads no truth value.
    var flag: ConfigurationValue? { !isList && kinds.contains { $0 is Bool.Type } ? true : nil }

    private func single(_ text: String) -> ConfigurationValue {
        kinds.lazy.compactMap { $0.value(of: text) }.first ?? .string(text)
    }

    /// What a type reads as a single value; nil for one that does not.
    static func kind(of type: any Any.Type) -> (any ConfigurationScalar.Type)? {
        if let scalar = type as? any ConfigurationScalar.Type { return scalar }
        if ConfigurationDate.stands(for: type) { return ConfigurationDate.self }
        return (type as? any RawRepresentable.Type).flatMap { kind(of: $0.rawType) }
    }
}

extension RawRepresentable {
    fileprivate static var rawType: any Any.Type { RawValue.self }
}
