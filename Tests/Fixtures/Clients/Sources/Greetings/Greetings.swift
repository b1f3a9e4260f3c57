// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// Whoever says hello.
public protocol Greeter: Sendable {
    /// Returns a greeting for somebody.
    func greet(_ name: String) -> String
}

/// Greets in English.
public struct English: Greeter, HiveService {
    /// Needs no other service.
    public init(_ services: ServiceResolver) {}

    /// Returns a greeting for somebody.
    public func greet(_ name: String) -> String { "Hello, \(name)!" }
}

/// Greets whom its options name.
public actor DoorModule: HiveModule {
    /// Has nobody to greet yet.
    public init() {}

    /// Greets.
    public func ready(_ context: InitContext) async throws {
        struct Options: Decodable { let visitor: String }
        let options = try context.options(as: Options.self)
        print(try context.service((any Greeter).self).greet(options.visitor))
    }
}
