// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Greetings
import Hive
import HiveConfig

/// A type that only the property list names, nested and in the program itself.
enum Lights {
    @MainActor final class LightModule: HiveModule {
        nonisolated static let manifest = ModuleManifest()

        func willStop(_ context: StopContext) async throws { print("Lights out") }
    }
}

/// A module that code makes, with options from the property list.
final class PoolModule: FactoryModule {
    struct Options: Decodable, Sendable { var name: String }
    static let manifest = ModuleManifest()

    private let size: Int

    init(size: Int) { self.size = size }

    func initialize(_ context: ModuleContext) async throws {
        let options: Options = try context.options()
        precondition(size == 3 && options.name == "main", "The factory and the list come together.")
    }
}

/// A greeter of the program's own, which can be made in two ways: the one with the resolver counts.
enum Undecided: Greeter {
    case alone, withServices

    init() { self = .alone }

    init(_ services: ServiceResolver) { self = .withServices }

    func greet(_ name: String) -> String { self == .withServices ? "Well, \(name)." : "Whoever made me?" }
}

/// A greeter that says itself how it is made and shut down, though it could be made without.
final class Leaving: Greeter, ServiceImplementation {
    private let isMadeByHive: Bool

    init() { isMadeByHive = false }

    init(_ services: ServiceResolver) { isMadeByHive = true }

    func greet(_ name: String) -> String { isMadeByHive ? "Goodbye, \(name)." : "Whoever made me?" }

    func shutdown() async throws { print("Gone") }
}

/// A greeter that there is one of.
final class Only: Greeter, SharedInstanceService {
    private static let only = Only()

    private init() {}

    static func sharedInstance() -> Only { only }

    func greet(_ name: String) -> String { self === Self.only ? "Me, \(name)!" : "Whoever made me?" }
}

@main
struct Client {
    static func main() async throws {
        for environment in [HiveEnvironment.development, .production] {
            let hive = try Hive(.compiled, options: HiveOptions(context: HiveContext(environment: environment)))
            try hive.modules.register(PoolModule.self) { PoolModule(size: 3) }
            try await hive.start()
            let greeters = try hive.services.all((any Greeter).self)
            print(greeters.map { $0.greet("you") }.joined(separator: " "))
            try await hive.stop()
        }
    }
}
