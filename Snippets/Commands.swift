// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// The samples on commands, where the compiler sees them.

import Hive
import HiveCommands
import HiveConfig
import HiveReports

private final class StockModule: HiveModule {
    static let manifest = ModuleManifest()
}
private final class QuoteModule: HiveModule {
    static let manifest = ModuleManifest()
}

private func makeHive() throws -> Hive {
    let hive = Hive()
    try hive.modules.register(StockModule.self)
    return hive
}

func makeServer() throws -> Hive {
    try Hive(contentsOf: "Config", options: HiveOptions(context: .process(name: "Server", prefix: "SERVER")))
}

private struct Narrator: Sendable {
    func observe(_ step: HiveObservation) {
        if step.kind == .slowHook { print("slow:", step) }
    }
}

@main
struct Shop {
    static func main() async {
        let commands = HiveCommandLine(program: "shop") { try makeHive() }
        await commands.answer()
        await Hive.main { try makeHive() }
    }

    static func part() throws -> Hive {
        let hive = try Hive(contentsOf: "Config", options: HiveOptions(only: [.module(QuoteModule.self)]))
        return hive
    }

    static func ask() async throws {
        let hive = Hive(HiveOptions(observers: [Narrator().observe]))
        for problem in hive.verify() { print(problem) }
        print(hive.startPlan().longestChain)
        try await hive.start()
        print(hive.timeline.text())
        print(hive.timeline.blame.prefix(3))
        try await hive.stop()
    }

    /// What a server answers at an address of its own.
    static func page(of hive: Hive) async -> (body: String, type: String) {
        let html = await hive.page()
        return (html, "text/html; charset=utf-8")
    }
}
