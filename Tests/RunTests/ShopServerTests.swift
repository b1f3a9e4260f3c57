// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The sample as a server, with clients that connect to it.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct ShopServerTests {
    private static let folder = "\(#filePath)".split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

    /// Starts the server on a port that the system chooses; further property lists and variables say what is different.
    private func serve(
        _ trouble: String? = nil,
        socket: Int32? = nil,
        environment: [String: String] = [:]
    ) throws -> Child {
        let overlay = "\(Self.folder)/Config/Trouble/\(trouble ?? "").plist"
        let variables = ["SHOP_SERVER_PORT": "0"].merging(environment) { $1 }
        let config = "\(Self.folder)/Config"
        return trouble == nil
            ? try Child("serve", "--config", config, program: "SampleModules", socket: socket, environment: variables)
            : try Child(
                "serve",
                "--config",
                config,
                "--overlay",
                overlay,
                program: "SampleModules",
                socket: socket,
                environment: variables
            )
    }

    /// Returns the port that a server has said it listens on.
    private func port(of child: Child) async throws -> Int {
        let line = try await child.line(beginningWith: "orders are taken on ")
        return try #require(line.split(separator: " ").last.flatMap { Int($0) })
    }

    // C51: no order that has arrived before the signal is lost: thirty in hand, thirty answered, twenty times.
    @Test func everyOrderInHandIsAnswered() async throws {
        for _ in 0..<20 {
            let child = try serve("held-orders")
            let port = try await port(of: child)
            let clients = try (1...30).map { number in
                let client = try Client(port: port)
                client.send("order A-\(number) Ada MUG=1\n")
                client.endSending()
                return client
            }
            for _ in clients { _ = try await child.line(beginningWith: "TroubleModule holds ") }
            child.send(SIGTERM)
            try await child.wait(for: "no further client is accepted; connected: 30")
            child.send(SIGUSR1)
            var answered = 0
            for (index, client) in clients.enumerated() {
                let lines = await client.lines()
                answered += lines.count == 1 && lines[0].hasPrefix("accepted A-\(index + 1) ") ? 1 : 0
            }
            #expect(answered == 30)
            #expect(try await child.end() == .exited(0))
            #expect(child.output.contains("clients: 30, lines answered: 30"))
            #expect(await child.errorOutput() == "")
        }
    }

    // C51: what a client has sent in one go is answered too, although the server reads it when it drains.
    @Test func linesThatWaitAreAnswered() async throws {
        let child = try serve("held-orders")
        let client = try Client(port: try await port(of: child))
        client.send((1...5).map { "order A-\($0) Ada MUG=1\n" }.joined() + "order A-6 Ada")
        client.endSending()
        _ = try await child.line(beginningWith: "TroubleModule holds A-1")
        child.send(SIGTERM)
        try await child.wait(for: "no further client is accepted; connected: 1")
        child.send(SIGUSR1)
        #expect(await client.lines() == (1...5).map { "accepted A-\($0) 13.40" })
        #expect(try await child.end() == .exited(0))
    }

    // C51, C41: an order that takes longer than the drain may is cut, and the report names who did not end, and 75.
    @Test func orderThatTakesTooLongIsCut() async throws {
        let child = try serve("endless-order")
        let client = try Client(port: try await port(of: child))
        client.send("order A-1 Ada MUG=1\n")
        _ = try await child.line(beginningWith: "TroubleModule holds A-1")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(75))
        let report = await child.errorOutput()
        #expect(report.contains("ServerModule"), "\(report)")
        #expect(report.contains("drain"), "\(report)")
        #expect(child.output.contains("clients: 1, lines answered: 0"))
        #expect(await client.lines() == [])
    }

    // C40: a second signal, while orders are in hand.
    @Test func secondSignalEndsAtOnce() async throws {
        let child = try serve("held-orders")
        let client = try Client(port: try await port(of: child))
        client.send("order A-1 Ada MUG=1\n")
        _ = try await child.line(beginningWith: "TroubleModule holds A-1")
        child.send(SIGTERM)
        try await child.wait(for: "no further client is accepted; connected: 1")
        child.send(SIGINT)
        #expect(try await child.end() == .exited(128 + SIGINT))
        let printed = await child.errorOutput()
        #expect(printed.contains("ServerModule.drain "), "\(printed)")
        #expect(await client.lines() == [])
    }

    // C49, C41: a port in use is a failed start, which is rolled back, with module and port in the report, and 70.
    @Test func portInUseIsAFailedStart() async throws {
        let (socket, port) = try Client.listener()
        let child = try serve(environment: ["SHOP_SERVER_PORT": "\(port)"])
        #expect(try await child.end() == .exited(70))
        #expect(!child.output.contains { $0.hasPrefix("orders are taken") })
        let report = await child.errorOutput()
        #expect(report.contains("ServerModule"), "\(report)")
        #expect(report.contains("port \(port) cannot be listened on: Address already in use"), "\(report)")
        #expect(report.contains("set up, and torn down again: CatalogModule"), "\(report)")
        withExtendedLifetime(socket) {}
    }

    // C59: a restart refuses nobody: whoever connects meanwhile waits for the next process, and is answered.
    @Test func restartRefusesNobody() async throws {
        let (socket, port) = try Client.listener()
        var number = 0
        func order(_ client: Client) {
            number += 1
            client.send("order A-\(number) Ada FILTER=1\n")
            client.endSending()
        }
        var child = try serve(socket: socket.descriptor)
        for _ in 0..<5 {
            let line = try await child.line(beginningWith: "orders are taken on a socket that was handed over, ")
            #expect(line.hasSuffix("port \(port)"))
            // Some are accepted by this process, others by the next; some order before the signal, others after it.
            let before = try (0..<5).map { _ in try Client(port: port) }
            for client in before { order(client) }
            child.send(SIGTERM)
            let during = try (0..<5).map { _ in try Client(port: port) }
            for client in during { order(client) }
            #expect(try await child.end() == .exited(0))
            // Nobody listens now, and nobody is refused.
            let after = try (0..<5).map { _ in try Client(port: port) }
            for client in after { order(client) }
            child = try serve(socket: socket.descriptor)
            for client in before + during + after {
                let lines = await client.lines()
                #expect(lines.count == 1 && lines.first?.hasPrefix("accepted A-") == true, "\(lines)")
            }
        }
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
    }

    // C63: a module falls again and again, and no client notices.
    @Test func ordersGoOnWhileAModuleFalls() async throws {
        let child = try serve("falling-module")
        let port = try await port(of: child)
        for round in 1...15 {
            _ = try await child.errorLine(beginningWith: "warning: TroubleModule is restarting (attempt \(round)")
            let client = try Client(port: port)
            client.send((1...10).map { "order A-\(round)-\($0) Ada MUG=1\n" }.joined())
            client.endSending()
            // Whoever has ordered before pays less.
            let answers = await client.lines().map { $0.prefix(while: { $0 != "." }).dropLast(3) }
            #expect(answers == (1...10).map { "accepted A-\(round)-\($0)" })
        }
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
        #expect(child.output.contains("clients: 15, lines answered: 150"))
    }

    // C63, C64: one that fails to come up twice comes back; the guide's picture shows this run.
    @Test func ordersGoOnUntilAModuleIsBack() async throws {
        let child = try serve("falling-consumer")
        let port = try await port(of: child)
        func order(_ numbers: ClosedRange<Int>) async throws {
            let client = try Client(port: port)
            client.send(numbers.map { "order A-\($0) Ada MUG=1\n" }.joined())
            client.endSending()
            let answers = await client.lines().map { $0.prefix(while: { $0 != "." }).dropLast(3) }
            #expect(answers == numbers.map { "accepted A-\($0)" })
        }
        try await order(1...12)
        let fall = try await child.errorLine(beginningWith: "warning: TroubleModule is restarting (attempt 1)")
        #expect(fall.hasSuffix("the work failed at A-12, as it was told to"))
        _ = try await child.errorLine(beginningWith: "warning: TroubleModule is restarting (attempt 3")
        try await order(13...24)
        _ = try await child.errorLine(beginningWith: "The shop is ready: TroubleModule is up.")
        try await order(25...36)
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
        #expect(await child.errorOutput().contains("attempt 4") == false)
    }

    // C63: a stop ends a restart at whatever moment it comes.
    @Test(arguments: 1...10) func signalDuringRestarts(_ round: Int) async throws {
        let child = try serve("falling-module")
        _ = try await port(of: child)
        // Each time some steps later, in the hooks of an attempt or between two.
        let reason =
            round.isMultiple(of: 2) ? "The shop is ready: TroubleModule" : "warning: TroubleModule is restarting"
        for _ in 0..<(round + 1) / 2 { _ = try await child.errorLine(beginningWith: reason) }
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
        #expect(child.output.contains("clients: 0, lines answered: 0"))
        #expect(child.output.last?.contains("CatalogModule") == true, "\(child.output)")
    }

    // C53: a server says how it is, also to a client; with as many clients as there may be, it is not as well as it
    // should be.
    @Test(arguments: [(0, "ready, healthy"), (3, "ready, degraded: ServerModule: 4 clients are connected, as many as")])
    func serverSaysHowItIs(_ others: Int, _ answer: String) async throws {
        let child = try serve(environment: ["SHOP_SERVER_MAXIMUM_CONNECTIONS": "4"])
        let port = try await port(of: child)
        // Clients are accepted in the order in which they come.
        let crowd = try (0..<others).map { _ in try Client(port: port) }
        let client = try Client(port: port)
        client.send("health\n")
        client.endSending()
        let lines = await client.lines()
        #expect(lines.count == 1 && lines.first?.hasPrefix(answer) == true, "\(lines)")
        for client in crowd { client.endSending() }
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
    }

    // C61: clients that mean no good, or none at all, are bounded; the others are served meanwhile.
    @Test func clientsThatMeanNoGood() async throws {
        let child = try serve(environment: ["SHOP_SERVER_TIMEOUT": "0.3", "SHOP_SERVER_MAXIMUM_CONNECTIONS": "4"])
        let port = try await port(of: child)
        // A line without an end.
        let endless = try Client(port: port)
        endless.send(String(repeating: "x", count: 100_000))
        #expect(await endless.lines() == ["malformed: longer than 4096 bytes"])
        // Bytes that are no text, and text that is no order.
        let garbage = try Client(port: port)
        garbage.send("nonsense\norder\norder A-0 Ada MUG=many\n")
        garbage.send(bytes: [0xFF, 0xFE, 0x0A])
        let answers = await garbage.lines()
        #expect(answers.count == 4 && answers.allSatisfy { $0.hasPrefix("malformed: ") }, "\(answers)")
        // One that sends nothing, and one that sends half a line: their time is up.
        let (silent, slow) = (try Client(port: port), try Client(port: port))
        slow.send("order A-1")
        #expect(await silent.lines() == [])
        #expect(await slow.lines() == [])
        // One that takes no answer: it is disconnected, and what it sent is not all read.
        let deaf = try Client(port: port)
        await deaf.flood("nonsense\n")
        // More than there may be.
        let crowd = try (0..<5).map { _ in try Client(port: port) }
        let last = await crowd[4].lines()
        #expect(last == ["busy: 4 clients are connected"] || last == [])
        let good = try await self.order("order A-2 Ada MUG=1\n", port)
        #expect(good == "accepted A-2 13.40")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
        withExtendedLifetime(crowd) {}
    }

    /// Orders until somebody has time for it.
    private func order(_ line: String, _ port: Int) async throws -> String? {
        while true {
            let client = try Client(port: port)
            client.send(line)
            client.endSending()
            let answer = await client.lines().first
            if answer?.hasPrefix("busy") != true { return answer }
        }
    }
}
