// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Configuration
import Hive
import HiveConfig
import HiveSwiftConfiguration
import HiveTestKit
import Testing

/// A configuration as a source of a hive.
@Suite(.timeLimit(.minutes(1)))
struct ConfigReaderTests {
    private func started(_ options: ConfigurationValue, arguments: [String] = []) async throws -> WebModule.Options {
        let context = HiveContext.process(name: "Shop", prefix: "SHOP", arguments: arguments, variables: [:])
        let test = TestHive(HiveOptions(context: context))
        try test.hive.modules.register(WebModule.self, options: options)
        try await test.hive.start()
        let found = try test.hive.services.service(WebModule.Options.self)
        try await test.hive.stop()
        return found
    }

    // MARK: Failures

    // A wrong value is never replaced by the default.
    @Test func aValueOfAnotherTypeIsAnError() async {
        let config = ConfigReader(["WEB_PORT": "many"])
        await #expect(throws: (any Error).self) { try await config.scoped(to: "web").options(of: WebModule.self) }
    }

    @Test func keysThatCannotBeFoundOutAreAnErrorWithARemedy() async {
        struct Strict: Decodable {
            var first: Int
            var mode: Mode
        }
        let error = await #expect(throws: HiveError.self) { try await ConfigReader([:]).values(for: Strict.self) }
        #expect(error?.code == .invalidValue)
        #expect(error?.message.contains("after mode") == true)
        #expect(error?.message.contains("CaseIterable") == true)
    }

    @Test func aTypeInsideItselfDoesNotGoOnForEver() async throws {
        final class Node: Decodable {
            let name: String
            let next: Node?
        }
        let values = try await ConfigReader(["NAME": "a", "NEXT_NAME": "b"]).values(for: Node.self)
        #expect(values == ["name": "a"])
    }

    @Test func aListThatIsReadUntilThereIsNoMoreEnds() async throws {
        struct Greedy: Decodable {
            var hosts: [String] = []

            enum Key: CodingKey { case hosts }

            init(from decoder: any Decoder) throws {
                var list = try decoder.container(keyedBy: Key.self).nestedUnkeyedContainer(forKey: .hosts)
                while let host = try? list.decode(String.self) { hosts.append(host) }
            }
        }
        let values = try await ConfigReader(["HOSTS": "a,b"]).values(for: Greedy.self)
        #expect(values == ["hosts": ["a", "b"]])
    }

    // C54: what is wrong for the module is found when the hive is verified.
    @Test func whatTheModuleRefusesIsAProblem() async throws {
        let options = try await ConfigReader(["MODE": "slow"]).options(of: WebModule.self)
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(WebModule.self, options: options)
        #expect(hive.verify().map(\.code) == [.invalidValue])
    }

    // C54
    @Test func secretsAreAskedForAsSecrets() async throws {
        let accesses = AccessList()
        let options = try await ConfigReader(["PASSWORD": "hunter2", "PORT": "1"], accesses).options(of: WebModule.self)
        #expect(accesses.secrets == ["password"])
        #expect(!accesses.text.contains("hunter2"))
        #expect(options == ["password": "hunter2", "port": 1])
        #expect(try await started(options).password?.value == "hunter2")
    }

    // C54: also one that the type reads without hiding it as well.
    @Test func whatIsASecretOnceIsOne() async throws {
        struct Twice: Decodable {
            let open: String
            let hidden: Secret<String>

            enum Key: CodingKey { case token }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                open = try container.decode(String.self, forKey: .token)
                hidden = try container.decode(Secret<String>.self, forKey: .token)
            }
        }
        let accesses = AccessList()
        #expect(try await ConfigReader(["TOKEN": "t"], accesses).values(for: Twice.self) == ["token": "t"])
        #expect(accesses.secrets == ["token"])
    }

    // MARK: Success

    @Test func everyKeyOfTheOptionsIsAskedFor() async throws {
        let accesses = AccessList()
        _ = try await ConfigReader([:], accesses).scoped(to: "web").options(of: WebModule.self)
        let keys = [
            "port", "hosts", "isOpen", "mode", "modes", "color", "client.timeout", "client.retries", "password",
            "origin",
        ]
        #expect(accesses.keys == keys.map { "web.\($0)" })
    }

    @Test func whatTheConfigurationHasCountsAndDefaultsStay() async throws {
        let config = ConfigReader([
            "WEB_PORT": "9090", "WEB_HOSTS": "a,b", "WEB_IS_OPEN": "false", "WEB_MODE": "quick", "WEB_MODES": "quick",
            "WEB_CLIENT_TIMEOUT": "0.5",
        ])
        let options = try await started(config.scoped(to: "web").options(of: WebModule.self))
        #expect(options.port == 9090)
        #expect(options.hosts == ["a", "b"])
        #expect(!options.isOpen)
        #expect(options.mode == .quick)
        #expect(options.modes == [.quick])
        #expect(options.client.timeout == 0.5)
        #expect(options.color == .green)
        #expect(options.client.retries == 3)
        #expect(options.password == nil)
    }

    // C54
    @Test func argumentsWinOverIt() async throws {
        let given = try await ConfigReader(["PORT": "1", "IS_OPEN": "false"]).options(of: WebModule.self)
        let options = try await started(given, arguments: ["--Web.port=2"])
        #expect(options.port == 2)
        #expect(!options.isOpen)
    }

    @Test func aModuleWithoutATypeOfOptionsHasNone() async throws {
        let accesses = AccessList()
        #expect(try await ConfigReader(["A": "1"], accesses).options(of: QuietModule.self) == [:])
        #expect(accesses.keys.isEmpty)
    }

    // Lists of structures, and dictionaries, are left out.
    @Test func aLayerOfValues() async throws {
        struct Rate: Decodable {
            let limit: Int
            let mode: Mode
        }
        struct Values: Decodable {
            let currency: String
            let rates: [Rate]
            let names: [String: String]
            let grid: [[Int]]
            let factors: [Double]
            let flags: Set<Bool>
            let counts: [Int32]
            let color: Color
        }
        let accesses = AccessList()
        let config = ConfigReader(["CURRENCY": "EUR", "FACTORS": "0.5,2", "FLAGS": "true", "COUNTS": "1,2"], accesses)
        var context = HiveContext(name: "Shop")
        context.values.append(try await config.values(for: Values.self), origin: "the configuration")
        #expect(accesses.keys == ["currency", "factors", "flags", "counts", "color"])
        #expect(try context.values.value("currency") == "EUR")
        #expect(try context.values.value("factors") == [0.5, 2])
        #expect(try context.values.value("flags") == [true])
        #expect(try context.values.value("counts") == [1, 2])
        #expect(try context.values.value("color", default: "none") == "none")
        #expect(context.values.origin(of: "currency")?.hasPrefix("the configuration") == true)
    }
}
