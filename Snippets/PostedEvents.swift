// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// A module that does its work in the handler of a posted event, and an observer that is told what handlers throw.

import Hive

struct OrderPlaced: HiveEvent { let id: Int }

protocol ReceiptPrinter: Sendable { func printReceipt(of order: Int) async throws }

struct NoPaper: Error {}

struct OfficePrinter: ReceiptPrinter {
    func printReceipt(of order: Int) async throws {
        if order == 2 { throw NoPaper() }
        print("receipt for order \(order)")
    }
}

final class ReceiptModule: HiveModule {
    static let manifest = ModuleManifest(needs: [.service((any ReceiptPrinter).self)])

    func setUp(_ context: SetupContext) async throws {
        try context.events.subscribe(OrderPlaced.self) { event, context in
            try await context.service((any ReceiptPrinter).self).printReceipt(of: event.id)
        }
    }
}

final class PrinterModule: HiveModule {
    static let manifest = ModuleManifest(provides: [(any ReceiptPrinter).self])

    func setUp(_ context: SetupContext) async throws {
        try context.services.register((any ReceiptPrinter).self, instance: OfficePrinter())
    }
}

func observing() -> HiveOptions {
    let options = HiveOptions(observers: [
        { step in if step.kind == .handlerFailed { print(step) } }
    ])
    return options
}

@main struct PostedEvents {
    static func main() async throws {
        let hive = Hive(observing())
        try hive.modules.register(ReceiptModule.self)
        try hive.modules.register(PrinterModule.self)
        try await hive.start()
        for id in 1...3 { try hive.events.post(OrderPlaced(id: id)) }
        try await hive.stop()
    }
}
