// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Compiled into the tests, which replay the corpus, and into the fuzz target (Tests/Fuzz), which has no testing library.

import Hive
import HiveRouting
import Synchronization

/// What holds for every URL from outside, whatever its bytes are (T4).
enum RemoteURLInvariants {
    struct Broken: Error, CustomStringConvertible {
        let description: String
    }

    /// How often something was reached that no URL may reach.
    private static let secrets = Atomic<Int>(0)

    /// Everything that an outsider may read of an error.
    private static let texts: Set<String> = [
        "The address cannot be understood.", "The address is too long.", "There is nothing at this address.",
        "The parameters do not fit.", "The call failed.",
    ]

    /// A hive that answers URLs in every form there is; one serves for all inputs.
    static func makeHive(clock: any Clock<Duration> = ContinuousClock()) async throws -> Hive {
        let hive = Hive(clock: clock)
        try hive.modules.register(DoorModule.self)
        try await hive.start()
        return hive
    }

    static func check(_ bytes: [UInt8], in hive: Hive) async throws {
        let url = String(decoding: bytes, as: UTF8.self)
        let before = secrets.load(ordering: .sequentiallyConsistent)
        do {
            _ = try await hive.remote.open(url)
            // What an outsider may open, an insider may, and both are told so.
            guard hive.remote.canOpen(url) else { throw Broken(description: "Answered, though canOpen says no.") }
            try hive.routes.check(url)
            try hive.routes.check(url, asOutsider: true)
        } catch let error as RemoteError {
            guard texts.contains("\(error)") else { throw Broken(description: "The outsider reads: \(error)") }
            if hive.remote.canOpen(url), error.kind != .badParameters {
                throw Broken(description: "Refused as \(error.kind), though canOpen says yes.")
            }
        }
        guard secrets.load(ordering: .sequentiallyConsistent) == before else {
            throw Broken(description: "Something that is not marked was reached.")
        }
    }

    /// What nobody outside may call.
    fileprivate static func secret() { secrets.add(1, ordering: .sequentiallyConsistent) }
}

private protocol StockService: Sendable { func stock(of sku: String, in places: [String]) -> Int }
private struct EmptyStock: StockService {
    func stock(of sku: String, in places: [String]) -> Int { sku.utf8.count + places.count }
}

private enum Shipping: String, RemoteParameter { case flat, express }
private struct Places: RemoteJSON { let names: [String] }

private final class DoorModule: HiveModule {
    init() {}

    func setUp(_ context: SetupContext) async throws {
        try context.routes.accept("shop", forms: [.beeHive, .moduleProtocolMediator], jumps: .remote)
        // A jump that nobody draws is not found; only the event can tell.
        try context.events.subscribe(Jump.self) { _, _ in }
        try context.routes.bind("shop://orders/:id", "id", "verbose", access: .remote) { (id: Int, verbose: Bool?) in
            "\(id) \(verbose ?? false)"
        }
        try context.routes.bind("shop://files/*path", "path", "shipping", access: .remote) {
            (path: String, shipping: Shipping?) in
            path + (shipping?.rawValue ?? "")
        }
        try context.routes.bind("shop://orders/secret") { RemoteURLInvariants.secret() }
        try context.routes.chain("shop://steps") { chain in
            chain.component("login", "user", access: .remote) { (user: String) in user }
            chain.component("secret") { RemoteURLInvariants.secret() }
        }
        try context.services.register((any StockService).self) { _ in EmptyStock() }
        try context.actions.export((any StockService).self, as: "Store") { service in
            service.method("stock", "sku", "places", access: .remote) {
                (store: any StockService, sku: String, places: Places) in
                store.stock(of: sku, in: places.names)
            }
            service.method("secret") { _ in RemoteURLInvariants.secret() }
        }
        try context.actions.target("Trade") { target in
            target.action("quote", "sku", "quantity", "rate", access: .remote) {
                (sku: String, quantity: Int, rate: Double?) in
                "\(sku) \(quantity) \(rate ?? 0)"
            }
            target.action("secret") { RemoteURLInvariants.secret() }
            target.action("nativeSecret") { RemoteURLInvariants.secret() }
        }
    }
}
