// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

public protocol Greeter: Sendable {
    func greet(_ name: String) -> String
}

public struct English: Greeter, HiveService {
    public init(_ services: ServiceResolver) {}

    public func greet(_ name: String) -> String { "Hello, \(name)!" }
}

/// Greets by the name that its options hold.
public actor DoorModule: HiveModule {
    public init() {}

    public func ready(_ context: InitContext) async throws {
        struct Options: Decodable { let visitor: String }
        let options = try context.options(as: Options.self)
        print(try context.service((any Greeter).self).greet(options.visitor))
    }
}
