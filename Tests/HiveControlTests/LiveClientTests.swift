// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePlatform
import HiveTestKit
import Synchronization
import Testing

@testable import HiveCommands
@testable import HiveControl

/// Whoever asks and gets no answer, or one from somebody who is no hive (C65).
@Suite struct LiveClientTests {
    private func ask(_ arguments: String...) async -> CommandResult {
        await HiveCommandLine(program: "shop") { throw CancellationError() }.run(arguments)
    }

    // MARK: Nobody answers

    @Test func noSocket() async throws {
        let scratch = try Scratch()
        let result = await ask("status", "--socket", scratch.socket)
        let text = "no hive of shop answers at \(scratch.socket): it does not run, or does not have ControlModule"
        #expect(result == CommandResult(output: "", errors: "error: \(text)\n", exitCode: 68))
        let json = await ask("order", "--json", "--socket=\(scratch.socket)")
        #expect(json.exitCode == 68 && json.output.contains(#""message":"no hive of shop answers at"#))
    }

    @Test func aProcessThatIsGone() async throws {
        let scratch = try Scratch()
        try ControlSocket(at: scratch.socket).leaveBehind()
        let result = await ask("status", "--socket", scratch.socket)
        #expect(result.exitCode == 68 && result.errors.contains("it does not run"))
    }

    @Test func allPlacesThatWereTriedAreNamed() throws {
        let (scratch, open) = (try Scratch(), try Scratch())
        mkdir("\(open.path)/s", 0o755)
        let client = LiveClient(program: "shop", places: [scratch.socket, open.socket])
        let result = try client.answer("status")
        #expect(
            result.errors == """
                error: no hive of shop answers. Asked were
                  \(scratch.socket) cannot be opened: No such file or directory
                  \(open.socket) may be entered by others (mode 755)
                With --socket PATH another place is asked.

                """
        )
        #expect(result.exitCode == 68)
    }

    @Test func theFirstPlaceWhereSomebodyAnswersCounts() async throws {
        let scratch = try Scratch()
        try await answering("yes", at: scratch) { client async throws in
            let places = LiveClient(program: "shop", places: ["/nowhere/at/all"] + client.places)
            #expect(try places.answer("why Cart").errors == "error: yes shop hive --help lists the commands.\n")
        }
    }

    // MARK: Nobody who is believed

    @Test(arguments: [
        ("relative/control", "is no path from the root"), ("@abstract", "is no path from the root"),
        ("/control", "is no path from the root"), ("/tmp/\u{1B}[2J/control", "/tmp/\\u{1B}[2J/control"),
        ("/tmp/" + String(repeating: "a", count: 103), "a socket's name has 2 to 107"),
    ])
    func refusesAPath(path: String, text: String) async {
        let result = await ask("status", "--socket", path)
        #expect(result.exitCode == 68 && result.errors.contains(text), "\(result.errors)")
        #expect(!result.errors.contains("\u{1B}"))
    }

    @Test func followsNoLink() async throws {
        let (scratch, other) = (try Scratch(), try Scratch())
        try await answering("yes", at: other) { _ in
            symlink("\(other.path)/s", "\(scratch.path)/s")
            #expect(await ask("status", "--socket", scratch.socket).errors.contains("is a link or no folder"))
            unlink("\(scratch.path)/s")
            mkdir("\(scratch.path)/s", 0o700)
            symlink(other.socket, scratch.socket)
            #expect(await ask("status", "--socket", scratch.socket).errors.contains("is a link or no socket"))
        }
    }

    @Test func believesNobodyElse() async throws {
        let scratch = try Scratch()
        let me = geteuid()
        try await answering("yes", at: scratch) { client async throws in
            var client = client
            client.identity.peer = { _ in me + 1 }
            let other = try client.answer("status").errors
            #expect(other.contains("is answered by a process of user \(me + 1), and you are \(me)"), "\(other)")
            client.identity.peer = { _ in nil }
            #expect(try client.answer("status").errors.contains("nobody knows whom"))
            client.identity.peer = { _ in me }
            client.identity.user = me + 1
            // A socket of root is believed, but for that its process is another's.
            let text = me == 0 ? "yes" : "is in a folder that belongs to user \(me)"
            #expect(try client.answer("why Cart").errors.contains(text))
        }
    }

    /// Anybody may make a folder that is called as one of root's would be.
    @Test(.enabled(if: geteuid() == 0, "needs root"))
    func rootBelievesNobodyWhoMayHaveMadeTheFolder() async throws {
        let scratch = try Scratch()
        let server = try ControlServer(ControlSocket(at: scratch.socket)) { _, _ in .none }
        for path in ["\(scratch.path)/s", scratch.socket] { try #require(chown(path, 65534, 65534) == 0) }
        try #require(chmod(scratch.path, 0o1777) == 0)
        var client = LiveClient(program: "shop", places: [scratch.socket])
        client.identity.peer = { _ in 65534 }
        let result = try client.answer("status")
        #expect(result.exitCode == 68 && result.errors.contains("who may have made it for you"), "\(result)")
        try #require(chmod(scratch.path, 0o755) == 0)
        #expect(try client.answer("status").errors.contains("has closed before the end"))
        await server.end()
    }

    @Test func whoIsBelieved() {
        #expect(ControlPeer.isBelieved(7, asking: 7, owner: 7) && ControlPeer.isBelieved(0, asking: 7, owner: 7))
        #expect(ControlPeer.isBelieved(7, asking: 0, owner: 7) && ControlPeer.isBelieved(0, asking: 0, owner: 7))
        #expect(!ControlPeer.isBelieved(8, asking: 0, owner: 7) && !ControlPeer.isBelieved(8, asking: 7, owner: 8))
        #expect(!ControlPeer.isBelieved(nil, asking: 0, owner: 0))
    }

    // MARK: No hive answers

    @Test(arguments: [
        ("", "has closed before the end"), (#"{"hive": {}"#, "has sent half a line"),
        ("{}\n", "has closed before the end"), ("\u{1B}[2J\n", "is answered by no hive: a line is no JSON"),
        ("[]\n", "is answered by no hive: a line is no object"), (#"{"end": true}"# + "\n", "speaks another version"),
        (#"{"end": true, "version": 2}"# + "\n", "speaks another version"),
        (#"{"end": true, "version": 1}"# + "\n", "does not say whether it is ready"),
        (String(repeating: "[", count: 100_000) + "\n", "is answered by no hive: a line is no JSON"),
        (String(repeating: "a", count: 17_000_000), "answers with more than 16777216 bytes"),
    ])
    func refusesAnAnswer(answer: String, text: String) async throws {
        let scratch = try Scratch()
        try await answering(.lines(answer), at: scratch) { client async throws in
            let result = try client.answer("status")
            #expect(result.exitCode == 68 && result.output == "")
            #expect(result.errors.hasPrefix("error: no hive of shop answers: \(scratch.socket) "), "\(result.errors)")
            #expect(result.errors.contains(text) && !result.errors.contains("\u{1B}"), "\(result.errors)")
        }
    }

    @Test(arguments: [
        #"{"end": true, "version": 1, "output": "x"}"#,
        #"{"end": true, "version": 1, "output": "x", "errors": "", "exitCode": 256}"#,
        #"{"end": true, "version": 1, "output": 3, "errors": "", "exitCode": 0}"#,
    ])
    func refusesAResult(line: String) async throws {
        try await answering(.lines(line + "\n"), at: Scratch()) { client async throws in
            #expect(try client.answer("order").errors.contains("has no output, errors and exitCode"))
        }
    }

    @Test func printsNothingThatATerminalWouldNotShow() async throws {
        let line = #"{"end":true,"version":1,"output":"a\u001b[2J\nb\r\u202e","errors":"\u0007\n","exitCode":3}"#
        try await answering(.lines(line + "\n"), at: Scratch()) { client async throws in
            let result = try client.answer("order")
            let shown = CommandResult(output: "a\\u{1B}[2J\nb\\r\\u{202E}", errors: "\\u{7}\n", exitCode: 3)
            #expect(result == shown)
        }
        let status = #"{"hive":{"ready":true,"name":"a\u001b]0;b\n","hooks":["\u202e"]}}"#
        let lines = [status, #"{"module":"\u001b","state":"up\n\u0007"}"#, #"{"end":true,"version":1}"#]
        try await answering(.lines(lines.joined(separator: "\n") + "\n"), at: Scratch()) { client async throws in
            let text = try client.answer("status").output
            #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.isPrintable }, "\(text)")
            #expect(text.split(separator: "\n").count == 4)
        }
    }

    @Test func waitsNoLongerThanItsPatience() async throws {
        try await answering(.asks { "" }, at: Scratch(), mayAnswer: Latch()) { client async throws in
            var client = client
            client.patience = 0
            #expect(try client.answer("status").errors.contains("does not answer in time"))
        }
    }

    @Test func whatTheServerRefusesIsAWrongCommandLine() async throws {
        try await answering("there is no command \u{1B}.", at: Scratch()) { client async throws in
            let result = try client.answer("order")
            #expect(result.errors == "error: there is no command \\u{1B}. shop hive --help lists the commands.\n")
            #expect(result.exitCode == 64 && result.output == "")
        }
    }

    @Test(arguments: [
        (["convert", "--live", "x"], "convert asks no hive that runs"),
        (["status", "--socket"], "--socket needs the path"),
        (["status", "--socket="], "--socket needs the path"), (["status", "x"], "takes no further word"),
        (["order", "--live", "--environment=test"], "has its own arguments"),
        (["status", "--dot"], "there is no option of status"),
    ])
    func refusesACommandLine(arguments: [String], text: String) async {
        let result = await HiveCommandLine(program: "shop") { throw CancellationError() }.run(arguments)
        #expect(result.exitCode == 64 && result.errors.contains(text), "\(result.errors)")
    }

    @Test func aQuestionThatIsTooLong() async throws {
        let scratch = try Scratch()
        try await answering("yes", at: scratch) { _ in
            let result = await ask("why", String(repeating: "a", count: 4096), "--socket", scratch.socket)
            #expect(result.exitCode == 68 && result.errors.contains("no question of more than 4096 bytes"))
        }
    }

    private func answering(
        _ refusal: String,
        at scratch: Scratch,
        _ body: (LiveClient) async throws -> Void
    ) async throws {
        try await answering(.refusal(refusal), at: scratch, body)
    }

    /// Lets a server answer whatever it is asked.
    private func answering(
        _ answer: ControlAnswer,
        at scratch: Scratch,
        mayAnswer: Latch? = nil,
        _ body: (LiveClient) async throws -> Void
    ) async throws {
        // A client that a sanitizer slows down needs long for the longest answer.
        let limits = ControlServer.Limits(patience: 120_000)
        let server = try ControlServer(ControlSocket(at: scratch.socket), limits: limits) { _, _ in
            guard let mayAnswer else { return answer }
            return .asks {
                try? await mayAnswer.wait()
                return ""
            }
        }
        do { try await body(LiveClient(program: "shop", places: [scratch.socket])) } catch { Issue.record(error) }
        mayAnswer?.open()
        await server.end()
    }
}

extension LiveClient {
    /// Asks a command line.
    func answer(_ line: String, on display: Display = Display()) throws -> CommandResult {
        let request = try CommandRequest(["--live"] + line.split(separator: " ").map(String.init))
        return answer(try #require(request.command), request, on: display)
    }
}
