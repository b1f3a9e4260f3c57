// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The options of a module, with defaults.
///
/// The values of a fresh instance count wherever nothing else is said, key by key: below records, code, property lists,
/// environment variables and arguments (C54).
///
/// ```swift
/// actor WebModule: HiveModule {
///     struct Options: ModuleOptions {
///         var port = 8080
///         var hosts = ["localhost"]
///         var password: Secret<String>?
///     }
///     static let manifest = ModuleManifest()
///     func setUp(_ context: SetupContext) async throws {
///         let options: Options = try context.options()
///         print(options.hosts, options.port)
///     }
/// }
/// ```
///
/// With the prefix `SHOP`, the variable `SHOP_WEB_PORT=9090` wins over the property lists, and the argument
/// `--Web.port=9090` over both.
///
/// A type that is only `Decodable` has no defaults, whatever its properties are initialized with, because the decoding
/// that the compiler writes for it demands every key. Here `Encodable` is what tells the defaults; the values come from
/// `init()`, which is called whenever a module of the type is planned or asks for its options, so let it be cheap.
///
/// The defaults also say which options there are: so a misspelt variable or argument is told the near one, `--help`
/// lists them, and all that is wrong with a module's options is reported at once. Of a type that is only `Decodable`
/// nothing is known beforehand: its first problem is reported, and variables and arguments are options if it asks for
/// them while it is decoded. The same goes for what is inside an option that is nil, unless its type is a
/// `ModuleOptions` itself.
public protocol ModuleOptions: Codable, Sendable {
    /// Creates options with the defaults.
    init()
}

extension ModuleOptions {
    /// The defaults as a tree; an option that is nil is not among them.
    package static func defaults() throws -> ConfigurationValue { try encodedDefaults().tree ?? [:] }

    /// The defaults, with what there is to know of each option.
    static func encodedDefaults() throws -> ConfigurationEncoder.Place { try ConfigurationEncoder.encode(Self()) }
}
