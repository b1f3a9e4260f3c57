// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig
import HiveGRPC
import Testing

/// What somebody may write who configures the two modules.
@Suite(.timeLimit(.minutes(5)))
struct OptionTests {
    private final class ServerModule: HiveModule {
        typealias Options = GRPCServerOptions
        static let manifest = ModuleManifest()
        init() {}
    }

    private final class ClientModule: HiveModule {
        typealias Options = GRPCClientOptions
        static let manifest = ModuleManifest()
        init() {}
    }

    private func problems(_ variables: [String: String]) throws -> [String] {
        let context = HiveContext.process(name: "Tea", prefix: "TEA", arguments: [], variables: variables)
        let hive = Hive(HiveOptions(context: context))
        try hive.modules.register(ServerModule.self)
        try hive.modules.register(ClientModule.self)
        return hive.verify().map(\.description)
    }

    @Test func whatIsWell() throws {
        #expect(
            try problems([
                "TEA_SERVER_ADDRESS": "[::1]", "TEA_SERVER_PORT": "0", "TEA_SERVER_PATIENCE": "60",
                "TEA_CLIENT_HOST": "tea.example.com", "TEA_CLIENT_DEADLINE": "0.001",
                "TEA_CLIENT_RECONNECT_DELAY": "2", "TEA_CLIENT_MAXIMUM_RECONNECT_DELAY": "2",
            ]) == []
        )
    }

    @Test(arguments: [
        ("TEA_SERVER_ADDRESS", "", "it is empty"), ("TEA_SERVER_PORT", "65536", "port"),
        ("TEA_SERVER_PATIENCE", "-1", "0 to 60 seconds"), ("TEA_SERVER_PATIENCE", "60.5", "0 to 60 seconds"),
        ("TEA_CLIENT_HOST", "", "it is empty"), ("TEA_CLIENT_PORT", "0", "nobody listens on port 0"),
        ("TEA_CLIENT_DEADLINE", "0", "it is not above 0"), ("TEA_CLIENT_CHECK_EVERY", "-1", "it is not above 0"),
        ("TEA_CLIENT_RECONNECT_DELAY", "0", "it is not above 0"),
        ("TEA_CLIENT_MAXIMUM_RECONNECT_DELAY", "0.01", "it is below reconnectDelay"),
    ])
    func whatIsNot(_ name: String, _ value: String, _ reason: String) throws {
        let problems = try problems([name: value])
        #expect(problems.count == 1)
        #expect(problems.first?.contains(name) == true && problems.first?.contains(reason) == true, "\(problems)")
    }
}
