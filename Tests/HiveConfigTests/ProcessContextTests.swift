// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@testable import HiveConfig

@Suite(.timeLimit(.minutes(5)))
struct ProcessContextTests {
    private func context(_ variables: [String: String], _ arguments: [String] = []) -> HiveContext {
        .process(name: "Shop", prefix: "SHOP", arguments: arguments, variables: variables)
    }

    @Test func environmentIsReadFromVariablesAndArguments() {
        #expect(context([:]).environment == .development)
        #expect(context(["SHOP_ENVIRONMENT": ""]).environment == .development)
        #expect(context(["ENVIRONMENT": "production"]).environment == .development)
        #expect(context(["SHOP_ENVIRONMENT": "staging"]).environment == .staging)
        #expect(context(["SHOP_ENVIRONMENT": "staging"], ["--environment=production"]).environment == .production)
        #expect(context(["SHOP_APPLICATION_KEY": "k"]).key == "k")
        #expect(context([:], ["-v", "x"]).arguments == ["-v", "x"])
    }

    @Test func disabledModulesAreNamedInAVariable() {
        #expect(context([:]).disabledModules == [])
        #expect(context(["HIVE_DISABLE": ""]).disabledModules == [])
        let disabling = context(["HIVE_DISABLE": " Cart , Shop.Home,,Cart"])
        #expect(disabling.disabledModules == ["Cart", "Shop.Home"])
        #expect(disabling.disabledModulesSource == "HIVE_DISABLE")
        #expect(context(["SHOP_HIVE_DISABLE": "Cart"]).disabledModules == [])
    }

    // C59: what systemd hands over is read with the rest, for this process only.
    @Test func inheritedSocketsAreReadFromVariables() {
        #expect(context([:]).inheritedSockets == [])
        let wrong = context(["LISTEN_FDS": "two", "LISTEN_PID": "1x"])
        #expect(wrong.inheritedSocketProblems.map(\.code) == [.invalidValue])
        #expect(Hive(HiveOptions(context: wrong)).verify().errors.count == 1)
        #expect(context(["LISTEN_FDS": "0", "LISTEN_PID": "1"]).inheritedSocketProblems.errors.isEmpty)
    }

    // B17
    @Test func whatTheContextStatesWinsOverPropertyLists() async throws {
        let read = try await configuration(
            modules: ["moduleClasses": [], "applicationName": "List", "applicationKey": "k", "environment": "test"]
        )
        #expect(read.completing(HiveOptions()).context.name == "List")
        #expect(read.completing(HiveOptions()).context.environment == .test)
        #expect(
            read.completing(HiveOptions(context: HiveContext(environment: .development))).context.environment
                == .development
        )
        #expect(read.completing(HiveOptions(context: context([:]))).context.name == "Shop")
        #expect(read.completing(HiveOptions(context: context([:]))).context.environment == .test)
        #expect(
            read.completing(HiveOptions(context: context(["SHOP_ENVIRONMENT": "production"]))).context.environment
                == .production
        )
        #expect(read.completing(HiveOptions(context: context([:], ["--application-key=x"]))).context.key == "x")
        var set = HiveContext()
        set.environment = .development
        #expect(read.completing(HiveOptions(context: set)).context.environment == .development)
        #expect(HiveContext().name == "Hive")
    }

    // B18
    @Test func valuesLieInLayers() async throws {
        let read = try await configuration(
            modules: ["moduleClasses": [], "values": ["pool": ["size": 1, "name": "a", "hot": true, "text": 4]]]
        )
        let hive = try Hive(
            read,
            options: HiveOptions(
                context: context(
                    ["SHOP_POOL_SIZE": "2", "SHOP_POOL_NAME": "b"],
                    ["--pool-size=3", "--pool-wide=maybe"]
                ),
                clock: ManualClock()
            )
        )
        let values = hive.context.values
        #expect(throws: HiveError.self) { try values.value("pool.wide", as: Bool.self) }
        #expect(throws: HiveError.self) { try values.value("pool.text", as: String.self) }
        #expect(try values.value("pool.size", default: 0) == 3)
        #expect(try values.value("pool.name", default: "") == "b")
        #expect(try values.value("pool.hot", default: false))
        #expect(values.origin(of: "pool.size") == "the arguments (--pool-size)")
        #expect(values.origin(of: "pool.name") == "the environment (SHOP_POOL_NAME)")
        #expect(values.origin(of: "pool.hot")?.hasSuffix("/modules0.plist (pool.hot)") == true)
    }
}
