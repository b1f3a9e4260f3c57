// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig
import HiveTestKit
import Testing

@testable import HiveCommands

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What `why` is asked about.
enum WhyShop {
    final class CartModule: HiveModule {
        struct Options: ModuleOptions {
            var maximumLines = 5
            var limits: [String: Int] = [:]
            var token = Secret("none")
            var bulk = 3
        }
        static let manifest = ModuleManifest(
            needs: [.service((any PriceService).self)],
            stopTimeout: .seconds(3),
            fileID: "Shop/CartModule.swift",
            line: 7
        )
        init() { Issue.record("why has created a module") }
    }
    final class HomeModule: HiveModule {
        static let manifest = ModuleManifest(
            level: .basic,
            priority: 20,
            needs: [.named("CartModule"), .named("AuditModule", optional: true)],
            fileID: "Shop/HomeModule.swift",
            line: 9
        )
        init() {}
    }
}

/// `why` says of a module, a service or a value what made it so, and creates no module (C57).
@Suite(.timeLimit(.minutes(5)))
struct WhyTests {
    private let modules = """
        <dict><key>timeouts</key><dict><key>start</key><integer>7</integer></dict>
        <key>moduleClasses</key><array>
        <dict><key>moduleClass</key><string>CartModule</string><key>options</key><dict>
        <key>maximumLines</key><integer>8</integer><key>token</key><string>hunter2</string>
        <key>limits</key><dict><key>tea</key><integer>2</integer><key>mug</key><integer>1</integer></dict></dict></dict>
        <dict><key>moduleClass</key><string>HomeModule</string></dict>
        <dict><key>moduleClass</key><string>PriceModule</string></dict>
        <dict><key>moduleClass</key><string>AuditModule</string><key>enabled</key><false/></dict>
        </array></dict>
        """
    private let production = """
        <dict><key>moduleClasses</key><array>
        <dict><key>moduleClass</key><string>CartModule</string><key>options</key><dict>
        <key>maximumLines</key><integer>9</integer></dict></dict>
        </array></dict>
        """
    private let services = """
        <array><dict><key>service</key><string>PriceService</string><key>impl</key><string>FlatPrices</string>
        <key>name</key><string>sale</string><key>module</key><string>PriceModule</string></dict></array>
        """

    private func ask(
        _ arguments: String...,
        variables: [String: String] = [:],
        only: [ModuleDependency]? = nil
    ) async throws -> CommandResult {
        let folder = FileManager.default.temporaryDirectory.path + "/hive-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let files = ["modules": modules, "modules.production": production, "services": services]
        for (name, text) in files {
            let xml = "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\n\(text)\n</plist>\n"
            try Data(xml.utf8).write(to: URL(filePath: "\(folder)/\(name).plist"))
        }
        let result = await HiveCommandLine(program: "shop") {
            let context = HiveContext.process(name: "Shop", prefix: "SHOP", arguments: [], variables: variables)
            let hive = try Hive(
                contentsOf: folder,
                catalogue: HiveCatalogue(
                    modules: [WhyShop.CartModule.self, WhyShop.HomeModule.self, PriceModule.self, AuditModule.self],
                    services: [(any PriceService).self],
                    implementations: [FlatPrices.self]
                ),
                options: HiveOptions(context: context, only: only, clock: ManualClock())
            )
            return hive
        }.run(["why"] + arguments)
        #expect(!(result.output + result.errors).contains("hunter2"))
        return CommandResult(
            output: result.output.replacing(folder, with: "Config"),
            errors: result.errors.replacing(folder, with: "Config"),
            exitCode: result.exitCode
        )
    }

    @Test func aModuleSaysWhoDeclaresItAndWhenItComesUp() async throws {
        let result = try await ask("CartModule", variables: ["SHOP_ENVIRONMENT": "production"])
        #expect(result.exitCode == 0)
        #expect(
            result.output == """
                module CartModule
                  type         HiveCommandsTests.WhyShop.CartModule
                  declared at  Config/modules.production.plist:4: moduleClasses[0]
                               Config/modules.plist:5: moduleClasses[0]
                  takes part   yes
                  level        normal, priority 0
                  comes up     number 2 of 3, before its own turn, because it is needed: HomeModule -> CartModule
                  depends on   PriceModule, by the service PriceService [Shop/CartModule.swift:7]
                  needed by    HomeModule [Shop/HomeModule.swift:9]
                  timeouts     7 s for each hook of the start, as for every module of the hive
                               3 s for each hook of the stop, as the module states [Shop/CartModule.swift:7]
                  stated       moduleClass = "CartModule" [Config/modules.production.plist:4: moduleClasses[0].moduleClass], \
                hides Config/modules.plist:5: moduleClasses[0].moduleClass
                               options.maximumLines = 9 [Config/modules.production.plist:5: \
                moduleClasses[0].options.maximumLines], hides Config/modules.plist:6: moduleClasses[0].options.maximumLines, \
                defaults of HiveCommandsTests.WhyShop.CartModule.Options
                               options.token = "••••" [Config/modules.plist:6: moduleClasses[0].options.token], hides defaults of HiveCommandsTests.WhyShop.CartModule.Options
                               options.limits.tea = 2 [Config/modules.plist:7: moduleClasses[0].options.limits.tea]
                               options.limits.mug = 1 [Config/modules.plist:7: moduleClasses[0].options.limits.mug]
                               options.bulk = 3 [defaults of HiveCommandsTests.WhyShop.CartModule.Options]

                """
        )
    }

    @Test func aServiceSaysWhoProvidesAndNeedsIt() async throws {
        let result = try await ask("PriceService")
        #expect(result.exitCode == 0)
        #expect(
            result.output == """
                service HiveCommandsTests.PriceService
                  declared     "sale", FlatPrices, of PriceModule [Config/services.plist:3: [0]]
                  provided by  PriceModule [Config/modules.plist:9: moduleClasses[2]]
                  needed by    CartModule [Shop/CartModule.swift:7]
                  stated       HiveCommandsTests.PriceService "sale": service = "PriceService" [Config/services.plist:3: [0].service]
                               HiveCommandsTests.PriceService "sale": impl = "FlatPrices" [Config/services.plist:3: [0].impl]
                               HiveCommandsTests.PriceService "sale": name = "sale" [Config/services.plist:4: [0].name]
                               HiveCommandsTests.PriceService "sale": module = "PriceModule" [Config/services.plist:4: [0].module]
                  not known    what modules register in setUp, which the command services runs

                """
        )
    }

    @Test(arguments: ["FlatPrices", "HiveCommandsTests.FlatPrices"])
    func anImplementationLeadsToItsService(name: String) async throws {
        let (result, service) = (try await ask(name), try await ask("PriceService"))
        #expect(result.exitCode == 0)
        #expect(result.output == service.output)
        #expect(try await ask(name, "--json").output == (try await ask("PriceService", "--json").output))
    }

    @Test(arguments: ["Cart.maximumLines", "CartModule.options.maximumLines"])
    func anOptionSaysWhichSourceCounts(name: String) async throws {
        let file = try await ask(name, variables: ["SHOP_ENVIRONMENT": "production"])
        #expect(
            file.output == """
                module CartModule: options.maximumLines = 9 [Config/modules.production.plist:5: \
                moduleClasses[0].options.maximumLines], hides Config/modules.plist:6: \
                moduleClasses[0].options.maximumLines, defaults of HiveCommandsTests.WhyShop.CartModule.Options

                """
        )
        let variable = try await ask(name, variables: ["SHOP_CART_MAXIMUM_LINES": "12"])
        #expect(
            variable.output == """
                module CartModule: options.maximumLines = 12 [SHOP_CART_MAXIMUM_LINES], hides Config/modules.plist:6: \
                moduleClasses[0].options.maximumLines, defaults of HiveCommandsTests.WhyShop.CartModule.Options

                """
        )
    }

    @Test func whatStandsInsideIsShownToo() async throws {
        #expect(
            try await ask("Cart.limits").output == """
                module CartModule: options.limits.tea = 2 [Config/modules.plist:7: moduleClasses[0].options.limits.tea]
                module CartModule: options.limits.mug = 1 [Config/modules.plist:7: moduleClasses[0].options.limits.mug]

                """
        )
        let bulk = try await ask("Cart.bulk").output
        #expect(
            bulk == "module CartModule: options.bulk = 3 [defaults of HiveCommandsTests.WhyShop.CartModule.Options]\n"
        )
        let timeouts = try await ask("timeouts").output
        #expect(timeouts == "application: timeouts.start = 7 [Config/modules.plist:3: timeouts.start]\n")
        #expect(try await ask("Cart.token").output.hasPrefix("module CartModule: options.token = \"••••\" [Config/"))
    }

    @Test func whatTakesNoPartSaysWhy() async throws {
        #expect(
            try await ask("AuditModule").output.contains("no: disabled, or not meant for the environment development")
        )
        let disabled = try await ask("AuditModule", variables: ["HIVE_DISABLE": "AuditModule"])
        #expect(disabled.output.contains("no: disabled by HIVE_DISABLE"))
        let part = try await ask("HomeModule", only: [.named("PriceModule")])
        #expect(part.output.contains("no: HiveOptions.only names others"))
    }

    @Test(arguments: [
        ("CratModule", "; did you mean CartModule?"), ("Cart.maximunLines", "; did you mean Cart.maximumLines?"),
        ("PricesService", "; did you mean PriceService?"), ("FlatPrizes", "; did you mean FlatPrices?"),
        ("\u{1B}[2J", "."), (String(repeating: "a", count: 100_000), "."),
    ])
    func anUnknownNameIsAnError(name: String, end: String) async throws {
        let result = try await ask(name)
        #expect(result.exitCode == 64)
        #expect(result.output == "")
        #expect(result.errors.hasSuffix("\"\(end) shop hive --help lists the commands.\n"), "\(result.errors)")
        #expect(!result.errors.contains("\u{1B}") && result.errors.utf8.count < 500)
    }

    @Test func aNameIsNeededAndOneIsEnough() async throws {
        #expect(try await ask().exitCode == 64)
        #expect(try await ask("CartModule", "HomeModule").exitCode == 64)
    }
}
