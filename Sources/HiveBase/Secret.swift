// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A value that nothing shows by accident, such as a password among a module's options.
///
/// ```swift
/// final class DatabaseModule: HiveModule {
///     struct Options: Decodable, Sendable {
///         var user: String
///         var password: Secret<String>
///     }
///     static let manifest = ModuleManifest()
///     func initialize(_ context: ModuleContext) async throws {
///         let options: Options = try context.options()
///         try await database.logIn(options.user, password: options.password.value)
///     }
/// }
/// ```
///
/// It is decoded like its value. Whatever else shows it writes `••••`: descriptions, string interpolation, `dump`,
/// mirrors, and every encoder. Errors about options say of which kind a wrong secret is, and never what it holds; a
/// type's own text is left out, unless it is the same with the default in the secret's place. `hive config` and
/// `HiveConfiguration.settings` do not show it either: they ask ``HiveModule/Options``, and of a module that names
/// none they show no option (C54).
///
/// Whoever takes ``value`` out looks after it from then on. A secret that may be absent is a `Secret<String>?`. A whole
/// structure or dictionary may be secret; of its keys only those are shown that a type names, as a structure does.
public struct Secret<Value> {
    /// The value itself.
    public let value: Value

    /// Hides a value.
    public init(_ value: Value) {
        self.value = value
    }
}

extension Secret: Sendable where Value: Sendable {}
extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `••••`, whatever the value is.
    public var description: String { hiddenText }
    /// `••••`, whatever the value is.
    public var debugDescription: String { hiddenText }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: Encodable where Value: Encodable {
    /// Encodes the text `••••` in place of the value.
    ///
    /// Only Hive's own encoder, which reads the defaults of `ModuleOptions` and the arguments of calls within a
    /// program, gets the value itself: it shows it to nobody.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let encoder = encoder as? any SecretKeepingEncoder {
            encoder.willEncodeSecret()
            try container.encode(value)
        } else {
            try container.encode(hiddenText)
        }
    }
}

/// An encoder that is given secrets as they are, because what it makes stays inside Hive.
package protocol SecretKeepingEncoder: Encoder {
    /// Notes that what is encoded next is a secret.
    func willEncodeSecret()
}

/// What stands for a value that must not be shown.
package let hiddenText = "••••"
