// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePlatform
import HiveTestKit
import Testing

@testable import HiveCommands
@testable import HiveControl

// C65
@Suite struct ControlServerTests {
    @Test func closesAnotherUser() async throws {
        try await serving(.init(mayAsk: { _ in false })) { path in
            let answer = try await Client.ask(path, "x")
            #expect(answer == "")
        }
    }

    @Test func whoIsAnswered() {
        #expect(ControlPeer.isAnswered(7, owner: 7) && ControlPeer.isAnswered(0, owner: 7))
        #expect(!ControlPeer.isAnswered(8, owner: 7) && !ControlPeer.isAnswered(nil, owner: 7))
        #expect(!ControlPeer.isAnswered(8, owner: 0))
    }

    @Test func knowsThePeer() throws {
        let scratch = try Scratch()
        let socket = try ControlSocket(at: scratch.socket)
        defer { socket.remove() }
        let client = try Client(scratch.socket)
        #expect(ControlPeer.user(of: client.descriptor) == geteuid())
    }

    @Test func refusesWhatIsTooLong() async throws {
        try await serving { path in
            let client = try Client(path)
            client.write([UInt8](repeating: UInt8(ascii: "a"), count: ControlProtocol.longestRequest))
            #expect(await client.rest().contains("at most 4096 bytes"))
        }
    }

    @Test func readsALineInParts() async throws {
        try await serving { path in
            let client = try Client(path)
            for byte in "ab\n".utf8 { client.write([byte]) }
            #expect(await client.rest() == "<ab>")
        }
    }

    @Test func closesWhoSaysNothing() async throws {
        try await serving(.init(patience: 0)) { path in
            let client = try Client(path)
            #expect(await client.rest() == "")
        }
    }

    @Test func closesWhoTakesNothing() async throws {
        // More than the system holds for a socket; with no patience the rest is dropped, and the server is free.
        try await serving(.init(patience: 1, answer: { _, _ in .lines(String(repeating: "a", count: 10_000_000)) })) {
            path in
            let client = try Client(path)
            client.write([UInt8(ascii: "\n")])
            var state = pollfd(fd: client.descriptor, events: 0, revents: 0)
            #expect(poll(&state, 1, -1) == 1 && state.revents & Int16(POLLHUP) != 0)
        }
    }

    @Test func goesOnAfterAThousandThatSayNothing() async throws {
        try await serving { path in
            for round in 0..<1000 {
                let client = try Client(path)
                if round % 2 == 0 { client.write([0, 1]) }
            }
            let answer = try await Client.ask(path, "still")
            #expect(answer == "<still>")
        }
    }

    @Test func keepsNoMoreThanItsClients() async throws {
        try await serving(.init(clients: 1)) { path in
            let (first, second) = (try Client(path), try Client(path))
            second.write(Array("second\n".utf8))
            first.write(Array("first\n".utf8))
            #expect(await first.rest() == "<first>")
            #expect(await second.rest() == "<second>")
        }
    }

    @Test func closesWhoTakesItsAnswerSlowly() async throws {
        // Each byte that is taken made room for others, and renewed the time that there was.
        try await serving(.init(patience: 100, answer: { _, _ in .lines(String(repeating: "a", count: 10_000_000)) })) {
            let client = try Client($0)
            client.write([UInt8(ascii: "\n")])
            var state = pollfd(fd: client.descriptor, events: 0, revents: 0)
            var taken = [UInt8](repeating: 0, count: 4096)
            var count = 0
            while poll(&state, 1, 1) == 0 { count += read(client.descriptor, &taken, taken.count) }
            #expect(state.revents & Int16(POLLHUP) != 0 && count < 10_000_000, "\(count)")
        }
    }

    @Test func answersOthersWhileModulesAreAsked() async throws {
        let (mayAnswer, began) = (Latch(), Latch())
        let answer: @Sendable ([UInt8], uid_t?) -> ControlAnswer = { line, _ in
            if line != Array("slow".utf8) { return .lines("quick") }
            return .asks {
                began.open()
                try? await mayAnswer.wait()
                return "at last"
            }
        }
        try await serving(.init(asking: 1, answer: answer)) { path in
            let slow = try Client(path)
            slow.write(Array("slow\n".utf8))
            // It waits for as long as it takes, and nobody else does.
            try await began.wait()
            #expect(try await Client.ask(path, "x") == "quick")
            #expect(try await Client.ask(path, "slow").contains("Too many others wait"))
            mayAnswer.open()
            #expect(await slow.rest() == "at last")
            #expect(try await Client.ask(path, "slow") == "at last")
        }
    }

    @Test func forgetsWhoDoesNotWait() async throws {
        let mayAnswer = Latch()
        let answer: @Sendable ([UInt8], uid_t?) -> ControlAnswer = { _, _ in
            .asks {
                try? await mayAnswer.wait()
                return "late"
            }
        }
        try await serving(.init(clients: 1, answer: answer)) { path in
            do {
                let impatient = try Client(path)
                impatient.write(Array("x\n".utf8))
            }
            // There is room for one, who has gone.
            let next = try Client(path)
            next.write(Array("x\n".utf8))
            mayAnswer.open()
            #expect(await next.rest() == "late")
        }
    }

    @Test func endsAtOnceWhileModulesAreAsked() async throws {
        let (scratch, mayAnswer, began) = (try Scratch(), Latch(), Latch())
        let server = try ControlServer(ControlSocket(at: scratch.socket)) { _, _ in
            .asks {
                began.open()
                try? await mayAnswer.wait()
                return ""
            }
        }
        let client = try Client(scratch.socket)
        client.write([UInt8(ascii: "\n")])
        try await began.wait()
        await server.end()
        #expect(await client.rest() == "")
        mayAnswer.open()
    }

    @Test func endsAtOnceBesideOpenClients() async throws {
        let scratch = try Scratch()
        let server = try ControlServer(ControlSocket(at: scratch.socket)) { _, _ in .none }
        let client = try Client(scratch.socket)
        client.write([UInt8(ascii: "{")])
        await server.end()
        #expect(await client.rest() == "")
        #expect(access(scratch.socket, F_OK) != 0)
    }

    private struct Setting {
        var clients = 16
        var asking = 8
        var patience = 60_000
        var mayAsk: @Sendable (uid_t?) -> Bool = { ControlPeer.isAnswered($0) }
        var answer: @Sendable ([UInt8], uid_t?) -> ControlAnswer = { line, _ in
            .lines("<\(String(decoding: line, as: UTF8.self))>")
        }
    }

    private func serving(_ setting: Setting = Setting(), _ body: (String) async throws -> Void) async throws {
        let scratch = try Scratch()
        let server = try ControlServer(
            ControlSocket(at: scratch.socket),
            limits: .init(clients: setting.clients, asking: setting.asking, patience: setting.patience),
            mayAsk: setting.mayAsk,
            answer: setting.answer
        )
        do { try await body(scratch.socket) } catch { Issue.record(error) }
        await server.end()
    }
}
