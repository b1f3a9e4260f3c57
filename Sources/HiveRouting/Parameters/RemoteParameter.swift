// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

/// A type whose values may come from outside: decoded from text in a URL, or from a JSON value.
///
/// Only types that conform can come from outside: the basic types and optionals of them. Add a type of your own by a
/// conformance: an enumeration with raw values only declares it, a `Decodable` type conforms to ``RemoteJSON``, and any
/// other type implements how it is read.
///
/// ```swift
/// enum Shipping: String, RemoteParameter { case flat, express }
/// struct Filter: RemoteJSON { let tags: [String] }
/// ```
public protocol RemoteParameter: Sendable {
    /// What errors call such a value, with its article: `an integer`.
    static var remoteKind: String { get }
    /// Reads the value from a query item or a path component, after percent-decoding.
    ///
    /// - Throws: Anything when the text is none.
    init(remoteText text: String) throws
    /// Reads the value from JSON.
    ///
    /// - Throws: Anything when the value is none.
    init(remoteValue value: ConfigurationValue) throws
}

/// A text or value that a type cannot be read from.
struct UnfitValue: Error {}

extension RemoteParameter {
    /// The type's name.
    public static var remoteKind: String { "\(Self.self)" }
}

extension String: RemoteParameter {
    /// What errors call a text.
    public static var remoteKind: String { "a text" }
    /// Takes the text as it is.
    public init(remoteText text: String) { self = text }
    /// Takes a string, and nothing else.
    public init(remoteValue value: ConfigurationValue) throws {
        guard case .string(let text) = value else { throw UnfitValue() }
        self = text
    }
}

extension Bool: RemoteParameter {
    /// What errors call a truth value.
    public static var remoteKind: String { "true or false" }
    /// Reads `true` or `false`, in small letters, and nothing else.
    public init(remoteText text: String) throws {
        guard let flag = Bool(text) else { throw UnfitValue() }
        self = flag
    }
    /// Takes a truth value, and nothing else.
    public init(remoteValue value: ConfigurationValue) throws {
        guard case .boolean(let flag) = value else { throw UnfitValue() }
        self = flag
    }
}

extension RemoteParameter where Self: FixedWidthInteger {
    /// What errors call a whole number.
    public static var remoteKind: String { "an integer from \(Self.min) to \(Self.max)" }
    /// Reads decimal digits with an optional minus, at most 20 bytes; a plus, spaces and other digits are refused.
    public init(remoteText text: String) throws {
        guard text.utf8.count <= 20, text.utf8.first != UInt8(ascii: "+"), let number = Self(text) else {
            throw UnfitValue()
        }
        self = number
    }
    /// Takes an integer that fits, and nothing else.
    public init(remoteValue value: ConfigurationValue) throws {
        guard case .integer(let whole) = value, let number = Self(exactly: whole) else { throw UnfitValue() }
        self = number
    }
}

extension Int: RemoteParameter {}
extension Int8: RemoteParameter {}
extension Int16: RemoteParameter {}
extension Int32: RemoteParameter {}
extension Int64: RemoteParameter {}
extension UInt: RemoteParameter {}
extension UInt8: RemoteParameter {}
extension UInt16: RemoteParameter {}
extension UInt32: RemoteParameter {}
extension UInt64: RemoteParameter {}

extension Double: RemoteParameter {
    /// What errors call a number.
    public static var remoteKind: String { "a finite number" }
    /// Reads a decimal number such as `-1.5e3`, at most 64 bytes of it; hexadecimal, infinite and no numbers are
    /// refused.
    public init(remoteText text: String) throws {
        let bytes = Array(text.utf8.prefix(65))
        guard bytes.count <= 64, bytes.first != UInt8(ascii: "+"), DecimalParts(of: bytes[...]).end == bytes.count,
            let number = Double(text), number.isFinite
        else { throw UnfitValue() }
        self = number
    }
    /// Takes a number.
    public init(remoteValue value: ConfigurationValue) throws {
        switch value {
        case .real(let number): self = number
        case .integer(let number): self = Double(number)
        default: throw UnfitValue()
        }
    }
}

extension Optional: RemoteParameter where Wrapped: RemoteParameter {
    /// What errors call the value, when there is one.
    public static var remoteKind: String { Wrapped.remoteKind }
    /// Reads the value; one that is absent is nil.
    public init(remoteText text: String) throws { self = try Wrapped(remoteText: text) }
    /// Reads the value; one that is absent is nil.
    public init(remoteValue value: ConfigurationValue) throws { self = try Wrapped(remoteValue: value) }
}

extension RemoteParameter where Self: RawRepresentable, RawValue: RemoteParameter {
    /// Reads the raw value.
    public init(remoteText text: String) throws { self = try Self.from(RawValue(remoteText: text)) }
    /// Reads the raw value.
    public init(remoteValue value: ConfigurationValue) throws { self = try Self.from(RawValue(remoteValue: value)) }

    private static func from(_ raw: RawValue) throws -> Self {
        guard let value = Self(rawValue: raw) else { throw UnfitValue() }
        // Swift takes equivalent spellings for equal, so the raw value is compared with the text once more.
        if let text = raw as? String, let own = value.rawValue as? String, own == text, !own.isSpelt(text) {
            throw UnfitValue()
        }
        return value
    }
}

/// A type whose values come from outside as JSON, in a query item or as a part of a JSON text.
///
/// The JSON is read strictly: a key twice, an unknown key, a number for a string, or more than the limits allow is an
/// error.
public protocol RemoteJSON: RemoteParameter, Decodable {}

extension RemoteJSON {
    /// Reads JSON within ``URLLimits``' defaults.
    ///
    /// A URL's parameter is read within the limits that were set for URLs instead, and goes to `init(remoteValue:)`.
    ///
    /// - Throws: ``HiveError`` that says what is wrong with the text, or with the value.
    public init(remoteText text: String) throws {
        let json = try JSONReader.read(text, limits: URLLimits())
        if !json.nulls.isEmpty { _ = try json.decoded(as: Self.self) }
        try self.init(remoteValue: json.value)
    }
    /// Decodes the value.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidValue`` and every problem.
    public init(remoteValue value: ConfigurationValue) throws { self = try value.decoded() }
}

/// An optional of a type that is read from JSON.
protocol OptionalRemoteJSON {}

extension Optional: OptionalRemoteJSON where Wrapped: RemoteJSON {}
