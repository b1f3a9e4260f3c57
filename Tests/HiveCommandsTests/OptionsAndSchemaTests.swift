// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig
import HivePropertyList
import HiveTestKit
import Testing

@testable import HiveCommands

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What `options` and `schema` say of options, which is known from encoded defaults alone.
@Suite(.timeLimit(.minutes(5)))
struct OptionsAndSchemaTests {
    enum Size: String, CaseIterable, Codable { case small, large }
    /// Its listed values are only the usual ones.
    struct Region: RawRepresentable, CaseIterable, Codable {
        static let allCases = [Region(rawValue: "eu")]
        let rawValue: String
    }
    struct Limit: ModuleOptions {
        var lines = 3
    }
    struct Point: Codable, Sendable {
        var x = 0.5
    }

    actor StoreModule: HiveModule {
        struct Options: ModuleOptions {
            var host = "localhost"
            var port: UInt16 = 5432
            var isFast: Bool?
            var patience = Duration.seconds(5)
            var since: Date?
            var size = Size.small
            var sizes: [Size] = []
            var region = Region(rawValue: "eu")
            var weights: [String: Double] = [:]
            var limit: Limit?
            var nearest: Point?
            var origin = Point()
            var password: Secret<String>? = Secret("hunter2")
            var keys: [String: Secret<String>] = ["a": Secret("hunter3")]
        }
        static let manifest = ModuleManifest()
    }

    /// Its encoder leaves out what its decoder reads.
    actor OpenModule: HiveModule {
        struct Options: ModuleOptions {
            var shown = 1
            var left: Int?
            enum CodingKeys: CodingKey { case shown, left }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(shown, forKey: .shown)
            }
        }
        static let manifest = ModuleManifest()
    }

    actor DecodableModule: HiveModule {
        struct Options: Decodable {
            let host: String
        }
        static let manifest = ModuleManifest()
    }

    private func run(
        _ arguments: [String],
        of modules: [any HiveModule.Type] = [StoreModule.self, OpenModule.self, PriceModule.self],
        json: String? = nil
    ) async throws -> CommandResult {
        let folder = FileManager.default.temporaryDirectory.path + "/hive-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let list = json ?? "{\"moduleClasses\": []}"
        try Data(list.utf8).write(to: URL(filePath: "\(folder)/modules.json"))
        try Data("[]".utf8).write(to: URL(filePath: "\(folder)/services.json"))
        let commands = HiveCommandLine(program: "shop") {
            var values = ConfigurationValues()
            values.append(environment: ["SHOP_STORE_PORT": "6543", "SHOP_STORE_WEIGHTS_B": "1"], prefix: "SHOP")
            values.append(arguments: ["--Store.password=hunter4"])
            let hive = try Hive(
                contentsOf: folder,
                catalogue: HiveCatalogue(modules: modules),
                options: HiveOptions(context: HiveContext(name: "Shop", values: values), clock: ManualClock())
            )
            for module in modules { try hive.modules.register(module, fileID: "Shop/Main.swift", line: 1) }
            return hive
        }
        return await commands.run(arguments).replacing(folder, by: "Config")
    }

    // MARK: options

    @Test(arguments: [("Sotre", "did you mean Store?"), ("Nothing.at.all", "there is no module or option")])
    func aNameThatNothingHasIsAnError(name: String, text: String) async throws {
        let result = try await run(["options", name])
        #expect(result.exitCode == 64 && result.output == "")
        #expect(result.errors.contains(text), "\(result.errors)")
    }

    // C54
    @Test func whatCountsAndWhatSetsItIsSaid() async throws {
        let list = """
            {"moduleClasses": [
              {"moduleClass": "StoreModule", "options": {"port": 1, "weights": {"a": 2, "b": 3}}},
            ]}
            """
        let result = try await run(["options", "Store"], json: list)
        #expect(result.exitCode == 0, "\(result.errors)")
        #expect(!result.output.contains("hunter"))
        let store = "defaults of HiveCommandsTests.OptionsAndSchemaTests.StoreModule.Options"
        let port = try await run(["options", "Store.port"], json: list).output
        #expect(
            port == """
                StoreModule.port
                  kind        integer
                  default     5432
                  now         6543 [SHOP_STORE_PORT]
                  instead of  1 [Config/modules.json:2: moduleClasses[0].options.port]
                  set by      --Store.port=…, SHOP_STORE_PORT=…

                """
        )
        let password = try await run(["options", "Store.password"], json: list).output
        #expect(
            password == """
                StoreModule.password
                  kind        text, secret
                  now         "••••" [--Store.password]
                  instead of  "••••" [\(store)]
                  set by      --Store.password=…, SHOP_STORE_PASSWORD=…

                """
        )
        let weights = try await run(["options", "Store.weights"], json: list).output
        #expect(
            weights == """
                StoreModule.weights
                  kind     dictionary: number
                  default  [:]
                  now      nothing

                StoreModule.weights.a
                  kind    number
                  now     2 [Config/modules.json:2: moduleClasses[0].options.weights.a]
                  set by  --Store.weights.a=…, SHOP_STORE_WEIGHTS_A=…

                StoreModule.weights.b
                  kind        number
                  now         1.0 [SHOP_STORE_WEIGHTS_B]
                  instead of  3 [Config/modules.json:2: moduleClasses[0].options.weights.b]
                  set by      --Store.weights.b=…, SHOP_STORE_WEIGHTS_B=…

                """
        )
    }

    // C54
    @Test func eachKindHasAName() async throws {
        let text = try await run(["options", "Store"]).output
        let kinds = text.split(separator: "\n\n").map { option in
            let lines = option.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1).map { $0.trimmed } }
            return "\(lines[0][0]): \(lines[1][1])"
        }
        #expect(
            kinds == [
                "StoreModule.host: text", "StoreModule.isFast: boolean", "StoreModule.keys: dictionary: text, secret",
                "StoreModule.keys.a: text, secret", "StoreModule.limit.lines: integer",
                "StoreModule.nearest: anything that its type reads",
                "StoreModule.origin.x: number", "StoreModule.password: text, secret",
                "StoreModule.patience: number of seconds", "StoreModule.port: integer", "StoreModule.region: text",
                "StoreModule.since: date", "StoreModule.size: one of \"small\", \"large\"",
                "StoreModule.sizes: list: one of \"small\", \"large\"", "StoreModule.weights: dictionary: number",
            ]
        )
    }

    // C54
    @Test func ofATypeWithoutDefaultsOnlyWhatIsStatedIsKnown() async throws {
        let list = "{\"moduleClasses\": [{\"moduleClass\": \"DecodableModule\", \"options\": {\"host\": \"db\"}}]}"
        let text = try await run(["options", "DecodableModule"], of: [DecodableModule.self], json: list).output
        #expect(
            text == """
                DecodableModule: its Options tell no defaults, as ModuleOptions do, so only what is stated is known.

                DecodableModule.host
                  kind  unknown
                  now   "db" [Config/modules.json:1: moduleClasses[0].options.host]

                """
        )
        let json = try await run(["options", "DecodableModule", "--json"], of: [DecodableModule.self], json: list)
            .output
        #expect(json.contains(#""known":false"#), "\(json)")
        #expect(try await run(["options"], of: [PriceModule.self]).output == "No module has options.\n")
    }

    @Test func theObjectHasWhatTheTextSays() async throws {
        let json = try await run(["options", "Store.port", "--json"]).output
        #expect(
            json == """
                {"modules":[{"known":true,"module":"StoreModule","options":[{"argument":"--Store.port","default":5432,\
                "hidden":[],"key":"port","kind":"integer","origin":{"file":"SHOP_STORE_PORT",\
                "source":"environmentVariable"},"secret":false,"value":6543,"variable":"SHOP_STORE_PORT"}]}],"version":1}

                """
        )
    }

    // MARK: schema

    @Test func aFileOfWhichThereIsNoSchemaIsAnError() async throws {
        let result = try await run(["schema", "module"])
        #expect(result.exitCode == 64 && result.errors.contains("did you mean modules?"), "\(result.errors)")
        #expect(try await run(["schema"]).errors.contains("needs a file: modules, services, drop-in"))
    }

    /// The schema of a module's options.
    private func schema(of module: String) async throws -> ConfigurationValue {
        let text = try await run(["schema", "modules"]).output
        #expect(!text.contains("hunter"))
        let root = try PropertyListDocument.read(Array(text.utf8), isJSON: true).root
        let rules = root.value(at: ["properties", "moduleClasses", "items", "allOf"])
        guard case .array(let rules)? = rules else { return [] }
        for rule in rules {
            let names = rule.value(at: ["if", "properties", "moduleClass", "enum"])
            if case .array(let names)? = names, names.contains(.string(module)) {
                return try #require(rule.value(at: ["then", "properties", "options"]))
            }
        }
        return []
    }

    // C54
    @Test func theSchemaKnowsTheOptionsAndOfSecretsOnlyTheKeys() async throws {
        let schema = try await self.schema(of: "StoreModule")
        #expect(
            schema == [
                "type": "object", "additionalProperties": false,
                "properties": [
                    "host": ["type": "string", "default": "localhost"],
                    "port": ["type": "integer", "minimum": 0, "maximum": 65535, "default": 5432],
                    "isFast": ["type": "boolean"],
                    "patience": ["type": "number", "description": "In seconds.", "default": 5],
                    "since": ["type": "string", "format": "date-time"],
                    "size": ["enum": ["small", "large"], "default": "small"],
                    "sizes": ["type": "array", "items": ["enum": ["small", "large"]], "default": []],
                    "region": ["type": "string", "default": "eu"],
                    "weights": ["type": "object", "additionalProperties": ["type": "number"], "default": [:]],
                    "limit": [
                        "type": "object", "additionalProperties": false,
                        "properties": ["lines": ["type": "integer", "default": 3]],
                    ],
                    "nearest": [:],
                    "origin": [
                        "type": "object", "additionalProperties": false,
                        "properties": ["x": ["type": "number", "default": 0.5]],
                    ],
                    "password": ["description": "A secret."],
                    "keys": ["type": "object", "additionalProperties": ["description": "A secret."]],
                ],
            ]
        )
    }

    // C54: what an encoder written by hand leaves out is no error.
    @Test func whatIsOpenStaysOpen() async throws {
        let schema = try await self.schema(of: "OpenModule")
        #expect(
            schema == [
                "type": "object", "properties": ["shown": ["type": "integer", "default": 1]],
            ]
        )
        #expect(try await self.schema(of: "DecodableModule") == [])
    }
}

extension ConfigurationValue {
    fileprivate func value(at keys: [String]) -> ConfigurationValue? {
        keys.reduce(Optional(self)) { value, key in
            if case .dictionary(let entries)? = value { entries[key] } else { nil }
        }
    }
}

extension StringProtocol {
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
