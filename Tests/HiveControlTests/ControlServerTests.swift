// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Hive
import HivePlatform
import HiveTestKit
import Synchronization
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

    /// Else a thousand that say nothing would keep everybody waiting for as long as they may.
    @Test func whoSaysNothingMakesWay() async throws {
        // Patient, so that a busy machine changes nothing.
        try await serving(.init(clients: 2, silence: 0, patience: 3_600_000)) { path in
            let (first, second) = (try Client(path), try Client(path))
            second.write(Array("sec".utf8))
            #expect(try await Client.ask(path, "third") == "<third>")
            #expect(await first.rest() == "")
            second.write(Array("ond\n".utf8))
            #expect(await second.rest() == "<second>")
        }
    }

    @Test func keepsNoMoreThanItsClients() async throws {
        try await serving(.init(clients: 1, silence: 60_000)) { path in
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

    /// A container's check has to find a place, whatever others wait for.
    @Test func keepsPlacesForThoseWhoDoNotWait() async throws {
        let answer: @Sendable ([UInt8], uid_t?) -> ControlAnswer = { line, _ in
            switch String(decoding: line, as: UTF8.self) {
            case "ask": .waits(isForStop: false) { _ in }
            case "stop": .waits(isForStop: true) { _ in }
            default: .lines("yes")
            }
        }
        try await serving(.init(clients: 8, asking: 8, answer: answer)) { path in
            var waiting: [Client] = []
            for (request, count) in [("ask", 4), ("stop", 2)] {
                for _ in 0..<count {
                    let client = try Client(path)
                    client.write(Array("\(request)\n".utf8))
                    waiting.append(client)
                    #expect(try await Client.ask(path, "x") == "yes")
                }
                #expect(try await Client.ask(path, request).contains("Too many others"))
            }
            #expect(try await Client.ask(path, "x") == "yes")
            withExtendedLifetime(waiting) {}
        }
    }

    /// It may have been told that nobody answers, and may do otherwise now.
    @Test func doesNothingForWhoHasGone() async throws {
        let (mayAnswer, began) = (DispatchSemaphore(value: 0), Latch())
        let answered = Mutex<[String]>([])
        let answer: @Sendable ([UInt8], uid_t?) -> ControlAnswer = { line, _ in
            answered.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
            if line == Array("slow".utf8) {
                began.open()
                mayAnswer.wait()
            }
            return .lines("")
        }
        try await serving(.init(answer: answer)) { path in
            let slow = try Client(path)
            slow.write(Array("slow\n".utf8))
            try await began.wait()
            do {
                let impatient = try Client(path)
                impatient.write(Array("restart\n".utf8))
            }
            mayAnswer.signal()
            _ = await slow.rest()
            _ = try await Client.ask(path, "after")
            #expect(answered.withLock { $0 } == ["slow", "after"])
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
            #expect(await slow.rest().hasSuffix("at last"))
            #expect(try await Client.ask(path, "slow").hasSuffix("at last"))
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
            #expect(await next.rest().hasSuffix("late"))
        }
    }

    /// What a client has asked for goes on without it, so that many that come and go would have begun as much.
    @Test func countsWhatWasAskedForByOneWhoHasGone() async throws {
        let (mayAnswer, began) = (Latch(), Latch())
        let answer: @Sendable ([UInt8], uid_t?) -> ControlAnswer = { line, _ in
            if line == Array("stop".utf8) { return .waits(isForStop: true) { $0("stopped") } }
            return .asks {
                began.open()
                try? await mayAnswer.wait()
                return "at last"
            }
        }
        try await serving(.init(asking: 1, answer: answer)) { path in
            do {
                let impatient = try Client(path)
                impatient.write(Array("slow\n".utf8))
                try await began.wait()
            }
            let next = try Client(path)
            next.write(Array("slow\n".utf8))
            // A stop ends what hangs.
            #expect(try await Client.ask(path, "stop").hasSuffix("stopped"))
            mayAnswer.open()
            #expect(await next.rest().contains("Too many others wait"))
        }
    }

    /// As `nc -N` and `socat` do behind their input.
    @Test func answersWhoSaysThatNothingMoreComes() async throws {
        let (mayAnswer, began) = (Latch(), Latch())
        let answer: @Sendable ([UInt8], uid_t?) -> ControlAnswer = { _, _ in
            .asks {
                began.open()
                try? await mayAnswer.wait()
                return "at last"
            }
        }
        try await serving(.init(answer: answer)) { path in
            let client = try Client(path)
            client.write(Array("x\n".utf8))
            #expect(shutdown(client.descriptor, Int32(SHUT_WR)) == 0)
            try await began.wait()
            #expect(try await Client.ask(path, String(repeating: "a", count: 4096)).contains("at most"))
            mayAnswer.open()
            #expect(await client.rest().hasSuffix("at last"))
        }
    }

    @Test func endsAtOnceWhileModulesAreAsked() async throws {
        let (scratch, mayAnswer, began) = (try Scratch(), Latch(), Latch())
        let server = try ControlServer(ControlSocket(at: scratch.socket)) { _, _ in
            .asks {
                began.open()
                try? await mayAnswer.wait()
                return "at last"
            }
        }
        let client = try Client(scratch.socket)
        client.write([UInt8(ascii: "\n")])
        try await began.wait()
        await server.end()
        mayAnswer.open()
        // Nobody has to ask again.
        #expect(await client.rest().hasSuffix(ControlAnswer.sign(isLast: true) + "at last"))
    }

    @Test func whoWaitsHearsThatTheServerIsAlive() async throws {
        let mayAnswer = Latch()
        let answer: @Sendable ([UInt8], uid_t?) -> ControlAnswer = { _, _ in
            .asks {
                try? await mayAnswer.wait()
                return "at last"
            }
        }
        try await serving(.init(patience: 200, answer: answer)) { path in
            let client = try Client(path)
            client.write([UInt8(ascii: "\n")])
            for _ in 0..<3 { #expect(client.line() == #"{"waits":true}"#) }
            mayAnswer.open()
            #expect(await client.rest().hasSuffix("at last"))
        }
    }

    // MARK: Watching

    @Test func tellsWhatHasChanged() async throws {
        let lines = Mutex([line(nil, "running"), line("A", "up"), line("B", "up")])
        let watch = StatusWatch { lines.withLock { $0 } }
        try await serving(.init(patience: 200, interval: 1, answer: { _, _ in .watches(watch) })) { path in
            let client = try Client(path)
            client.write([UInt8(ascii: "\n")])
            #expect((0..<3).map { _ in client.nextLine() } == [#"{"state":"running"}"#, up("A"), up("B")])
            // Nothing has changed; that is told now and then.
            for _ in 0..<3 { #expect(client.line() == #"{"waits":true}"#) }
            lines.withLock { $0 = [line(nil, "running"), line("B", "restarting"), line("C", "up")] }
            #expect(client.nextLine() == #"{"module":"B","state":"restarting"}"#)
            #expect(client.line() == up("C"))
            #expect(client.line() == #"{"module":"A","state":"down"}"#)
        }
    }

    @Test func theEndOfTheServerIsToldToWhoWatches() async throws {
        let (scratch, began) = (try Scratch(), Latch())
        let state = Mutex("running")
        let server = try ControlServer(ControlSocket(at: scratch.socket)) { _, _ in
            began.open()
            return .watches(StatusWatch { [line(nil, state.withLock { $0 })] })
        }
        let client = try Client(scratch.socket)
        client.write([UInt8(ascii: "\n")])
        #expect(client.line() == #"{"state":"running"}"# && client.line() == #"{"waits":true}"#)
        state.withLock { $0 = "stopping" }
        await server.end()
        let rest = await client.rest()
        #expect(rest.hasSuffix(#"{"state":"stopping"}"# + "\n" + ControlAnswer.sign() + ControlAnswer.end() + "\n"))
    }

    @Test func closesWhoWatchesAndTakesNothing() async throws {
        let text = String(repeating: "a", count: 10_000_000)
        let watch = StatusWatch { [line(nil, text)] }
        try await serving(.init(patience: 10, interval: 1, answer: { _, _ in .watches(watch) })) { path in
            let client = try Client(path)
            client.write([UInt8(ascii: "\n")])
            var state = pollfd(fd: client.descriptor, events: 0, revents: 0)
            #expect(poll(&state, 1, -1) == 1 && state.revents & Int16(POLLHUP) != 0)
        }
    }

    @Test func whoHasStoppedWatchingLeavesItsPlace() async throws {
        let watch = StatusWatch { [line(nil, "running")] }
        let answer: @Sendable ([UInt8], uid_t?) -> ControlAnswer = { _, _ in .watches(watch) }
        try await serving(.init(watching: 1, answer: answer)) { path in
            for _ in 0..<100 {
                // Without a place it would be told to ask again; the one before may just be about to be let go.
                while true {
                    let client = try Client(path)
                    client.write([UInt8(ascii: "\n")])
                    if client.line() == #"{"state":"running"}"# { break }
                }
            }
        }
    }

    @Test func endsAtOnceBesideOpenClients() async throws {
        let scratch = try Scratch()
        let server = try ControlServer(ControlSocket(at: scratch.socket)) { _, _ in .none }
        let client = try Client(scratch.socket)
        client.write([UInt8(ascii: "{")])
        await server.end()
        #expect(await client.rest() == ControlAnswer.ending)
        #expect(access(scratch.socket, F_OK) != 0)
    }

    private struct Setting {
        var clients = 16
        var asking = 8
        var watching = 4
        var silence = 100
        var patience = 60_000
        var interval = 250
        var mayAsk: @Sendable (uid_t?) -> Bool = { ControlPeer.isAnswered($0) }
        var answer: @Sendable ([UInt8], uid_t?) -> ControlAnswer = { line, _ in
            .lines("<\(String(decoding: line, as: UTF8.self))>")
        }
    }

    private func serving(_ setting: Setting = Setting(), _ body: (String) async throws -> Void) async throws {
        let scratch = try Scratch()
        let server = try ControlServer(
            ControlSocket(at: scratch.socket),
            limits: .init(
                clients: setting.clients,
                asking: setting.asking,
                watching: setting.watching,
                silence: setting.silence,
                patience: setting.patience,
                interval: setting.interval
            ),
            mayAsk: setting.mayAsk,
            answer: setting.answer
        )
        do { try await body(scratch.socket) } catch { Issue.record(error) }
        await server.end()
    }
}

private func line(_ module: String?, _ state: String) -> StatusLine {
    var entries: [String: ConfigurationValue] = ["state": .string(state)]
    if let module { entries["module"] = .string(module) }
    return StatusLine(module: module, essence: state, entries: entries)
}

private func up(_ module: String) -> String { #"{"module":"\#(module)","state":"up"}"# }
