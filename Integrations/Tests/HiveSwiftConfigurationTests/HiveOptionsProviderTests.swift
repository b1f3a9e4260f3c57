// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Configuration
import Hive
import HiveConfig
import HiveTestKit
import Testing

@testable import HiveSwiftConfiguration

/// A hive as a source of a configuration.
@Suite(.timeLimit(.minutes(1)))
struct HiveOptionsProviderTests {
    let accesses = AccessList()
    let provider: HiveOptionsProvider
    let config: ConfigReader

    init() throws {
        var context = HiveContext.process(
            name: "Shop",
            prefix: "SHOP",
            arguments: ["--Web.client.timeout=4"],
            variables: ["SHOP_DATABASE_HOST": "db1", "SHOP_WEB_PORT": "9090"]
        )
        context.values.append(["token": "open sesame", "limits": [1, 2]], origin: "code")
        let hive = Hive(HiveOptions(context: context, clock: ManualClock()))
        try hive.modules.register(WebModule.self, options: ["password": "hunter2", "origin": "12"])
        try hive.modules.register(QuietModule.self, options: ["name": "n", "weights": [1, 2.5], "at": .data([1])])
        provider = HiveOptionsProvider(hive)
        config = ConfigReader(provider: provider, accessReporter: accesses)
    }

    // MARK: Failures

    @Test(arguments: ["Web.password", "Web.hosts", "Web.client", "token"])
    func aValueOfAnotherTypeIsAnErrorThatDoesNotShowIt(_ key: String) throws {
        let error = #expect(throws: HiveError.self) { try config.requiredInt(forKey: ConfigKey(key)) }
        #expect(error?.code == .invalidValue)
        #expect(error.map { "\($0)".contains("hunter2") || "\($0)".contains("sesame") } == false)
        // A reader that may be without a value takes it for absent, and its reporter is told why.
        #expect(config.int(forKey: ConfigKey(key)) == nil)
    }

    @Test func dataIsGivenAsNoType() {
        #expect(throws: HiveError.self) { try config.requiredBytes(forKey: "Quiet.at") }
        #expect(throws: HiveError.self) { try config.requiredString(forKey: "Quiet.at") }
    }

    @Test func whatIsNotThereIsAbsent() {
        for key in ["Web.portal", "Web", "Web.client.timeout.unit", "Nobody.port", "nothing"] {
            #expect(config.string(forKey: ConfigKey(key)) == nil || key == "Web")
        }
        #expect(throws: (any Error).self) { try config.requiredInt(forKey: "Web.portal") }
    }

    // C54: what nothing says to be open is secret.
    @Test func secretsStaySecret() {
        #expect(config.string(forKey: "Web.password") == "hunter2")
        #expect(config.string(forKey: "Quiet.name") == "n")
        #expect(config.string(forKey: "token") == "open sesame")
        #expect(config.int(forKey: "Web.port") == 9090)
        #expect(accesses.secrets == ["Web.password", "Quiet.name", "token"])
        var dumped = ""
        dump(provider, to: &dumped)
        for text in [dumped, "\(provider)", String(reflecting: provider), accesses.text] {
            #expect(!text.contains("hunter2") && !text.contains("sesame"))
        }
    }

    // MARK: Success

    // C54: defaults, code, variables and arguments.
    @Test func optionsComeFromAllSources() {
        let web = config.scoped(to: "Web")
        #expect(web.int(forKey: "port") == 9090)
        #expect(web.double(forKey: "client.timeout") == 4)
        #expect(web.stringArray(forKey: "hosts") == ["localhost"])
        #expect(web.bool(forKey: "isOpen") == true)
        #expect(web.string(forKey: "mode", as: Mode.self) == .careful)
        #expect(web.double(forKey: "port") == 9090)
        #expect(web.int(forKey: "origin") == 12)
        #expect(config.doubleArray(forKey: "Quiet.weights") == [1, 2.5])
    }

    // As in Hive's own options: what the standard library reads beyond decimal digits is a slip of the hand.
    @Test(arguments: ["0x10", "0x1p3", "inf", "nan", "1e999", "", " 1"])
    func textThatIsNoDecimalNumberIsNoDouble(_ text: String) {
        #expect(ConfigurationValue.string(text).content(as: .double) == nil)
        #expect(ConfigurationValue.array(["1", .string(text)]).content(as: .doubleArray) == nil)
        #expect(ConfigurationValue.string("-1.5e3").content(as: .double) == .double(-1500))
    }

    @Test func otherKeysAreValuesOfTheApplication() {
        #expect(config.string(forKey: "database.host") == "db1")
        #expect(config.intArray(forKey: "limits") == [1, 2])
        #expect(provider.providerName == "HiveOptionsProvider[Shop]")
    }

    @Test func itMayBeFetchedAndWatched() async throws {
        #expect(try await config.fetchInt(forKey: "Web.port") == 9090)
        let seen = try await config.watchInt(forKey: "Web.port") { updates in
            for await update in updates { return update }
            return nil
        }
        #expect(seen == 9090)
        #expect(config.snapshot().int(forKey: "Web.port") == 9090)
    }
}
