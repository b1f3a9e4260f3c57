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

/// What `verify` and `config` say of property lists.
@Suite(.timeLimit(.minutes(5)))
struct ConfiguredCommandTests {
    /// Runs a command on property lists, and writes their folder as `Config` in what comes back.
    private func run(
        _ arguments: [String],
        modules: String,
        services: String = "<array/>",
        values: ConfigurationValues = ConfigurationValues(),
        catalogue: HiveCatalogue = HiveCatalogue(modules: [PriceModule.self])
    ) async throws -> CommandResult {
        let folder = FileManager.default.temporaryDirectory.path + "/hive-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, text) in [("modules", modules), ("services", services)] {
            let xml = "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\n\(text)\n</plist>\n"
            try Data(xml.utf8).write(to: URL(filePath: "\(folder)/\(name).plist"))
        }
        let commands = HiveCommandLine(program: "shop") {
            try Hive(
                contentsOf: folder,
                catalogue: catalogue,
                defaultModules: ["HiveCommandsTests"],
                options: HiveOptions(context: HiveContext(values: values), clock: ManualClock())
            )
        }
        return await commands.run(arguments).replacing(folder, by: "Config")
    }

    // C43
    @Test func everythingWrongWithTheFilesIsWhatVerifyReports() async throws {
        let result = try await run(
            ["verify"],
            modules: """
                <dict><key>moduleClasses</key><array>
                <dict><key>moduleClass</key><string>PriceModul</string></dict>
                <dict><key>moduleClass</key><string>PriceModule</string><key>modulePriority</key><true/></dict>
                </array></dict>
                """
        )
        #expect(result.exitCode == 78)
        #expect(result.errors == "")
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0].hasPrefix("Config/modules.plist:4: moduleClasses[0].moduleClass: error: There is no class"))
        #expect(lines[1].hasPrefix("Config/modules.plist:5: moduleClasses[1].modulePriority: error: Expected"))
        #expect(lines[2...] == ["2 errors, 0 warnings, 0 modules.", ""])
    }

    @Test func verifySaysHowEachNameWasFound() async throws {
        let modules = """
            <dict><key>moduleClasses</key><array>
            <dict><key>moduleClass</key><string>PriceModule</string></dict>
            <dict><key>moduleClass</key><string>HiveCommandsTests.AuditModule</string></dict>
            </array></dict>
            """
        let result = try await run(["verify"], modules: modules)
        #expect(result.exitCode == 0)
        #expect(
            result.output == """
                Config/modules.plist:5: moduleClasses[1].moduleClass: warning: Only the running program knows these \
                classes, which the compiler has not seen: HiveCommandsTests.AuditModule. Add them to the catalogue, which \
                HiveConfigPlugin makes of what the files of its target name, or give them link-time records.

                FOUND IN   KIND    NAME                           FIRST PLACE
                catalogue  module  PriceModule                    Config/modules.plist:4: moduleClasses[0].moduleClass
                runtime    module  HiveCommandsTests.AuditModule  Config/modules.plist:5: moduleClasses[1].moduleClass

                0 errors, 1 warning, 2 modules.

                """
        )
        let json = try await run(["verify", "--json"], modules: modules).output
        #expect(json.contains(#""code":"foundAtRunTime""#))
        #expect(json.contains(#""kind":"module","name":"PriceModule","origin":{"file":"Config/modules.plist""#))
    }

    private let settings = """
        <dict><key>applicationName</key><string>Shop</string>
        <key>values</key><dict><key>port</key><integer>80</integer><key>host</key><string>a&#9;b</string></dict>
        <key>moduleClasses</key><array>
        <dict><key>moduleClass</key><string>PriceModule</string><key>modulePriority</key><integer>3</integer></dict>
        </array></dict>
        """

    @Test func configShowsEachValueWithItsPlaceAndWhatOverridesIt() async throws {
        let values = ConfigurationValues(.environmentVariables(["SHOP_PORT": "8080"], prefix: "SHOP"))
        let result = try await run(["config", "--origin"], modules: settings, values: values)
        #expect(
            result.output == """
                application: applicationName = "Shop" [Config/modules.plist:3: applicationName]
                application: values.port = 80 [Config/modules.plist:4: values.port]; overridden by the environment \
                (SHOP_PORT)
                application: values.host = "a\\tb" [Config/modules.plist:4: values.host]
                module PriceModule: moduleClass = "PriceModule" [Config/modules.plist:6: moduleClasses[0].moduleClass]
                module PriceModule: priority = 3 [Config/modules.plist:6: moduleClasses[0].modulePriority]

                """
        )
        #expect(result.exitCode == 0)
    }

    // C6
    @Test func configShowsTheTimeoutsOfTheHive() async throws {
        let modules = """
            <dict><key>moduleClasses</key><array/>
            <key>timeouts</key><dict><key>start</key><integer>5</integer></dict></dict>
            """
        let result = try await run(["config", "--origin"], modules: modules)
        #expect(result.output == "application: timeouts.start = 5 [Config/modules.plist:4: timeouts.start]\n")
    }

    @Test func configWithoutOriginsShowsTheValuesAlone() async throws {
        let result = try await run(["config"], modules: settings)
        #expect(result.output.split(separator: "\n")[1] == "application: values.port = 80")
        let json = try await run(["config", "--json"], modules: settings).output
        #expect(
            json.hasPrefix(
                """
                {"settings":[{"hidden":[],"key":"applicationName","kind":"application",\
                "origin":{"file":"Config/modules.plist","keyPath":"applicationName","line":3,"source":"propertyList"},\
                "value":"Shop"},
                """
            )
        )
    }

    private final class VaultModule: HiveModule {
        struct Options: Decodable, Sendable {
            var user: String
            var password: Secret<String>
        }
        static let manifest = ModuleManifest()
        init() {}
    }

    struct WebOptions: ModuleOptions {
        var port = 8080
        var host = "local"
        var token = Secret("hunter2")
    }
    final class WebModule: HiveModule {
        typealias Options = WebOptions
        static let manifest = ModuleManifest()
        init() {}
    }

    // C54
    @Test func configShowsEachPlaceOfAnOption() async throws {
        let modules = """
            <dict><key>moduleClasses</key><array>
            <dict><key>moduleClass</key><string>WebModule</string>
            <key>options</key><dict><key>port</key><integer>1</integer></dict></dict>
            </array></dict>
            """
        var values = ConfigurationValues()
        values.append(environment: ["SHOP_WEB_PORT": "2", "SHOP_WEB_TOKEN": "hunter3"], prefix: "SHOP")
        values.append(arguments: ["--Web.port=3"])
        let catalogue = HiveCatalogue(modules: [WebModule.self])
        let shown = try await run(["config", "--origin"], modules: modules, values: values, catalogue: catalogue)
        let defaults = "defaults of HiveCommandsTests.ConfiguredCommandTests.WebOptions"
        #expect(
            shown.output == """
                module WebModule: moduleClass = "WebModule" [Config/modules.plist:4: moduleClasses[0].moduleClass]
                module WebModule: options.port = 3 [--Web.port], hides SHOP_WEB_PORT, \
                Config/modules.plist:5: moduleClasses[0].options.port, \(defaults)
                module WebModule: options.host = "local" [\(defaults)]
                module WebModule: options.token = "••••" [SHOP_WEB_TOKEN], hides \(defaults)

                """
        )
        let json = try await run(["config", "--json"], modules: modules, values: values, catalogue: catalogue)
        #expect(json.output.contains("\"environmentVariable\""))
        #expect(json.output.contains("\"--Web.port\""))
        #expect(!json.output.contains("hunter"))
    }

    // C54
    @Test func configShowsNoSecret() async throws {
        let options = "<dict><key>user</key><string>ann</string><key>password</key><string>hunter2</string></dict>"
        let modules = """
            <dict><key>moduleClasses</key><array>
            <dict><key>moduleClass</key><string>VaultModule</string><key>options</key>\(options)</dict>
            <dict><key>moduleClass</key><string>PriceModule</string><key>options</key>\(options)</dict>
            </array></dict>
            """
        let catalogue = HiveCatalogue(modules: [PriceModule.self, VaultModule.self])
        let text = try await run(["config"], modules: modules, catalogue: catalogue)
        #expect(
            text.output == """
                module VaultModule: moduleClass = "VaultModule"
                module VaultModule: options.user = "ann"
                module VaultModule: options.password = "••••"
                module PriceModule: moduleClass = "PriceModule"
                module PriceModule: options.user = "••••"
                module PriceModule: options.password = "••••"

                The options of PriceModule are not shown: without a type of its options nothing says which of them are secret.

                """
        )
        for arguments in [["config", "--json"], ["config", "--origin"], ["verify"], ["verify", "--json"], ["list"]] {
            let result = try await run(arguments, modules: modules, catalogue: catalogue)
            #expect(result.exitCode == 0)
            #expect(!(result.output + result.errors).contains("hunter2"))
        }
        let json = try await run(["config", "--json"], modules: modules, catalogue: catalogue).output
        #expect(json.contains(#""subject":"VaultModule","value":"••••""#))
    }
}

extension CommandResult {
    /// The result with another name for a folder.
    func replacing(_ folder: String, by name: String) -> CommandResult {
        CommandResult(
            output: output.replacing(folder, with: name),
            errors: errors.replacing(folder, with: name),
            exitCode: exitCode
        )
    }
}
