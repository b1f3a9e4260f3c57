// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What a type reads at one place.
enum OptionKind {
    case scalar(any ConfigurationScalar.Type)
    /// Foundation's `Date`.
    case date

    /// What values of a type are read as; nil for one that is no single value.
    init?(_ type: any Any.Type) {
        if let scalar = type as? any ConfigurationScalar.Type {
            self = .scalar(scalar)
        } else if isFoundationDate(type) {
            self = .date
        } else if let enumeration = type as? any RawRepresentable.Type {
            self.init(enumeration.rawType)
        } else {
            return nil
        }
    }

    /// Reads the text of a variable or an argument; nil where it is none of this kind.
    func value(of text: String) -> ConfigurationValue? {
        switch self {
        case .scalar(let type): type.value(of: text)
        case .date:
            secondsSinceReferenceDate(Array(text.utf8)[...]).map { .date(secondsSinceReferenceDate: Double($0)) }
        }
    }
}

/// How the text of a variable or an argument becomes an option.
enum OptionForm {
    /// A single value, which is of the first kind that takes the text.
    case scalar([OptionKind])
    /// Such values with commas in between.
    case list([OptionKind])

    /// The value that a text stands for; where it is none of what the type reads, the text, which the type refuses.
    func value(of text: String) -> ConfigurationValue {
        switch self {
        case .scalar(let kinds): Self.value(of: text, kinds)
        case .list where text.isEmpty: .array([])
        case .list(let kinds): .array(text.parts(at: ",").map { Self.value(of: $0, kinds) })
        }
    }

    /// The value of an argument that is given without one; nil where the type reads no truth value.
    var flag: ConfigurationValue? {
        guard case .scalar(let kinds) = self else { return nil }
        let isBoolean = kinds.contains { if case .scalar(let type) = $0 { type is Bool.Type } else { false } }
        return isBoolean ? .boolean(true) : nil
    }

    private static func value(of text: String, _ kinds: [OptionKind]) -> ConfigurationValue {
        for kind in kinds {
            if let value = kind.value(of: text) { return value }
        }
        return .string(text)
    }
}

extension RawRepresentable {
    fileprivate static var rawType: any Any.Type { RawValue.self }
}
