// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveCommands
import HiveTestKit
import Testing

/// What each command says of a hive that is made in code, as text and as JSON.
@Suite(.timeLimit(.minutes(5)))
struct CommandTests {
    private func answer(_ arguments: String...) async -> String {
        let result = await HiveCommandLine(program: "shop") { try Shop.hive() }.run(arguments)
        #expect(result.exitCode == 0)
        #expect(result.errors == "")
        return result.output
    }

    @Test func helpNamesEveryCommandAndWhatStartsTheHive() async {
        let help = await answer("--help")
        #expect(await answer("verify", "-h") == help)
        let halves = help.split(separator: "\nThese set the modules up")
        let parts = halves.flatMap { $0.split(separator: "\nThese run every hook") }
        #expect(parts.count == 3)
        let questions = [
            "verify", "list", "order", "graph", "config", "options", "schema", "diff", "why", "page", "convert",
        ]
        for command in questions { #expect(parts[0].contains("\n  \(command) ")) }
        for command in ["services", "actions", "routes"] { #expect(parts[1].contains("\n  \(command) ")) }
        for command in ["blame", "timeline", "health"] { #expect(parts[2].contains("\n  \(command) ")) }
        #expect(help.contains("usage: shop hive COMMAND"))
    }

    @Test func verify() async {
        #expect(await answer("verify") == "0 errors, 0 warnings, 2 modules.\n")
        #expect(
            await answer("verify", "--json") == """
                {"errors":0,"leftOut":0,"modules":2,"names":[],"problems":[],"version":1,"warnings":0}

                """
        )
    }

    @Test func list() async {
        #expect(
            await answer("list") == """
                MODULE       LEVEL   PRIORITY  STATE    DECLARED AT
                PriceModule  basic   10        enabled  Shop/Main.swift:2
                TradeModule  normal  0         enabled  Shop/Main.swift:1

                """
        )
        #expect(
            await answer("list", "--json") == """
                {"modules":[{"enabled":true,"initializesConcurrently":false,"leftOut":false,\
                "level":0,"name":"PriceModule","needs":[],\
                "origins":[{"file":"Shop/Main.swift","line":2,"source":"code"}],"priority":10,\
                "provides":["PriceService"],"startTimeoutSeconds":30,"stopTimeoutSeconds":10,"type":"HiveCommandsTests.PriceModule"},\
                {"enabled":true,"initializesConcurrently":false,"leftOut":false,\
                "level":1,\
                "name":"TradeModule","needs":["service PriceService","AuditModule"],\
                "origins":[{"file":"Shop/Main.swift","line":1,"source":"code"}],"priority":0,"provides":[],\
                "startTimeoutSeconds":30,"stopTimeoutSeconds":10,"type":"HiveCommandsTests.TradeModule"}],"version":2}

                """
        )
    }

    @Test func order() async {
        #expect(
            await answer("order") == """
                1. PriceModule
                2. TradeModule
                longest chain of dependencies: PriceModule -> TradeModule
                a start takes at most: 180 s

                """
        )
        #expect(
            await answer("order", "--json") == """
                {"longestChain":["PriceModule","TradeModule"],"longestSequence":["PriceModule","TradeModule"],\
                "modules":["PriceModule","TradeModule"],"slowestSequence":["PriceModule","TradeModule"],\
                "version":2,"worstCaseSeconds":180}

                """
        )
    }

    @Test func graph() async {
        let mermaid = """
            flowchart TD
                m0["PriceModule"]
                m1["TradeModule"]
                m1 -->|"PriceService"| m0

            """
        #expect(await answer("graph") == mermaid)
        #expect(await answer("graph", "--mermaid") == mermaid)
        #expect(
            await answer("graph", "--dot") == """
                digraph hive {
                    node [shape=box];
                    m0 [label="PriceModule"];
                    m1 [label="TradeModule"];
                    m1 -> m0 [label="PriceService"];
                }

                """
        )
        #expect(
            await answer("graph", "--json").hasPrefix(
                """
                {"edges":[{"declared":true,"dependency":"PriceModule","module":"TradeModule","optional":false,\
                "origin":{"file":"Shop/TradeModule.swift","line":4,"source":"code"},"service":"PriceService"}],\
                "modules":[{"enabled":true,"level":0,"name":"PriceModule"},
                """
            )
        )
    }

    @Test func services() async {
        #expect(
            await answer("services") == """
                SERVICE                         NAME  SCOPE      MODULE       DECLARED AT
                HiveCommandsTests.PriceService        shared     PriceModule  Shop/PriceModule.swift:7
                HiveCommandsTests.PriceService  sale  transient  PriceModule  Shop/PriceModule.swift:8

                """
        )
        #expect(
            await answer("services", "--json").hasPrefix(
                """
                {"services":[{"asynchronous":false,"module":"PriceModule",\
                "origins":[{"file":"Shop/PriceModule.swift","line":7,"source":"code"}],"ranking":0,"scope":"shared",\
                "type":"HiveCommandsTests.PriceService"},
                """
            )
        )
    }

    @Test func page() async {
        let page = await answer("page")
        #expect(page.hasPrefix("<!DOCTYPE html>\n") && page.hasSuffix("</html>\n"))
        #expect(page.contains("This hive has not been started."))
        #expect(page.contains("<span class=\"number\">1</span> <bdi>Price<wbr/>Module</bdi>"))
        let result = await HiveCommandLine(program: "shop") { try Shop.hive() }.run(["page", "--json"])
        #expect(result.exitCode == 64)
        #expect(result.errors.hasPrefix("error: there is no option of page \"--json\""))
    }

    @Test func aPageOfAHiveThatCannotStartSaysWhy() async {
        let result = await HiveCommandLine(program: "shop") {
            let hive = try Shop.hive()
            try hive.modules.register(LostModule.self)
            return hive
        }.run(["page"])
        #expect(result.exitCode == 78)
        #expect(result.errors.contains("Nowhere"))
        #expect(result.output.contains("<span class=\"badge bad\">error</span>"))
    }

    @Test func actions() async {
        #expect(
            await answer("actions") == """
                Trade (TradeModule)
                  quote(sku: String, quantity: Int?) -> String, remote

                """
        )
        let json = await answer("actions", "--json")
        #expect(json.hasPrefix(#"{"targets":[{"actions":[{"isRemote":true,"name":"quote","origin":"Shop/TradeModule"#))
        #expect(json.hasSuffix("\"version\":1}\n"))
    }

    @Test func routes() async {
        #expect(
            await answer("routes") == """
                ROUTE                              MODULE       DECLARED AT
                shop://orders/:id(id: Int) -> Int  TradeModule  Shop/TradeModule.swift:9

                """
        )
        #expect(await answer("routes", "--json").contains(#""pattern":"shop://orders/:id""#))
    }

    @Test func blameListsEveryHookOfStartAndStop() async throws {
        let text = await answer("blame")
        let lines = text.split(separator: "\n")
        #expect(lines.first?.split(separator: " ") == ["TOOK", "HOOK", "RESULT"])
        for hook in ["setUp", "initialize", "ready", "willStop", "tearDown"] {
            #expect(lines.count { $0.contains(" PriceModule.\(hook) ") && $0.hasSuffix("succeeded") } == 1, "\(text)")
        }
        #expect(lines.last?.hasPrefix("critical path of the start: ") == true)
        let json = await answer("blame", "--json")
        #expect(json.contains(#""complete":true"#))
        #expect(json.contains(#""phase":"tearDown","result":"succeeded""#))
    }

    // C53
    @Test func healthAsksEveryModuleAndSaysWhetherTheWholeIsWell() async throws {
        let text = await answer("health")
        let lines = text.split(separator: "\n")
        #expect(lines.first?.split(separator: " ") == ["MODULE", "HEALTH", "TOOK", "REASON"])
        #expect(lines.contains { $0.hasPrefix("PriceModule  healthy ") })
        #expect(lines.last == "the whole: healthy, ready")

        let commands = HiveCommandLine(program: "shop") {
            let hive = try Shop.hive()
            try hive.modules.register(PoolModule.self)
            return hive
        }
        let result = await commands.run(["health"])
        #expect(result.exitCode == 69)
        #expect(result.errors == "")
        #expect(result.output.contains("PoolModule   unhealthy  0.000 µs  no connection\n"))
        let whole = "the whole: unhealthy: PoolModule: no connection, not ready, PoolModule: it connects\n"
        #expect(result.output.hasSuffix(whole))
        let json = await commands.run(["health", "--json"])
        #expect(json.exitCode == 69)
        #expect(
            json.output == """
                {"health":"unhealthy","modules":[\
                {"health":"healthy","module":"PriceModule","nanoseconds":0},\
                {"health":"healthy","module":"TradeModule","nanoseconds":0},\
                {"health":"unhealthy","module":"PoolModule","nanoseconds":0,"reason":"no connection"}],\
                "ready":false,"version":1,"withheld":[{"module":"PoolModule","reason":"it connects"}]}

                """
        )
    }

    private final class PoolModule: HiveModule {
        static let manifest = ModuleManifest()
        func setUp(_ context: SetupContext) async throws { context.withholdReadiness(because: "it connects") }
        func health(_ context: ModuleContext) async throws -> ModuleHealth { .unhealthy(because: "no connection") }
    }

    // C56
    @Test func aPartIsShownAsOne() async {
        let commands = HiveCommandLine(program: "shop") {
            let hive = Hive(HiveOptions(only: [.module(PriceModule.self)], clock: ManualClock()))
            try Shop.fill(hive)
            return hive
        }
        #expect(await commands.run(["verify"]).output == "0 errors, 0 warnings, 1 module, 1 left out.\n")
        let list = await commands.run(["list"]).output
        #expect(list.contains("PriceModule  basic   10        enabled   Shop"))
        #expect(list.contains("TradeModule  normal  0         left out  Shop"))
        #expect(await commands.run(["order"]).output.hasPrefix("1. PriceModule\na start takes at most: "))
        #expect(await commands.run(["graph"]).output == "flowchart TD\n    m0[\"PriceModule\"]\n")
        #expect(await commands.run(["actions"]).output == "There are no actions.\n")
        let object = await commands.run(["list", "--json"]).output
        #expect(object.contains(#""enabled":false,"initializesConcurrently":false,"leftOut":true"#))
    }

    @Test func timelineHasEveryHookInEachForm() async {
        let text = await answer("timeline")
        #expect(text.hasPrefix("10 hooks; critical path of the start: "))
        #expect(text.contains(" PriceModule.willStop "))
        let json = await answer("timeline", "--json")
        #expect(json.hasPrefix(#"{"version":1,"dropped":0,"hooks":[{"module":"#))
        #expect(json.contains(#"{"module":"PriceModule","phase":"setUp","stage":0,"#))
        #expect(json.contains(#""criticalPath":{"complete":true,"#))
        #expect(await answer("timeline", "--trace").contains("\"traceEvents\":["))
        #expect(await answer("timeline", "--svg").contains("<svg xmlns"))
    }

    // C6: no other command shows how long the hooks of a module may take.
    @Test func listHasTheTimeoutsThatCount() async {
        let json = await HiveCommandLine(program: "shop") {
            let hive = Hive(HiveOptions(timeouts: HiveTimeouts(start: nil), clock: ManualClock()))
            try Shop.fill(hive)
            return hive
        }.run(["list", "--json"]).output
        #expect(json.contains(#""stopTimeoutSeconds":10"#))
        #expect(!json.contains("startTimeoutSeconds"))
    }

    @Test func configOfAHiveWithoutPropertyListsIsEmpty() async {
        #expect(await answer("config", "--origin") == "No file says anything.\n")
        #expect(await answer("config", "--json") == "{\"settings\":[],\"version\":1}\n")
    }
}
