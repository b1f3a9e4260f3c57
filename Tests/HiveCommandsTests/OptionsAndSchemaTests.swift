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

    /// A type that reads more than it writes.
    struct ByteCount: Codable, Sendable {
        var bytes = 5
        init() {}
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            bytes = (try? container.decode(Int.self)) ?? 1
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(bytes)
        }
    }
    /// A dictionary with keys that no type names.
    struct Headers: Codable, Sendable {
        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode("x", forKey: Key(stringValue: "hunter5"))
        }
        init() {}
        init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: Key.self).allKeys }
    }

    /// Its encoder writes plainly what its decoder reads as a secret, and its names are hard to tell apart.
    actor HostileModule: HiveModule {
        struct Options: ModuleOptions {
            var password = Secret("hunter6")
            var tokens = [Secret("hunter7")]
            var headers = Secret(Headers())
            var credentials = Secret(Limit())
            var size = ByteCount()
            var maxLines = 1
            var twin = 2
            var odd = 3
            var since = Date(timeIntervalSinceReferenceDate: 0)
            enum CodingKeys: String, CodingKey {
                case password, tokens, headers, credentials, size, maxLines, since
                case twin = "max_lines"
                case odd = "a=b"
            }
            init() {}
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                password = try container.decode(Secret<String>.self, forKey: .password)
                tokens = try container.decode([Secret<String>].self, forKey: .tokens)
                headers = try container.decode(Secret<Headers>.self, forKey: .headers)
                credentials = try container.decode(Secret<Limit>.self, forKey: .credentials)
                size = try container.decode(ByteCount.self, forKey: .size)
                maxLines = try container.decode(Int.self, forKey: .maxLines)
                twin = try container.decode(Int.self, forKey: .twin)
                odd = try container.decode(Int.self, forKey: .odd)
                since = try container.decode(Date.self, forKey: .since)
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(password.value, forKey: .password)
                try container.encode(tokens.map(\.value), forKey: .tokens)
                try container.encode(headers, forKey: .headers)
                try container.encode(credentials, forKey: .credentials)
                try container.encode(size, forKey: .size)
                try container.encode(maxLines, forKey: .maxLines)
                try container.encode(twin, forKey: .twin)
                try container.encode(odd, forKey: .odd)
                try container.encode(since, forKey: .since)
            }
        }
        static let manifest = ModuleManifest(name: "Hostile")
    }

    /// Its defaults cannot be encoded.
    actor LargeModule: HiveModule {
        struct Options: ModuleOptions {
            var large = UInt64.max
        }
        static let manifest = ModuleManifest(name: "Large")
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
                DecodableModule: its Options are no ModuleOptions, so only what is stated is known.

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
                {"modules":[{"enabled":true,"known":true,"module":"StoreModule","options":[{"argument":"--Store.port","default":5432,\
                "hidden":[],"key":"port","kind":"integer","origin":{"file":"SHOP_STORE_PORT",\
                "source":"environmentVariable"},"secret":false,"value":6543,"variable":"SHOP_STORE_PORT"}]}],"version":1}

                """
        )
    }

    // C54
    @Test func whatIsReadAsASecretIsOneWhateverItIsWrittenAs() async throws {
        for command in [["options"], ["options", "--json"], ["schema", "modules"], ["schema", "drop-in"]] {
            let result = try await run(command, of: [HostileModule.self])
            #expect(!(result.output + result.errors).contains("hunter"), "\(result)")
        }
        let list = """
            {"moduleClasses": [{"moduleClass": "HostileModule", "options": {"credentials": {"lines": 7}}}]}
            """
        let text = try await run(["options", "Hostile.credentials.lines"], of: [HostileModule.self], json: list).output
        #expect(
            text.contains("kind        integer, secret") && text.contains("now         \"••••\" [Config"),
            "\(text)"
        )
    }

    // C54: what is printed works.
    @Test func namesThatSetNothingAreNotPrinted() async throws {
        let text = try await run(["options"], of: [HostileModule.self]).output
        #expect(text.contains("--Hostile.maxLines=…\n") && text.contains("--Hostile.max_lines=…\n"), "\(text)")
        #expect(!text.contains("MAX_LINES") && !text.contains("--Hostile.a=b"))
        let list = "{\"moduleClasses\": [{\"moduleClass\": \"StoreModule\", \"enabled\": false}]}"
        let disabled = try await run(["options", "Store.host"], of: [StoreModule.self], json: list).output
        #expect(disabled.contains("module   takes no part") && !disabled.contains("set by"), "\(disabled)")
    }

    @Test func defaultsThatCannotBeEncodedAreSaidToBeThat() async throws {
        let text = try await run(["options"], of: [LargeModule.self])
        #expect(text.output.hasPrefix("Large: the defaults of its Options cannot be encoded, so"), "\(text)")
        #expect(text.exitCode == 78)
    }

    @Test(arguments: ["options", "schema", "diff", "why", "convert"])
    func anEmptyNameIsAnError(command: String) async throws {
        let result = try await run([command, ""])
        #expect(result.exitCode == 64 && result.errors.contains("\(command) needs "), "\(result)")
    }

    // MARK: schema

    @Test func aFileOfWhichThereIsNoSchemaIsAnError() async throws {
        let result = try await run(["schema", "module"])
        #expect(result.exitCode == 64 && result.errors.contains("did you mean modules?"), "\(result.errors)")
        #expect(try await run(["schema"]).errors.contains("needs a file: modules, services, drop-in"))
    }

    /// The schema of a module's options.
    private func schema(
        of module: String,
        _ modules: [any HiveModule.Type] = [StoreModule.self, OpenModule.self]
    ) async throws -> ConfigurationValue {
        let text = try await run(["schema", "modules"], of: modules).output
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
                "additionalProperties": false,
                "properties": [
                    "host": ["type": "string", "default": "localhost"],
                    "port": ["type": "integer", "minimum": 0, "maximum": 65535, "default": 5432],
                    "isFast": ["type": "boolean"],
                    "patience": ["type": "number", "description": "In seconds.", "default": 5],
                    "since": ["type": "string", "format": "date-time"],
                    "size": ["anyOf": [["enum": ["small", "large"]], [:]], "default": "small"],
                    "sizes": [
                        "type": "array", "items": ["anyOf": [["enum": ["small", "large"]], [:]]], "default": [],
                    ],
                    "region": ["default": "eu"],
                    "weights": ["type": "object", "additionalProperties": ["type": "number"], "default": [:]],
                    "limit": [
                        "additionalProperties": false,
                        "properties": ["lines": ["type": "integer", "default": 3]],
                    ],
                    "nearest": [:],
                    "origin": [
                        "additionalProperties": false,
                        "properties": ["x": ["type": "number", "default": 0.5]],
                    ],
                    "password": ["description": "A secret."],
                    "keys": ["type": "object", "additionalProperties": ["description": "A secret."]],
                ],
            ]
        )
    }

    // C54: what a type may read beside what it writes is no error, and a default fits.
    @Test func whatHasAFormOfItsOwnStaysOpen() async throws {
        let schema = try await self.schema(of: "HostileModule", [HostileModule.self])
        #expect(schema.value(at: ["properties", "size"]) == ["default": 5])
        #expect(schema.value(at: ["properties", "since"]) == ["type": "string", "format": "date-time"])
        #expect(schema.value(at: ["properties", "password"]) == ["description": "A secret."])
    }

    // C54: what an encoder written by hand leaves out is no error.
    @Test func whatIsOpenStaysOpen() async throws {
        let schema = try await self.schema(of: "OpenModule")
        #expect(
            schema == [
                "properties": ["shown": ["type": "integer", "default": 1]]
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
