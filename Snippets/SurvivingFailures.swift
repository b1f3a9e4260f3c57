// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// A module that fails now and then while the rest of the hive goes on; the program shows how it comes back.

import Hive

struct BrokerLost: Error, CustomStringConvertible {
    var description: String { "the broker has closed the connection" }
}

actor BrokerModule: WorkingModule {
    static let manifest = ModuleManifest(onFailure: .restart)

    func run(_ context: WorkContext) async throws {
        guard await context.sleep(for: .milliseconds(20)) else { return }
        throw BrokerLost()
    }
}

actor InvoiceModule: HiveModule {
    static let manifest = ModuleManifest(needs: [.module(BrokerModule.self)])
}

enum Limited {
    actor InvoiceModule: HiveModule {
        static let manifest = ModuleManifest(onFailure: .restart(limit: 5, within: .seconds(60)))
    }
}

protocol RateService: Sendable { var euro: Double { get } }

enum Optionally {
    actor InvoiceModule: HiveModule {
        static let manifest = ModuleManifest(needs: [.service((any RateService).self, optional: true)])

        func ready(_ context: ModuleContext) async throws {
            guard let rates = try context.optionalService((any RateService).self) else { return }
            print("one euro is \(rates.euro) francs")
        }
    }
}

func observing() -> HiveOptions {
    let options = HiveOptions(observers: [
        { step in if step.kind == .moduleChanged { print(step) } }
    ])
    return options
}

@main struct SurvivingFailures {
    static func main() async throws {
        let hive = Hive()
        try hive.modules.register(BrokerModule.self)
        try hive.modules.register(InvoiceModule.self)
        try await hive.start()
        for await (module, state) in hive.moduleStateChanges {
            print("\(module): \(state)")
            if case .restarting(_, attempt: 2, _) = state { break }
        }
        try await hive.stop()
    }
}
