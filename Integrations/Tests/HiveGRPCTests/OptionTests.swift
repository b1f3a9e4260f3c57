// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import GRPCNIOTransportHTTP2Posix
import Hive
import HiveConfig
import Testing

@testable import HiveGRPC

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
                "TEA_CLIENT_HOST": "tea.example.com", "TEA_CLIENT_DEADLINE": "0.01",
                "TEA_CLIENT_RECONNECT_DELAY": "2", "TEA_CLIENT_MAXIMUM_RECONNECT_DELAY": "2",
            ]) == []
        )
    }

    @Test(arguments: [
        ("TEA_SERVER_ADDRESS", "", "no IP address"), ("TEA_SERVER_ADDRESS", "localhost", "no IP address"),
        ("TEA_SERVER_ADDRESS", "1.2.3", "no IP address"), ("TEA_SERVER_PORT", "65536", "port"),
        ("TEA_SERVER_PATIENCE", "-1", "0 to 60 seconds"), ("TEA_SERVER_PATIENCE", "60.5", "0 to 60 seconds"),
        ("TEA_CLIENT_HOST", "", "it is empty"), ("TEA_CLIENT_PORT", "0", "nobody listens on port 0"),
        ("TEA_CLIENT_DEADLINE", "0", "from 0.01 to 86400 s"), ("TEA_CLIENT_DEADLINE", "86401", "from 0.01 to 86400 s"),
        ("TEA_CLIENT_CHECK_EVERY", "-1", "from 0.01 to 86400 s"),
        ("TEA_CLIENT_RECONNECT_DELAY", "0", "from 0.01 to 86400 s"),
        ("TEA_CLIENT_MAXIMUM_RECONNECT_DELAY", "0.05", "it is below reconnectDelay"),
    ])
    func whatIsNot(_ name: String, _ value: String, _ reason: String) throws {
        let problems = try problems([name: value])
        #expect(problems.count == 1)
        #expect(problems.first?.contains(name) == true && problems.first?.contains(reason) == true, "\(problems)")
    }

    // gRPC would compute with numbers that have no room.
    @Test func timesThatCodeStates() throws {
        var options = GRPCClientOptions()
        (options.deadline, options.checkEvery) = (.seconds(Int64.max), .nanoseconds(1))
        (options.reconnectDelay, options.maximumReconnectDelay) = (.seconds(2), .seconds(-1))
        let bounded = try GRPCConnection(options, security: .plaintext).options
        #expect(bounded.deadline == .seconds(86_400) && bounded.checkEvery == .milliseconds(10))
        #expect(bounded.reconnectDelay == .seconds(2) && bounded.maximumReconnectDelay == .seconds(2))
    }

    // Over TLS, the certificate of an address is asked for by the address, which no name stands for.
    @Test(arguments: [
        ("127.0.0.1", "ipv4"), ("::1", "ipv6"), ("[::1]", "ipv6"), ("localhost", "dns"), ("1.2.3", "dns"),
    ])
    func whatIsConnectedTo(_ host: String, _ kind: String) {
        let target = "\(type(of: SocketName(host: host, port: 1).target))"
        #expect(target.lowercased().contains(kind), "\(target)")
    }

    // The protocol has eight digits, of which gRPC reads seven.
    @Test(arguments: [
        ("1n", "1n"), ("9999999u", "9999999u"), ("10000000n", "10000u"), ("99999999n", "100000u"),
        ("99999999m", "100000S"), ("99999999S", "1666667M"), ("99999999M", "1666667H"), ("99999999H", "9999999H"),
        ("00000001S", "1S"),
    ])
    func timeoutsOfEightDigits(_ text: String, _ shorter: String) {
        #expect(CallTimeout(text)?.sevenDigits == shorter)
    }

    // Another port does not help where a certificate is of no use.
    @Test func whatCannotBeServedSaysNoMoreThanItKnows() {
        struct NoCertificate: Error {}
        let text = "\(CannotServe(address: "127.0.0.1:1", cause: NoCertificate()))"
        #expect(text == "cannot serve on 127.0.0.1:1: NoCertificate()")
    }
}
