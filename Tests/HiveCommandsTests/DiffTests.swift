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

/// What `diff` says that a reload from another folder would change.
@Suite(.timeLimit(.minutes(5)))
struct DiffTests {
    actor FixedModule: HiveModule {
        struct Options: ModuleOptions {
            var limit = 1
        }
        static let manifest = ModuleManifest(name: "Fixed")
    }

    actor NimbleModule: ReconfigurableModule {
        struct Options: ModuleOptions {
            var limit = 1
        }
        static let manifest = ModuleManifest(name: "Nimble")
        func reconfigure(_ context: ModuleContext) async throws {}
    }

    actor ClientModule: HiveModule {
        static let manifest = ModuleManifest(name: "Client", needs: [.named("Fixed")])
    }

    private static let before = """
        {"values": {"a": 1}, "moduleClasses": [
          {"moduleClass": "FixedModule"},
          {"moduleClass": "NimbleModule"},
          {"moduleClass": "ClientModule"}
        ]}
        """

    /// Compares two folders, or what code says with one, and writes them as `Old` and `New`.
    private func diff(
        _ before: String? = before,
        _ after: String?,
        services: String = "[]",
        restarts: Bool = false,
        _ options: String...
    ) async throws -> CommandResult {
        let folder = FileManager.default.temporaryDirectory.path + "/hive-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, text, services) in [("Old", before, "[]"), ("New", after, services)] {
            guard let text else { continue }
            let place = "\(folder)/\(name)"
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(filePath: "\(place)/modules.json"))
            try Data(services.utf8).write(to: URL(filePath: "\(place)/services.json"))
        }
        let catalogue = HiveCatalogue(
            modules: [FixedModule.self, NimbleModule.self, ClientModule.self],
            services: [(any PriceService).self],
            implementations: [FlatPrices.self]
        )
        let commands = HiveCommandLine(program: "shop") {
            let options = HiveOptions(clock: ManualClock(), restartsOnReload: restarts)
            guard before != nil else { return Hive(options) }
            return try Hive(contentsOf: "\(folder)/Old", catalogue: catalogue, options: options)
        }
        return await commands.run(["diff", "\(folder)/New"] + options).replacing("\(folder)/", by: "")
    }

    @Test func aFolderThatIsNotThereIsAnError() async throws {
        let result = try await diff(Self.before, nil)
        #expect(result.exitCode == 78 && result.output == "")
        #expect(result.errors.contains("New"), "\(result.errors)")
    }

    @Test func aHiveOfNoFilesHasNothingToCompare() async throws {
        let result = try await diff(nil, Self.before)
        #expect(result.exitCode == 78)
        #expect(result.errors.contains("nothing to compare a folder with"), "\(result.errors)")
    }

    // C43 C58
    @Test func whatIsWrongIsToldAsAReloadTellsIt() async throws {
        let list = """
            {"moduleClasses": [
              {"moduleClass": "FixedModule", "options": {"limt": 2}},
              {"moduleClass": "ClientModule", "needs": ["Nobody"]}
            ]}
            """
        let result = try await diff(Self.before, list)
        #expect(result.exitCode == 78 && result.output == "")
        #expect(result.errors.contains("New/modules.json:2: moduleClasses[0].options.limt: error: "))
        #expect(result.errors.contains("New/modules.json:3: moduleClasses[1].needs[0]: error: "), "\(result.errors)")
    }

    @Test func nothingEndsWithZero() async throws {
        let result = try await diff(Self.before, Self.before)
        #expect(result.output == "A reload would change nothing.\n" && result.exitCode == 0, "\(result)")
        let json = try await diff(Self.before, Self.before, "--json")
        #expect(json.output == "{\"changes\":[],\"version\":1,\"warnings\":[]}\n" && json.exitCode == 0)
    }

    private static let after = """
        {"values": {"a": 2}, "moduleClasses": [
          {"moduleClass": "FixedModule", "options": {"limit": 2}},
          {"moduleClass": "NimbleModule", "options": {"limit": 2}, "level": 7, "stopTimeout": 3}
        ]}
        """
    private static let services = "[{\"service\": \"PriceService\", \"impl\": \"FlatPrices\"}]"

    // C58
    @Test func everyChangeIsListed() async throws {
        let result = try await diff(Self.before, Self.after, services: Self.services)
        #expect(result.exitCode == 1, "\(result.errors)")
        #expect(
            result.output == """
                Client: module removed [Old/modules.json:4: moduleClasses[2]]
                Fixed: options [New/modules.json:2: moduleClasses[0]]; counts from the next start on: the module is no \
                ReconfigurableModule
                Nimble: options [New/modules.json:3: moduleClasses[1]]
                Nimble: timeouts [New/modules.json:3: moduleClasses[1]]
                Nimble: level [New/modules.json:3: moduleClasses[1]]; counts from the next start on: the module is up
                PriceService: service added [New/services.json:1: [0]]
                values.a: application [New/modules.json:1: values.a]; counts from the next start on: what modules are told \
                about the application is fixed when a hive is made

                """,
            "\(result.output)"
        )
        let json = try await diff(Self.before, Self.after, "--json")
        #expect(json.exitCode == 1)
        #expect(json.output.contains(#""subject":"Client","what":"module removed""#), "\(json.output)")
    }

    // C58
    @Test func whatWouldBeMadeAnewIsSaid() async throws {
        let list = Self.before.replacing("\"FixedModule\"", with: "\"FixedModule\", \"options\": {\"limit\": 2}")
        let result = try await diff(Self.before, list, restarts: true)
        #expect(result.exitCode == 1)
        let lines = result.output.split(separator: "\n").map { $0.prefix { $0 != "[" } }
        #expect(lines == ["Fixed: options ", "Fixed: module restarted ", "Client: module restarted "], "\(lines)")
    }

    // C58: what is said is what the reload does.
    @Test func aReloadReportsTheSame() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/hive-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func write(_ text: String) throws {
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/modules.json"))
            try Data("[]".utf8).write(to: URL(filePath: "\(folder)/services.json"))
        }
        try write(Self.before)
        let catalogue = HiveCatalogue(modules: [FixedModule.self, NimbleModule.self, ClientModule.self])
        let hive = try Hive(contentsOf: folder, catalogue: catalogue, options: HiveOptions(clock: ManualClock()))
        try write(Self.after)
        let configuration = try #require(hive.configuration).readAgain()
        let before = try hive.changes(to: configuration).changes
        try await hive.start()
        let running = try hive.changes(to: configuration).changes
        let done = try #require(try await hive.reload(configuration)).changes
        #expect(before == done && running == done && done.count == 6, "\(done)")
        #expect(try hive.changes(to: configuration).changes.allSatisfy { $0.deferral != nil })
        try await hive.stop()
    }
}
