// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Compiled into the tests, which replay the corpus, and into the fuzz target (Tests/Fuzz), which has no testing
// library.

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

    /// Two hives that answer URLs in every form there is, and that outsiders must not be able to tell from each other.
    struct Doors: Sendable {
        /// With things that are not marked for outsiders.
        let full: Hive
        /// With nothing else than what is marked for them.
        let bare: Hive

        func stop() async throws {
            try await full.stop()
            try await bare.stop()
        }
    }

    /// Two hives; they serve for all inputs.
    static func makeDoors(clock: any Clock<Duration> = ContinuousClock()) async throws -> Doors {
        let doors = Doors(full: Hive(HiveOptions(clock: clock)), bare: Hive(HiveOptions(clock: clock)))
        for (hive, hasSecrets) in [(doors.full, true), (doors.bare, false)] {
            try hive.modules.register(DoorModule.self) { DoorModule(hasSecrets: hasSecrets) }
            try await hive.start()
        }
        return doors
    }

    static func check(_ bytes: [UInt8], in doors: Doors) async throws {
        let url = String(decoding: bytes, as: UTF8.self)
        let before = secrets.load(ordering: .sequentiallyConsistent)
        let vault = try await doors.full.actions.perform("Vault", "itself", as: Vault.self)
        let outcome = try await outcome(of: url, in: doors.full)
        guard secrets.load(ordering: .sequentiallyConsistent) == before else {
            throw Broken(description: "Something that is not marked was reached.")
        }
        // C60: what is not marked makes no difference, and is not let go of.
        let bare = try await self.outcome(of: url, in: doors.bare)
        guard outcome == bare, doors.full.remote.canOpen(url) == doors.bare.remote.canOpen(url) else {
            throw Broken(description: "\(outcome), and without what is not marked \(bare).")
        }
        guard try await doors.full.actions.perform("Vault", "itself", as: Vault.self) === vault else {
            throw Broken(description: "A cached instance was evicted.")
        }
    }

    /// What an outsider learns.
    private static func outcome(of url: String, in hive: Hive) async throws -> String {
        do {
            let answer = try await hive.remote.open(url)
            // What an outsider may open, an insider may, and both are told so.
            guard hive.remote.canOpen(url) else { throw Broken(description: "Answered, though canOpen says no.") }
            try hive.routes.check(url)
            try hive.routes.check(url, asOutsider: true)
            return "\(answer)"
        } catch let error as RemoteError {
            guard texts.contains("\(error)") else { throw Broken(description: "The outsider reads: \(error)") }
            if hive.remote.canOpen(url), error.kind != .badParameters, error.kind != .tooLarge {
                throw Broken(description: "Refused as \(error.kind), though canOpen says yes.")
            }
            return "\(error)"
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

/// What is kept between calls, and is none of the outsiders' business.
private final class Vault: Sendable {}

private final class DoorModule: FactoryModule {
    static let manifest = ModuleManifest()
    private let hasSecrets: Bool

    init(hasSecrets: Bool) { self.hasSecrets = hasSecrets }

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
        try context.routes.chain("shop://steps") { chain in
            chain.component("login", "user", access: .remote) { (user: String) in user }
            if hasSecrets { chain.component("secret") { RemoteURLInvariants.secret() } }
        }
        try context.services.register((any StockService).self) { _ in EmptyStock() }
        try context.actions.export((any StockService).self, as: "Store") { service in
            service.method("stock", "sku", "places", access: .remote) {
                (store: any StockService, sku: String, places: Places) in
                store.stock(of: sku, in: places.names)
            }
            if hasSecrets { service.method("secret") { _ in RemoteURLInvariants.secret() } }
        }
        try context.actions.target("Trade") { target in
            target.action("quote", "sku", "quantity", "rate", access: .remote) {
                (sku: String, quantity: Int, rate: Double?) in
                "\(sku) \(quantity) \(rate ?? 0)"
            }
            guard hasSecrets else { return }
            target.action("secret") { RemoteURLInvariants.secret() }
            target.action("nativeSecret") { RemoteURLInvariants.secret() }
        }
        if hasSecrets { try addSecrets(context) }
    }

    private func addSecrets(_ context: SetupContext) throws {
        try context.routes.bind("shop://orders/secret") { RemoteURLInvariants.secret() }
        try context.routes.bind("shop://secret/:id", "id") { (_: Int) in RemoteURLInvariants.secret() }
        try context.routes.chain("shop://secrets") { $0.component("secret") { RemoteURLInvariants.secret() } }
        try context.actions.target("Vault") { _ in
            Vault()
        } _: { target in
            target.action("itself") { (vault: Vault) in vault }
            target.action("secret") { (_: Vault) in RemoteURLInvariants.secret() }
            target.fallback { _ in RemoteURLInvariants.secret() }
        }
    }
}
