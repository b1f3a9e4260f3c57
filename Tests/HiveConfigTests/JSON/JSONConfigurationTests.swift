// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveCommands
import HiveTestKit
import Testing

@testable import HiveConfig
@testable import HivePropertyList

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// C42 to C45: a configuration says the same in either format.
@Suite(.timeLimit(.minutes(5)))
struct JSONConfigurationTests {
    private static let fixtures = String(#filePath.dropLast("JSON/JSONConfigurationTests.swift".count)) + "Fixtures/"

    private func converted(_ path: String) async throws -> [UInt8] {
        let result = await HiveCommandLine(program: "shop") { TestHive().hive }.run(["convert", path])
        try #require(result.exitCode == 0, "\(result.errors)")
        return Array(result.output.utf8)
    }

    // C43: all that is wrong is found in JSON too, on the line of the value, or of its key.
    @Test func everyMistakeIsFoundInJSONToo() async throws {
        let catalogue = HiveCatalogue(
            modules: [
                ShopModule.self, CartModule.self, HomeModule.self, Twins.TwinModule.self, OtherTwins.TwinModule.self,
            ],
            services: [(any PriceService).self, (any StockService).self],
            implementations: [MemoryPrices.self, OtherPrices.self, OwnPrices.self, Warehouse.self]
        )
        func problems(_ folder: String) -> [Problem] {
            HiveConfiguration(contentsOf: folder, catalogue: catalogue, defaultModules: ["HiveConfigTests"]).problems
        }
        func text(_ problem: Problem, _ folder: String) -> String {
            let text = "\(problem)".replacing(folder, with: "").replacing(".json", with: ".plist")
                .replacing("Write true or false.", with: "Write <true/> or <false/>.")
            return text.replacing(/:[0-9]+:/, with: ":")
        }
        let expected = problems(Self.fixtures + "Mistakes")
        #expect(expected.count > 20)
        let files = [
            "modules.json": try await converted(Self.fixtures + "Mistakes/modules.plist"),
            "services.json": try await converted(Self.fixtures + "Mistakes/services.plist"),
        ]
        try await withFiles(files) { folder in
            let found = problems(folder)
            for (mine, theirs) in zip(found, expected) {
                #expect(text(mine, folder) == text(theirs, Self.fixtures + "Mistakes"))
            }
            #expect(found.count == expected.count)
            for problem in found {
                guard let origin = problem.origin, let line = origin.line, let path = origin.keyPath else { continue }
                let lines = String(
                    decoding: files[String(origin.file.split(separator: "/").last ?? "")] ?? [],
                    as: UTF8.self
                )
                .split(separator: "\n", omittingEmptySubsequences: false)
                guard case .key(let key)? = path.components.last else { continue }
                let isThere = lines[line - 1].contains("\"\(key)\"") || problem.message.contains("is missing")
                #expect(isThere, "\(problem): \(lines[line - 1])")
            }
        }
    }

    // C43: what to do about a file in JSON is said in JSON, and of files in JSON.
    @Test(arguments: [
        (#"{"moduleClass": "ShopModule"}"#, "[]", #"Put {"moduleClasses": [ before it, and ]} behind it."#),
        ("[]", "[]", #"Put {"moduleClasses": before the array, and } behind it."#),
        (#"[{"service": "A", "impl": "B"}]"#, "[]", "The file has the form of services.json: it lists services."),
        (#"{"moduleClasses": [{"service": "A", "impl": "B"}]}"#, "[]", "Move it into services.json, or under"),
        (#"{"moduleClasses": []}"#, #"{"service": "A", "impl": "B"}"#, "Put [ before it, and ] behind it."),
        (#"{"moduleClasses": []}"#, #"{"moduleClasses": []}"#, "The file has the form of modules.json: it lists"),
        (#"{"moduleClasses": []}"#, #"[{"service": "A", "impl": "B"}, {"moduleClass": "C"}]"#, "in modules.json."),
        (#"{"moduleClasses": []}"#, nil, "services.json: error: There is no file at"),
        (#"{"moduleClasses": []}"#, nil, "where there are no services, `[]` is enough."),
    ])
    func remediesAreInJSON(modules: String, services: String?, said: String) async throws {
        var files = ["modules.json": Array(modules.utf8)]
        files["services.json"] = services.map { Array($0.utf8) }
        try await withFiles(files) { folder in
            let problems = HiveConfiguration(contentsOf: folder).problems.map(\.description)
            #expect(problems.contains { $0.contains(said) }, "\(problems)")
            #expect(!problems.contains { $0.contains(".plist") || $0.contains("<") }, "\(problems)")
        }
    }

    // C43
    @Test func aDropInInJSONIsToldHowItListsServices() async throws {
        let least = ["modules.json": Array(#"{"moduleClasses": []}"#.utf8), "services.json": Array("[]".utf8)]
        try await withFiles(least) { folder in
            try FileManager.default.createDirectory(atPath: "\(folder)/Hive.d", withIntermediateDirectories: true)
            try Data(#"{"services": {}}"#.utf8).write(to: URL(filePath: "\(folder)/Hive.d/a.json"))
            let remedies = HiveConfiguration(contentsOf: folder).problems.map(\.remedy)
            #expect(remedies == [#"In a drop-in, write services as [{"service": …, "impl": …}]."#])
        }
    }

    // The same configuration, of which the files are XML, binary and JSON.
    @Test(arguments: 1...40)
    func eachFormatGivesTheSameHive(seed: UInt64) async throws {
        var random = SeedGenerator(seed: seed)
        let names = ["ShopModule", "CartModule", "HomeModule"].shuffled(using: &random)
        let entries = names.prefix(Int.random(in: 1...3, using: &random)).map { name -> ConfigurationValue in
            var entry: [String: ConfigurationValue] = ["moduleClass": .string(name)]
            if Bool.random(using: &random) { entry["priority"] = .integer(.random(in: -9...9, using: &random)) }
            if Bool.random(using: &random) { entry["level"] = Bool.random(using: &random) ? "basic" : 7 }
            if Bool.random(using: &random) { entry["startTimeout"] = .real(.random(in: 0.5...9, using: &random)) }
            if name == "ShopModule" { entry["options"] = ["retries": .integer(.random(in: 0...9, using: &random))] }
            return .dictionary(entry)
        }
        let text = "\u{E9} \"<&>\" 🐝 \\ \(seed)"
        let tree: ConfigurationValue = [
            "moduleClasses": .array(entries), "values": ["text": .string(text), "list": [1, -2.5, true, ["a": []]]],
            "applicationName": "Shop",
        ]
        let binary = PropertyListEncoder()
        binary.outputFormat = .binary
        try await withFiles([
            "modules.plist": xml(plist(tree).replacing("<&>", with: "&lt;&amp;&gt;")),
            "services.plist": xml("<array/>"),
        ]) { folder in
            func described(_ folder: String) throws -> [String] {
                let read = HiveConfiguration(contentsOf: folder, defaultModules: ["HiveConfigTests"])
                #expect(read.problems.errors.map(\.description) == [])
                let settings = read.settings.map { "\($0.subject) \($0.key) \($0.value)" }.sorted()
                return settings + (try read.bootOrder())
            }
            let expected = try described(folder)
            #expect(expected.contains { $0.contains("🐝") })
            let json = try await converted("\(folder)/modules.plist")
            try await withFiles(["modules.json": json, "services.json": Array("[]".utf8)]) { other in
                let found = try described(other)
                #expect(found == expected)
                // And back.
                let back = try await converted("\(other)/modules.json")
                try await withFiles(["modules.plist": back, "services.json": Array("[]".utf8)]) { other in
                    let found = try described(other)
                    #expect(found == expected)
                }
            }
            let bytes = Array(try binary.encode(Tree(value: tree)))
            try await withFiles(["modules.plist": bytes, "services.plist": xml("<array/>")]) { other in
                let found = try described(other)
                #expect(found == expected)
            }
        }
    }

    private struct Tree: Encodable {
        let value: ConfigurationValue

        func encode(to encoder: any Encoder) throws {
            var single = encoder.singleValueContainer()
            switch value {
            case .string(let text): try single.encode(text)
            case .integer(let number): try single.encode(number)
            case .real(let number): try single.encode(number)
            case .boolean(let flag): try single.encode(flag)
            case .array(let elements): try single.encode(elements.map(Tree.init))
            case .dictionary(let entries): try single.encode(entries.mapValues(Tree.init))
            case .date, .data: throw CancellationError()
            }
        }
    }

    private static let empty = [
        "modules.plist": xml("<dict><key>moduleClasses</key><array/></dict>"), "services.plist": xml("<array/>"),
    ]

    // Nobody can say which one is meant.
    @Test(arguments: ["modules", "services", "modules.production"])
    func bothFormatsAreAnError(_ stem: String) async throws {
        var files = Self.empty
        files["\(stem).plist"] = files[stem == "services" ? "services.plist" : "modules.plist"]
        files["\(stem).json"] = Array((stem == "services" ? "[]" : "{\"moduleClasses\": []}").utf8)
        try await withFiles(files) { folder in
            for environment in [nil, HiveEnvironment.production] {
                let read = HiveConfiguration(contentsOf: folder, environment: environment)
                #expect(read.problems.errors.count == 1)
                let problem = try #require(read.problems.errors.first)
                #expect(problem.message == "There are both \(stem).plist and \(stem).json.")
                #expect(problem.origin?.file == "\(folder)/\(stem).json")
            }
            let compiled = CompilableFolder(folder)
            #expect(compiled.problems.errors.map(\.message) == ["There are both \(stem).plist and \(stem).json."])
        }
    }

    @Test func baseAndOverlaysAndDropInsMayDiffer() async throws {
        var files = Self.empty
        files["modules.production.json"] = Array("{\"values\": {\"a\": 2, \"b\": 2}} // production".utf8)
        try await withFiles(files) { folder in
            try FileManager.default.createDirectory(atPath: "\(folder)/Hive.d", withIntermediateDirectories: true)
            try Data("{\"values\": {\"b\": 3, \"c\": 3}}".utf8).write(to: URL(filePath: "\(folder)/Hive.d/1.json"))
            try Data(xml("<dict><key>values</key><dict><key>c</key><integer>4</integer></dict></dict>"))
                .write(to: URL(filePath: "\(folder)/Hive.d/2.plist"))
            let read = HiveConfiguration(contentsOf: folder, environment: .production)
            #expect(read.problems.map(\.description) == [])
            let names = read.files.compactMap { FileName($0).inside(folder) }
            #expect(
                names == [
                    "modules.plist", "modules.production.json", "services.plist", "Hive.d/1.json", "Hive.d/2.plist",
                ]
            )
            let values = read.settings.map { "\($0.key) \($0.value)" }.sorted()
            #expect(values == ["values.a 2", "values.b 3", "values.c 4"], "\(values)")
            #expect(CompilableFolder(folder).files.count == 5)
        }
    }

    // What the guide shows in one format it shows in the other.
    @Test func theGuideSaysTheSameInBoth() throws {
        let sources = String(#filePath.dropLast("Tests/HiveConfigTests/JSON/JSONConfigurationTests.swift".count))
        let path = sources + "Sources/HiveConfig/HiveConfig.docc/Guides/configuring-with-property-lists.md"
        let guide = try String(contentsOfFile: path, encoding: .utf8)
        func samples(_ language: String) -> [String] {
            guide.components(separatedBy: "```\(language)\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
        }
        let (json, xml) = (samples("json"), samples("xml"))
        #expect(json.count == 2 && xml.count >= 2)
        for (json, xml) in zip(json, xml) {
            let object = json.hasPrefix("{") ? json : "{\(json)}"
            let plist = xml.contains("<plist") ? xml : "<plist version=\"1.0\"><dict>\(xml)</dict></plist>"
            let root = try PropertyListDocument.read(Array(object.utf8), isJSON: true).root
            #expect(try PropertyListDocument.read(Array(plist.utf8)).root == root)
        }
    }

    // Dates and bytes have no form of their own in JSON.
    @Test func datesAndBytes() async throws {
        struct Options: Decodable, Equatable {
            var since: Date
            var bytes: [UInt8]
        }
        let tree = "<dict><key>since</key><date>1999-12-31T23:59:59Z</date><key>bytes</key><data>AAH/</data></dict>"
        try await withFiles(["a.plist": xml(tree)]) { folder in
            let json = try await converted("\(folder)/a.plist")
            let read = try PropertyListDocument.read(json, isJSON: true).root
            #expect(read == ["since": "1999-12-31T23:59:59Z", "bytes": [0, 1, 255]])
            let expected = Options(since: Date(timeIntervalSinceReferenceDate: -31_622_401), bytes: [0, 1, 255])
            let decoded = try ConfigurationDecoder().decode(Options.self, from: read)
            #expect(decoded == expected)
        }
        let wrong: ConfigurationValue = ["since": "yesterday", "bytes": []]
        #expect(throws: (any Error).self) { try ConfigurationDecoder().decode(Options.self, from: wrong) }
    }

    // C45: what the other format cannot hold, and what is no configuration.
    @Test(
        arguments: [
            ("a.json", "[\"\\u0001\"]", "U+1, which XML cannot hold"), ("a.json", "[1,,2]", "nothing before the comma"),
            ("a.json", "[\"$null\"]", "reserved for archives"), ("a.json", "{\"CF$UID\": 1}", "reserved for archives"),
            ("a.plist", "<plist><string>", "error"), ("none.json", "", "There is no file"),
        ]
    )
    func whatCannotBeConverted(_ name: String, _ text: String, _ part: String) async throws {
        try await withFiles(name.hasPrefix("none") ? [:] : [name: Array(text.utf8)]) { folder in
            let commands = HiveCommandLine(program: "shop") { TestHive().hive }
            let result = await commands.run(["convert", "\(folder)/\(name)"])
            #expect(result.exitCode == 78 && result.output == "")
            #expect(result.errors.contains(part) && result.errors.contains("\(folder)/\(name)"), "\(result.errors)")
        }
        let missing = await HiveCommandLine(program: "shop") { TestHive().hive }.run(["convert"])
        #expect(missing.exitCode == 64 && missing.errors.contains("convert needs the path of a file"))
    }
}
