// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// The samples of the doc comments of HiveConfig and HiveTestKit, where the compiler sees them.

import Hive
import HiveConfig
import HiveTestKit

protocol CatalogService: Sendable {}
struct InMemoryCatalog: CatalogService, ServiceImplementation {
    init(_ services: ServiceResolver) throws {}
}
final class CatalogModule: HiveModule {
    static let manifest = ModuleManifest()
}
actor TradeModule: HiveModule {
    static let manifest = ModuleManifest()
}

let catalogue = HiveCatalogue(
    modules: [CatalogModule.self, TradeModule.self],
    services: [(any CatalogService).self],
    implementations: [InMemoryCatalog.self]
)

struct Server: Sendable {
    func limit(connections: Int) async throws {}
}

let server = Server()

actor ServerModule: ReconfigurableModule {
    struct Options: ModuleOptions { var connections = 100 }
    static let manifest = ModuleManifest()

    func reconfigure(_ context: ModuleContext) async throws {
        let options: Options = try context.options()
        try await server.limit(connections: options.connections)
    }
}

actor WebModule: HiveModule {
    struct Options: ModuleOptions {
        var port = 8080
        var hosts = ["localhost"]
        var password: Secret<String>?
    }
    static let manifest = ModuleManifest()

    func setUp(_ context: SetupContext) async throws {
        let options: Options = try context.options()
        print(options.hosts, options.port)
    }
}

struct Database: Sendable {
    func logIn(_ user: String, password: String) async throws {}
}

let database = Database()

final class DatabaseModule: HiveModule {
    struct Options: Decodable, Sendable {
        var user: String
        var password: Secret<String>
    }
    static let manifest = ModuleManifest()

    func initialize(_ context: ModuleContext) async throws {
        let options: Options = try context.options()
        try await database.logIn(options.user, password: options.password.value)
    }
}

func reload(_ hive: Hive) async throws {
    let report = try await hive.reload(HiveConfiguration(contentsOf: "Config", environment: .production))
    print(report ?? "asked for")
}

func showSettings() {
    let configuration = HiveConfiguration(contentsOf: "Config", environment: .production)
    for setting in configuration.settings { print(setting) }
}

func start() async throws {
    let hive = try Hive(contentsOf: "Config", defaultModules: ["Shop"])
    try await hive.start()
}

func makeForContext() throws -> Hive {
    let options = HiveOptions(context: .process(name: "Shop", prefix: "SHOP"))
    let configuration = HiveConfiguration(contentsOf: "Config", options: options)
    let hive = try Hive(configuration, options: options)
    return hive
}

func folderOfProcess() throws -> String {
    let options = HiveOptions(context: .process(name: "Shop", prefix: "SHOP", values: ["config"]))
    let folder = try options.context.values.value("config", default: "Config")
    return folder
}

func makeFromProcess() throws -> Hive {
    let options = HiveOptions(context: .process(name: "Shop", prefix: "SHOP"))
    let hive = try Hive(contentsOf: "Config", options: options)
    return hive
}

func makeWatching() throws -> Hive {
    let options = HiveOptions(context: .process(name: "Shop", prefix: "SHOP"), watchesConfiguration: true)
    let hive = try Hive(contentsOf: "Config", options: options)
    return hive
}

func moveTime() {
    let clock = ManualClock()
    let hive = Hive(HiveOptions(clock: clock))
    clock.advance(by: .seconds(30))
    print(hive.state)
}

print(catalogue)
moveTime()

struct GreetingOptions: ModuleOptions {
    var hour = 8

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        hour = try container.decode(Int.self, forKey: .hour)
        guard 0..<24 ~= hour else {
            let text = "an hour is 0 to 23, not \(hour)"
            throw DecodingError.dataCorruptedError(forKey: .hour, in: container, debugDescription: text)
        }
    }

    private enum CodingKeys: CodingKey { case hour }
}
