// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// A program that prints the page of a hive, for a check that opens it in a browser; its argument says of which.

import Hive
import HiveReports

@main struct Program {
    static func main() async throws {
        switch CommandLine.arguments.dropFirst().first {
        case "plan": print(try await shop().page())
        case "running": print(try await page(of: shop()))
        case "stopped": print(try await page(of: shop(), stopsFirst: true))
        case "failed": print(try await pageOfAFailure())
        case "hostile": print(try await page(of: HostileModules.hive()))
        case "large": print(try await page(of: ManyModules.hive()))
        case let word: throw HiveError(.invalidState, "There is no hive called \(word ?? "nothing").")
        }
    }

    private static func shop() throws -> Hive {
        let hive = Hive(HiveOptions(context: HiveContext(name: "Shop", environment: .production)))
        try hive.modules.register(WebModule.self, options: ["port": 9090, "password": "hunter2"])
        try hive.modules.register(JobsModule.self)
        try hive.modules.register(StoreModule.self)
        try hive.modules.register(CacheModule.self)
        try hive.modules.register(MailModule.self, options: ["key": "hunter2"])
        _ = hive.events.subscribe(OrderPlaced.self) { order, _ in
            if order.number > 1200 { throw HiveError(.invalidState, "out of paper") }
        }
        return hive
    }

    private static func page(of hive: Hive, stopsFirst: Bool = false) async throws -> String {
        try await hive.start()
        try await hive.add(LateModule.self)
        let audit = ModuleDeclaration(AuditModule.self, at: .code(fileID: "Shop", line: 7))
        try await hive.reload(Composition(modules: [audit], services: []), reporting: [])
        for number in 1...1234 { _ = try await hive.events.trigger(OrderPlaced(number: number)) }
        _ = try await hive.events.trigger(BasketLeft())
        let page = await hive.page()
        try await hive.stop()
        return stopsFirst ? await hive.page() : page
    }

    private static func pageOfAFailure() async throws -> String {
        let hive = try shop()
        try hive.modules.register(BrokenModule.self)
        try? await hive.start()
        return await hive.page()
    }
}
