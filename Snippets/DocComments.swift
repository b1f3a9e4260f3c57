// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// The samples of the doc comments, where the compiler sees them; the program runs most of them.

import Hive

struct Order: Sendable { let id: Int }

struct OrderPlaced: HiveEvent { let order: Order }
struct PriceAsked: HiveEvent {
    typealias Reply = Int
    let sku: String
}

protocol CatalogService: Sendable { func price(of sku: String) -> Int }
struct InMemoryCatalog: CatalogService { func price(of sku: String) -> Int { sku.count } }

final class CatalogModule: HiveModule {
    static let manifest = ModuleManifest(level: .basic, provides: [(any CatalogService).self])
    init() {}
    func setUp(_ context: SetupContext) async throws {
        try context.services.register((any CatalogService).self) { _ in InMemoryCatalog() }
    }
}

actor CartModule: HiveModule {
    static let manifest = ModuleManifest()
    @Autowired var catalog: any CatalogService
}
final class HomeModule: HiveModule {
    static let manifest = ModuleManifest()
    let catalog = Autowired<any CatalogService>()
}

protocol DeskService: Sendable {}
struct Desk: DeskService { var title: String? }

@MainActor final class DeskModule: HiveModule {
    struct Options: Decodable, Sendable { var title: String? }
    nonisolated static let manifest = ModuleManifest(
        level: 10,
        needs: [.module(CatalogModule.self)],
        provides: [(any DeskService).self]
    )
    init() {}
    func setUp(_ context: SetupContext) async throws {
        let options: Options = try context.options()
        try context.services.register((any DeskService).self) { _ in Desk(title: options.title) }
    }
}

protocol TradeService: Sendable {}

enum Stating {
    actor TradeModule: HiveModule {
        static let manifest = ModuleManifest(
            priority: 10,
            needs: [.service((any CatalogService).self)],
            provides: [(any TradeService).self]
        )
    }
}

struct Database: Sendable {}
final class TradeModule: FactoryModule {
    static let manifest = ModuleManifest()
    private let database: Database
    init(database: Database) { self.database = database }
}

protocol JobQueue: Sendable {}
struct MemoryQueue: JobQueue {}
protocol Mailer: Sendable {}
final class SMTPMailer: Mailer, ServiceImplementation {
    let queue: any JobQueue
    init(_ services: ServiceResolver) throws { queue = try services.service((any JobQueue).self) }
}
let mailer = ServiceFactory(SMTPMailer.self)
let catalog = ServiceFactory(InMemoryCatalog.self) { _ in InMemoryCatalog() }

struct LocalMailer: Mailer {
    let queue: any JobQueue
}

struct Warehouse: Sendable { func reserve(_ order: Order) async throws {} }
let warehouse = Warehouse()

struct Cache: Sendable { func removeAll() {} }
let cache = Cache()

protocol Reader: Sendable {}
struct FileStore: Reader {}

func startAndStop() async throws {
    let hive = Hive()
    try hive.modules.register(CatalogModule.self)
    try await hive.start()
    let catalog = try hive.services.service((any CatalogService).self)
    try await hive.stop()
    print(catalog.price(of: "tea"))
}

func makeWithOptions() -> Hive {
    let part = HiveOptions(only: [.named("CatalogModule"), .service((any CatalogService).self)])
    print(part.only?.count ?? 0)
    let options = HiveOptions(context: HiveContext(name: "Shop"), timeouts: HiveTimeouts(wholeStart: .seconds(60)))
    let hive = Hive(options)
    return hive
}

func registerModules(_ hive: Hive, _ database: Database) throws {
    try hive.modules.register(CatalogModule.self)
    try hive.modules.register(TradeModule.self) { TradeModule(database: database) }
}

func registerServices(_ hive: Hive) throws -> any Mailer {
    try hive.services.register((any Mailer).self) { services in
        LocalMailer(queue: try services.service((any JobQueue).self))
    }
    let mailer = try hive.services.service((any Mailer).self)
    return mailer
}

func registerAlias(_ services: ServiceRegistrar) throws {
    try services.register(FileStore.self) { _ in FileStore() }
    try services.registerAlias((any Reader).self, of: FileStore.self) { $0 }
}

func triggerEvents(_ hive: Hive, _ order: Order) async throws {
    let token = hive.events.subscribe(OrderPlaced.self) { event, _ in print(event.order) }
    let outcome = try await hive.events.trigger(OrderPlaced(order: order))
    print(outcome.handlerCount)
    token.cancel()
}

func subscribeWithTimeout(_ hive: Hive) throws -> RegistrationToken {
    let token = try hive.events.subscribe(OrderPlaced.self, timeout: .seconds(2)) { event, _ in
        try await warehouse.reserve(event.order)
    }
    return token
}

func hearOfTheSystem(_ context: SetupContext) throws {
    try context.events.subscribe(SystemEvent.self) { event, _ in
        if event == .memoryPressure { cache.removeAll() }
    }
}

func hearOfReadiness(_ context: SetupContext) throws {
    try context.events.subscribe(HiveReadiness.self) { readiness, _ in print(readiness) }
}

struct Pool: Sendable { var isConnected: Bool { get async { true } } }
final class PoolModule: HiveModule {
    static let manifest = ModuleManifest()
    let pool = Pool()
    func health(_ context: ModuleContext) async throws -> ModuleHealth {
        await pool.isConnected ? .healthy : .unhealthy(because: "no connection to the database")
    }
}

func answerProbe(_ context: WorkContext) async throws -> String {
    let health = try await context.health()
    return health.isWell ? "200 OK" : "503 \(health)"
}

func loseConnection(_ context: ModuleContext) {
    context.withholdReadiness(because: "no connection to the database")
}

func loop(_ hive: Hive) async {
    for await delivery in hive.events.stream(of: OrderPlaced.self, limit: 100) {
        if delivery.missed > 0 { print("\(delivery.missed) events were lost") }
        print(delivery.event.order)
    }
}

func values() throws -> String {
    var values = ConfigurationValues()
    values.append(["database": ["host": "localhost"]], origin: "defaults")
    values.append(environment: ["SHOP_DATABASE_HOST": "db1"], prefix: "SHOP")
    let host = try values.value("database.host", default: "localhost")  // db1
    return host
}

func declaredValues() -> HiveContext {
    var context = HiveContext()
    context.values.declare("config", "database.maxConnections")
    context.values.append(arguments: ["--config=/etc/shop", "--database-max-connections=8"])
    return context
}

let options: ConfigurationValue = ["host": "localhost", "port": 8080, "tags": ["a", "b"]]

print(options, try values(), mailer, catalog)
try await startAndStop()
let hive = Hive()
try registerModules(hive, Database())
try hive.services.register((any JobQueue).self, instance: MemoryQueue())
try registerAlias(hive.services.registrar)
try await hive.start()
_ = try registerServices(hive)
_ = try subscribeWithTimeout(hive)
let looping = Task { await loop(hive) }
try await triggerEvents(hive, Order(id: 1))
try await hive.stop()
await looping.value
