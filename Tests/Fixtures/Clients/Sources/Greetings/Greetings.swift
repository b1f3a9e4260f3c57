// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// Whoever says hello.
public protocol Greeter: Sendable {
    /// Returns a greeting for somebody.
    func greet(_ name: String) -> String
}

/// Greets in English.
public struct English: Greeter, ServiceImplementation {
    /// Needs no other service.
    public init(_ services: ServiceResolver) {}

    /// Returns a greeting for somebody.
    public func greet(_ name: String) -> String { "Hello, \(name)!" }
}

/// Greets in a class that knows nothing of Hive.
public final class Polite: Greeter {
    /// Needs nothing.
    public init() {}

    /// Returns a greeting for somebody.
    public func greet(_ name: String) -> String { "Good day, \(name)." }
}

/// Greets, if it can be made.
public struct Careful: Greeter {
    /// Needs nothing, and always succeeds.
    public init() throws {}

    /// Returns a greeting for somebody.
    public func greet(_ name: String) -> String { "Oh, \(name)?" }
}

/// Greets like another one, in an actor.
public actor Echo: Greeter {
    private let other: any Greeter

    /// Needs another one.
    public init(resolver: ServiceResolver) throws {
        other = try resolver.service((any Greeter).self)
    }

    /// Returns a greeting for somebody.
    nonisolated public func greet(_ name: String) -> String { other.greet("\(name) and \(name)") }
}

/// Greets whom its options name.
public actor DoorModule: HiveModule {
    /// What property lists say about the module.
    public struct Options: Decodable, Sendable {
        let visitor: String
    }
    /// What the module is.
    public static let manifest = ModuleManifest()

    /// Has nobody to greet yet.
    public init() {}

    /// Greets.
    public func ready(_ context: ModuleContext) async throws {
        let options: Options = try context.options()
        print(try context.service((any Greeter).self).greet(options.visitor))
    }
}
