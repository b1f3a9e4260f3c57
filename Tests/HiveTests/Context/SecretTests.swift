// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A secret itself, and what errors say of one.
struct SecretTests {
    // C54
    @Test func nothingThatShowsASecretShowsItsValue() throws {
        struct Login: Encodable {
            var user = "ann"
            var password = Secret("hunter2")
            var pins: [Secret<Int>]? = [Secret(4711)]
        }
        let login = Login()
        var dumped = ""
        dump(login, to: &dumped)
        var mirrored = ""
        dump(Mirror(reflecting: login.password), to: &mirrored)
        let json = String(decoding: try JSONEncoder().encode(login), as: UTF8.self)
        let lists = PropertyListEncoder()
        lists.outputFormat = .xml
        let list = String(decoding: try lists.encode(login), as: UTF8.self)
        let texts = [
            "\(login)", String(describing: login.password), String(reflecting: login.password),
            String(reflecting: login),
            "\(Optional(login.password) as Any)", dumped, mirrored, json, list,
        ]
        for text in texts {
            #expect(!text.contains("hunter2"))
            #expect(!text.contains("4711"))
        }
        #expect(dumped.contains("••••"))
        #expect(json.contains(#""password":"••••""#))
        #expect("\(login.password)" == "••••")
        #expect(Mirror(reflecting: login.password).children.isEmpty)
        #expect(login.password.value == "hunter2")
    }

    @Test func aSecretIsWhatItsValueIs() throws {
        #expect(Secret(1) == Secret(1))
        #expect(Secret(1) != Secret(2))
        #expect(Set([Secret("a"), Secret("a"), Secret("b")]).count == 2)
        func sendable(_ value: some Sendable) {}
        sendable(Secret("a"))
        let decoded = try JSONDecoder().decode([Secret<Int?>].self, from: Data("[1, null]".utf8))
        #expect(decoded.map(\.value) == [1, nil])
        let value: ConfigurationValue = ["name": "ann", "secret": ["a", "b"]]
        #expect(
            try ConfigurationDecoder().decode(Named<Secret<[String]>>.self, from: value).secret.value == ["a", "b"]
        )
        struct Optionally: Decodable { var secret: Secret<Int>? }
        #expect(try ConfigurationDecoder().decode(Optionally.self, from: [:]).secret == nil)
        #expect(try ConfigurationDecoder().decode(Optionally.self, from: ["secret": 5]).secret?.value == 5)
    }

    private func problems<T: Decodable>(_ type: T.Type, _ value: ConfigurationValue) -> [String] {
        let error = #expect(throws: ConfigurationDecodingError.self) {
            _ = try ConfigurationDecoder().decode(type, from: value)
        }
        return error?.problems.map { "\($0)" } ?? []
    }

    private func named(_ secret: ConfigurationValue) -> ConfigurationValue { ["name": "ann", "secret": secret] }

    // C54
    @Test func mistakesAreNamedByTheirKind() {
        #expect(problems(Named<Secret<String>>.self, named(5)) == ["secret: expected a string, found an integer"])
        #expect(
            problems(Named<Secret<UInt8>>.self, named(4711))
                == ["secret: the integer doesn't fit in UInt8, which takes 0 through 255"]
        )
        #expect(problems(Named<Secret<Date>>.self, named(5)) == ["secret: expected a date, found an integer"])
        #expect(problems(Named<[Secret<String>]>.self, named("a")) == ["secret: expected an array, found a string"])
        #expect(
            problems(Named<[Secret<String>]>.self, named(["a", 5])) == [
                "secret[1]: expected a string, found an integer"
            ]
        )
        #expect(
            problems(Named<Secret<String>>.self, ["name": "ann", "secrte": "hunter2"])
                == [#"secret is missing; Named<Secret<String>> needs a string here; is "secrte" a misspelling of it?"#]
        )
        // Beside a secret everything is said as ever.
        #expect(
            problems(Named<Secret<String>>.self, ["name": 7, "secret": "a"])
                == ["name: expected a string, found the integer 7"]
        )
    }

    // C54
    @Test func keysInsideASecretAreShownWhereATypeNamesThem() {
        struct Door: Decodable, Sendable { var host: String, port: Int }
        #expect(
            problems(Named<Secret<Door>>.self, named(["host": 1, "port": "x", "hunter2": 1]))
                == ["secret.host: expected a string, found an integer"]
        )
        #expect(
            problems(Named<Secret<Door>>.self, named(["host": "a", "port": 1, "hunter2": 1]))
                == ["secret holds an unknown key"]
        )
        #expect(
            problems(Named<Secret<Door>>.self, named(["host": "a"])) == [
                "secret.port is missing; Door needs an integer here"
            ]
        )
        #expect(
            problems(Named<Secret<[String: Int]>>.self, named(["hunter2": "x"]))
                == [#"secret["••••"]: expected an integer, found a string"#]
        )
        #expect(
            problems(
                Secret<[[String: Door]]>.self,
                [["hunter2": ["host": "a", "port": 1, "typo": 1]], ["hunter2": [:]]]
            )
                == [
                    #"[1]["••••"].host is missing; Door needs a string here"#,
                    #"[0]["••••"] holds an unknown key"#,
                ]
        )
    }

    /// A type of the user's own around a secret, with checks of its own.
    private struct Account: ModuleOptions {
        enum Keys: String, CodingKey { case low, high, secret }
        struct Refusal: Error, CustomStringConvertible { var description: String }

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            let password = try container.decode(Secret<String>.self, forKey: .secret)
            let (low, high) = try (container.decode(Int.self, forKey: .low), container.decode(Int.self, forKey: .high))
            if low > high { throw Refusal(description: "low is above high") }
            if password.value.count < 4 { throw Refusal(description: "a password has 4 characters or more") }
            if password.value.hasPrefix("hunter") {
                throw Refusal(description: "\(password.value.dropFirst(4)) is too easy")
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(0, forKey: .low)
            try container.encode(1, forKey: .high)
            try container.encode(Secret("swordfish"), forKey: .secret)
        }
    }

    /// The same without defaults.
    private struct Undefaulted: Decodable {
        init(from decoder: any Decoder) throws { _ = try Account(from: decoder) }
    }

    // C54
    @Test func aTypesOwnTextIsKeptWhereItDoesNotDependOnTheSecret() {
        func value(_ low: Int, _ high: Int, _ secret: String) -> ConfigurationValue {
            ["low": .integer(low), "high": .integer(high), "secret": .string(secret)]
        }
        let text = "(root) is refused; the reason is not shown, because it may depend on a secret"
        #expect(problems(Account.self, value(2, 1, "hunter2")) == ["(root): low is above high"])
        #expect(problems(Account.self, value(1, 2, "abc")) == [text])
        #expect(problems(Account.self, value(1, 2, "hunter2")) == [text])
        // The default is a secret, too; and without defaults there is nothing to compare with.
        #expect(problems(Account.self, value(2, 1, "swordfish")) == [text])
        #expect(problems(Undefaulted.self, value(2, 1, "hunter2")) == [text])
    }

    // C54
    @Test func valuesOfTheApplicationThatAreReadAsSecretsAreNotShown() throws {
        var values = ConfigurationValues(.tree(["db": ["pin": "hunter2"]], origin: "defaults"))
        values.append(environment: ["DB_PORT": "hunter2", "DB_PASSWORD": "hunter3"], prefix: "")
        #expect(try values.requiredValue("db.password", as: Secret<String>.self).value == "hunter3")
        let pin = #expect(throws: HiveError.self) { _ = try values.value("db.pin", as: Secret<Int>.self) }
        #expect(pin?.message == "db.pin is a string in defaults (db.pin), which is not an integer.")
        let port = #expect(throws: HiveError.self) { _ = try values.value("db.port", as: Secret<Int>.self) }
        #expect(port?.message == "db.port is a text in the environment (DB_PORT), which is not an integer.")
        var text = "\(HiveContext(values: values))"
        dump(HiveContext(values: values), to: &text)
        #expect(!text.contains("hunter"))
    }

    // C54
    @Test func whatHoldsOptionsDoesNotShowThem() async throws {
        // So long that no address, which `dump` shows in digits too, has it in it.
        final class Vault: HiveModule {
            typealias Options = Named<Secret<Int>>
            static let manifest = ModuleManifest()
            init() {}
            func initialize(_ context: ModuleContext) async throws {
                #expect(try context.options(as: Named<Secret<Int>>.self).secret.value == 4_711_471_147_114_711_471)
                var text = "\(context)"
                dump(context, to: &text)
                #expect(!text.contains("4711471147114711471"))
            }
        }
        var declaration = ModuleDeclaration(Vault.self, at: .code())
        declaration.options = ["name": "ann", "secret": 4_711_471_147_114_711_471]
        declaration.options?.merge(["name": "bob"])
        #expect(declaration.options == ["name": "bob", "secret": 4_711_471_147_114_711_471])
        var text = "\(declaration)"
        dump(declaration, to: &text)
        #expect(!text.contains("4711471147114711471"))
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register([declaration])
        dump(hive.modules.descriptors, to: &text)
        try await hive.start()
        dump(hive, to: &text)
        #expect(!text.contains("4711471147114711471"))
        #expect(text.contains("••••"))
        try await hive.stop()
    }

    // C43, C35
    @Test func aRemedyFitsOptionsAndPayloads() {
        struct Picky: Decodable {
            init(from decoder: any Decoder) throws { throw Account.Refusal(description: "never") }
        }
        let error = #expect(throws: ConfigurationDecodingError.self) {
            _ = try ConfigurationDecoder().decode(Picky.self, from: [:])
        }
        #expect(error?.problems.map(\.remedy) == ["Write a value that is accepted here."])
    }
}

private struct Named<S: Decodable & Sendable>: Decodable, Sendable {
    var name: String
    var secret: S
}
