// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import HiveTestKit

// What the commands are asked about.

protocol PriceService: Sendable {}
final class FlatPrices: PriceService, ServiceImplementation {
    init(_ services: ServiceResolver) {}
}

final class PriceModule: HiveModule {
    static let manifest = ModuleManifest(level: .basic, priority: 10, provides: [(any PriceService).self])
    init() {}
    func setUp(_ context: SetupContext) async throws {
        try context.services.register(
            (any PriceService).self,
            fileID: "Shop/PriceModule.swift",
            line: 7
        ) { FlatPrices($0) }
        try context.services.register(
            (any PriceService).self,
            name: "sale",
            scope: .transient,
            fileID: "Shop/PriceModule.swift",
            line: 8
        ) { FlatPrices($0) }
    }
}

actor TradeModule: HiveModule {
    static let manifest = ModuleManifest(
        needs: [
            .service((any PriceService).self), .named("AuditModule", optional: true),
        ],
        fileID: "Shop/TradeModule.swift",
        line: 4
    )
    init() {}
    func setUp(_ context: SetupContext) async throws {
        let file = "Shop/TradeModule.swift"
        try context.actions.target("Trade", fileID: file, line: 5) { target in
            target.action("quote", "sku", "quantity", access: .remote, fileID: file, line: 6) {
                (sku: String, quantity: Int?) in "\(sku) \(quantity ?? 1)"
            }
        }
        try context.routes.bind("shop://orders/:id", "id", fileID: file, line: 9) { (id: Int) in id }
    }
}

actor AuditModule: HiveModule {
    static let manifest = ModuleManifest()
    init() {}
}

actor LostModule: HiveModule {
    static let manifest = ModuleManifest(needs: [.named("Nowhere")], fileID: "Shop/LostModule.swift", line: 5)
    init() {}
}

struct Refusal: Error, CustomStringConvertible {
    var description: String { "no \u{1B}[2J" }
}

actor FailingModule: HiveModule {
    static let manifest = ModuleManifest()
    init() {}
    func initialize(_ context: ModuleContext) async throws { throw Refusal() }
}

actor BrokenModule: HiveModule {
    static let manifest = ModuleManifest()
    init() {}
    func setUp(_ context: SetupContext) async throws { throw Refusal() }
}

actor StubbornModule: HiveModule {
    static let manifest = ModuleManifest()
    init() {}
    func tearDown(_ context: StopContext) async throws { throw Refusal() }
}

actor HangingModule: HiveModule {
    static let manifest = ModuleManifest()
    init() {}
    func setUp(_ context: SetupContext) async throws {
        // Until the timeout cancels it.
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        for await _ in stream {}
        withExtendedLifetime(continuation) {}
    }
}

enum Shop {
    /// A hive that has not been started, at places that do not change.
    static func hive() throws -> Hive {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try fill(hive)
        return hive
    }

    static func fill(_ hive: Hive) throws {
        try hive.modules.register(TradeModule.self, fileID: "Shop/Main.swift", line: 1)
        try hive.modules.register(PriceModule.self, fileID: "Shop/Main.swift", line: 2)
    }
}
