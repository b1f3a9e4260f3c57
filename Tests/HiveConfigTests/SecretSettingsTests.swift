// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@testable import HiveConfig
@testable import HivePropertyList

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What settings, problems and dumps say of options of which some are secret.
@Suite(.timeLimit(.minutes(5)))
struct SecretSettingsTests {
    private struct Door: Codable, Sendable { var host: String, port: Int }
    private struct Login: Decodable, Sendable {
        var user: String
        var password: Secret<String>
    }
    /// A login as one text, or as a structure that marks its secret.
    private enum Endpoint: Decodable, Sendable {
        case text(String)
        case login(Login)
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .text(text)
            } else {
                self = .login(try container.decode(Login.self))
            }
        }
    }
    private struct Options: Decodable, Sendable {
        var endpoint: Endpoint?
        var name: String?
        var tags: [String]?
        var password: Secret<String>?
        var pin: Secret<UInt8>?
        var keys: [Secret<String>]?
        var tokens: [String: Secret<String>]?
        var door: Secret<Door>?
        var all: Secret<[String: String]>?
        var logins: [Login]?
        var login: Login?
        var bytes: Secret<[UInt8]>?
        var since: Date?
    }

    private struct WholeOptions: ModuleOptions {
        var retries: Int?
        var host: String?
    }

    private final class Bank<Options: Decodable & Sendable>: HiveModule {
        static var manifest: ModuleManifest { ModuleManifest(name: "Bank") }
        init() {}
    }

    private final class Silent: HiveModule {
        static let manifest = ModuleManifest(name: "Bank")
        init() {}
    }

    private func read(_ options: ConfigurationValue...) async throws -> HiveConfiguration {
        try await read(Bank<Options>.self, options)
    }

    private func read(_ module: any HiveModule.Type, _ options: [ConfigurationValue]) async throws -> HiveConfiguration
    {
        let files = options.map { ConfigurationValue.dictionary(["moduleClass": "Bank", "options": $0]) }
        let last = files.dropFirst().last.map { modules($0) } ?? ["values": [:]]
        return try await configuration(
            modules: modules(files[0]),
            last,
            catalogue: HiveCatalogue(modules: ["Bank": module], services: [:], implementations: [:])
        )
    }

    /// The settings of options, with the values that they hide.
    private func lines(_ read: HiveConfiguration) -> [String] {
        read.settings.filter { $0.key.components.first == .key("options") }.map { setting in
            let values = ([setting.winner] + setting.hidden).map { "\($0.value)" }
            return "\(setting.key) = \(values.joined(separator: " < "))"
        }
    }

    // C54
    @Test func settingsShowNoSecret() async throws {
        let read = try await read([
            "name": "ann", "tags": ["a"], "password": "hunter2", "pin": 47, "keys": ["hunter2"],
            "tokens": ["a": "hunter2"],
            "door": ["host": "hunter2", "port": 47], "all": ["hunter2": "hunter2"],
            "logins": [["user": "bob", "password": "hunter2"]], "login": ["user": "eve", "password": "hunter2"],
            "since": .date(secondsSinceReferenceDate: 0),
        ])
        #expect(read.errors == [])
        #expect(
            lines(read) == [
                "options.all = \"••••\"", "options.door = \"••••\"", "options.keys = [\"••••\"]",
                "options.login.password = \"••••\"", "options.login.user = \"eve\"",
                "options.logins = [[\"password\": \"••••\", \"user\": \"bob\"]]", "options.name = \"ann\"",
                "options.password = \"••••\"", "options.pin = \"••••\"",
                "options.since = \(ConfigurationValue.date(secondsSinceReferenceDate: 0))", "options.tags = [\"a\"]",
                "options.tokens.a = \"••••\"",
            ]
        )
    }

    // C54
    @Test func hiddenStatementsShowNoSecretEither() async throws {
        let read = try await read(
            [
                "name": "a", "password": "hunter2", "login": ["user": "bob", "password": "hunter2"],
                "tokens": ["x": "hunter2"],
            ],
            ["name": "b", "password": "hunter3", "login": "ann:hunter4", "tokens": "hunter5"]
        )
        #expect(
            lines(read) == [
                "options.name = \"b\" < \"a\"", "options.password = \"••••\" < \"••••\"",
                "options.login = \"••••\" < [\"password\": \"••••\", \"user\": \"bob\"]",
                "options.tokens = \"••••\" < [\"x\": \"••••\"]",
            ]
        )
    }

    // C54
    @Test func whatAnotherFileSaysToBeAroundASecretIsNotShown() async throws {
        let read = try await read(["endpoint": ["user": "ann", "password": "hunter2"]], ["endpoint": "ann:hunter3"])
        #expect(read.errors == [])
        #expect(lines(read) == ["options.endpoint = \"••••\" < [\"password\": \"••••\", \"user\": \"ann\"]"])
    }

    // C54
    @Test func whatATypeDoesNotReadIsNotShown() async throws {
        let read = try await read([
            "name": "ann", "pasword": "hunter2", "tags": ["a", 5, ["hunter2"]], "pin": "hunter2",
        ])
        #expect(
            lines(read) == [
                "options.name = \"ann\"", "options.pasword = \"••••\"", "options.pin = \"••••\"",
                "options.tags = [\"a\", 5, [\"••••\"]]",
            ]
        )
        // What is wrong and no secret is shown; of a type without defaults nothing behind it.
        let plain = try await self.read(Bank<ShopOptions>.self, [["retries": "x", "host": "a"]])
        #expect(lines(plain) == ["options.host = \"••••\"", "options.retries = \"x\""])
        let open = try await self.read(Bank<WholeOptions>.self, [["retries": "x", "host": "a", "other": 1]])
        #expect(lines(open) == ["options.host = \"a\"", "options.other = \"••••\"", "options.retries = \"x\""])
    }

    // C54
    @Test func ofTwoModulesWithOneNameNoOptionIsShown() async throws {
        let entry: ConfigurationValue = ["moduleClass": "Bank", "options": ["user": "ann", "password": "hunter2"]]
        let other: ConfigurationValue = ["moduleClass": "Other", "options": ["user": "ann", "password": "hunter2"]]
        let types: [String: any HiveModule.Type] = ["Bank": Bank<[String: String]>.self, "Other": Bank<Login>.self]
        let read = try await configuration(
            modules: modules(entry, other),
            modules(other),
            catalogue: HiveCatalogue(modules: types, services: [:], implementations: [:])
        )
        #expect(lines(read).filter { $0.contains("hunter2") || $0.contains("ann") } == [])
        #expect(read.modulesWithoutOptionsType == ["Bank"])
    }

    // C54
    @Test func optionsThatAreAllOneSecretAreNotShown() async throws {
        let text = try await read(Bank<Options>.self, ["hunter2"])
        #expect(
            text.errors == ["invalidValue moduleClasses[0].options: Expected a dictionary, found a string."]
        )
        #expect(lines(text) == ["options = \"••••\""])
        let all = try await read(Bank<Secret<[String: Int]>>.self, [["hunter2": 1]])
        #expect(all.errors == [])
        #expect(lines(all) == ["options = \"••••\""])
    }

    // C54
    @Test func ofAModuleWithoutATypeForItsOptionsNoneIsShown() async throws {
        let read = try await read(Silent.self, [["name": "hunter2", "list": [47, ["a": "hunter2"]]]])
        #expect(lines(read) == ["options.list = [\"••••\", [\"a\": \"••••\"]]", "options.name = \"••••\""])
        #expect(read.modulesWithoutOptionsType == ["Bank"])
        #expect(try await self.read([:]).modulesWithoutOptionsType == [])
    }

    private static let values: [ConfigurationValue] = [
        "hunter2", 47_114_711, 4711.5, ["hunter2"], [47_114_711], ["Tr0ub4dor": "hunter2"], ["user": "ann"],
        ["host": "hunter2", "port": "hunter2"], ["user": 5, "password": ["hunter2"]],
        [["user": "bob", "password": 47_114_711]], [["user": ["hunter2"]]], ["a": ["b": "hunter2"]],
        ["password": "hunter2", "Tr0ub4dor": "hunter2"],
    ]

    /// What a configuration's modules, checks, starts and reloads say.
    private func texts(of read: HiveConfiguration) async throws -> [String] {
        var text = ""
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(read.modules, services: read.services)
        dump(hive.modules.descriptors, to: &text)
        var texts = read.problems.map { "\($0)" } + read.modules.map { "\($0)" } + hive.verify().map { "\($0)" }
        do { try await hive.start() } catch { texts += ["\(error)", String(reflecting: error)] }
        try? await hive.stop()
        let running = try await Hive(self.read(["name": "bob"]), options: HiveOptions(clock: ManualClock()))
        try await running.start()
        do {
            let report = try #require(await running.reload(read))
            dump(report, to: &text)
            texts.append("\(report)")
        } catch {
            texts += ["\(error)", String(reflecting: error)]
        }
        try await running.stop()
        return texts + [text]
    }

    // C54: a dictionary may be a secret as a whole, and its keys with it.
    @Test func noDumpShowsTheKeysOfAFile() async throws {
        let read = try await read(["logins": ["hunter2": "x"]], ["logins": ["4711": "y"]])
        var text = ""
        dump(read, to: &text)
        #expect(!text.contains("hunter2"))
        let document = try PropertyListDocument.read(xml("<dict><key>hunter2</key><true/></dict>"))
        dump(document, to: &text)
        #expect(!text.contains("hunter2"))
    }

    /// Every value at every key that holds secrets, in two files: whatever is said of it shows none.
    @Test(arguments: ["password", "pin", "keys", "tokens", "door", "all", "logins", "login", "bytes"])
    func nothingThatIsSaidOfAConfigurationShowsASecret(key: String) async throws {
        for (index, value) in Self.values.enumerated() {
            let other = Self.values[(index + 1) % Self.values.count]
            let first = ConfigurationValue.dictionary(["name": "ann", key: value])
            let read = try await read(first, .dictionary([key: other]))
            var text = ""
            dump(read, to: &text)
            dump(read.settings, to: &text)
            var texts = [text, "\(read)"] + read.settings.map { "\($0) \($0.winner) \($0.hidden)" }
            texts += try await self.texts(of: index.isMultiple(of: 2) ? read : self.read(first, value))
            let revealing = texts.filter { text in ["hunter2", "47114711", "4711.5"].contains { text.contains($0) } }
            #expect(revealing.prefix(2).map { $0.prefix(200) } == [], "\(key): \(value)")
        }
    }

    // C54
    @Test(arguments: [
        "<key>pin</key><integer>47hunter2</integer>", "<key>pin</key><real>hunter2</real>", "<key>pin</key>hunter2",
        "<key>pin</key><date>hunter2</date>", "<key>pin</key><data>!hunter2</data>",
        "<key>pin</key><string>a&hunter2;</string>",
        "<key>pin</key><integer>99999999999999999999</integer>", "<key>pin</key><string>a<hunter2</string>",
    ])
    func mistakesOfAFileShowNoContent(options: String) async throws {
        let text = """
            <dict><key>moduleClasses</key><array><dict><key>moduleClass</key><string>Bank</string>
            <key>options</key><dict>\(options)</dict></dict></array></dict>
            """
        let problems = try await withFiles(["modules.plist": xml(text)]) { folder in
            HiveConfiguration(modules: ["\(folder)/modules.plist"], services: []).problems
        }
        let said = problems.map { "\($0)" }
        #expect(said.count == 1)
        #expect(said.filter { $0.contains("hunter2") || $0.contains("99999") } == [])
    }
}
