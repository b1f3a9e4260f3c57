// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// A program that does one thing, and work that does one thing again and again.

import Hive
import HiveTestKit

protocol ReportService: Sendable {
    func total() async throws -> Int
    func report() async throws -> String
}

func sendInvoices() async throws {}

@Sendable func makeHive() throws -> Hive { Hive() }

func total(_ hive: Hive) async throws -> Int {
    let total = try await hive.run { context in
        try await context.service((any ReportService).self).total()
    }
    return total
}

func main() async {
    await Hive.main {
        try makeHive()
    } run: { context in
        print(try await context.service((any ReportService).self).report())
    }
}

actor InvoiceModule: WorkingModule {
    static let manifest = ModuleManifest()

    func run(_ context: WorkContext) async throws {
        while await context.sleep(for: .seconds(60)) {
            try await sendInvoices()
        }
    }
}

func nextJob(_ test: TestHive) async throws {
    try await test.waitForSleep(of: InvoiceModule.self)
    test.clock.advance(by: .seconds(60))
}
