import Hive

protocol Greeter: Sendable {
    func greeting(for name: String) async throws -> String
}

struct PoliteGreeter: Greeter {
    func greeting(for name: String) async throws -> String {
        try await Task.sleep(for: .seconds(1))  // A good greeting takes a second.
        return "Good day, \(name)!\n"
    }
}

final class GreetingModule: HiveModule {
    static let manifest = ModuleManifest(provides: [(any Greeter).self])

    func setUp(_ context: SetupContext) async throws {
        try context.services.register((any Greeter).self) { _ in PoliteGreeter() }
    }
}
