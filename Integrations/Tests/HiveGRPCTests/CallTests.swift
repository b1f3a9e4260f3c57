// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import GRPCCore
import GRPCNIOTransportHTTP2Posix
import GRPCProtobuf
import Hive
import HiveGRPC
import HiveTestKit
import SwiftProtobuf
import Synchronization
import Testing

/// What a caller of another process sees.
@Suite(.timeLimit(.minutes(5)))
struct CallTests {
    private struct Unexpected: Error {}

    // C69
    @Test func errorsCrossTheWire() async throws {
        let pair = try await Pair.started { text in throw EchoError.refused(why: "no \(text)\n\u{1B}[2J") }
        await #expect(throws: EchoError.refused(why: "no tea\n\u{1B}[2J")) { try await pair.connection.say("tea") }
        try await pair.stop()
    }

    // Anything may have come.
    @Test(arguments: ["no details", "no bytes of ours", "another domain", "no error of gRPC"])
    func errorsOfOthers(_ kind: String) async throws {
        let pair = try await Pair.started { _ in
            let info = ErrorDetails.errorInfo(reason: "REFUSED", domain: "tea", metadata: ["why": "x"])
            switch kind {
            case "no details": throw RPCError(code: .notFound, message: "no")
            case "no bytes of ours":
                let metadata: Metadata = ["grpc-status-details-bin": .binary([255, 255])]
                throw RPCError(code: .notFound, message: "no", metadata: metadata)
            case "another domain": throw GoogleRPCStatus(code: .notFound, message: "no", details: info)
            default: throw Unexpected()
            }
        }
        let error = await #expect(throws: EchoError.self) { try await pair.connection.say("tea") }
        #expect(error == .other(.notFound, "no") || kind == "no error of gRPC" && error?.code == .unknown, "\(error!)")
        try await pair.stop()
    }

    // C69: the server gives up as well.
    @Test func deadlinesCrossTheWire() async throws {
        let isCancelled = Latch()
        let pair = try await Pair.started(
            { _ in
                do { try await Latch().wait() } catch { isCancelled.open() }
                throw CancellationError()
            },
            deadline: .milliseconds(300)
        )
        let error = await #expect(throws: EchoError.self) { try await pair.connection.say("tea") }
        #expect(error?.code == .deadlineExceeded)
        // On a busy machine the deadline of a call may be over before that call has reached the server.
        while !isCancelled.isOpen { _ = try? await pair.connection.say("tea") }
        try await pair.stop()
    }

    // C69
    @Test func cancellationCrossesTheWire() async throws {
        let hanging = Hanging()
        let pair = try await Pair.started(hanging.answer)
        let call = Task { try await pair.connection.say("tea") }
        try await hanging.hasBegun.wait()
        call.cancel()
        let error = await #expect(throws: EchoError.self) { try await call.value }
        #expect(error?.code == .cancelled)
        try await hanging.isCancelled.wait()
        try await pair.stop()
    }

    // C69: an answer of many messages too, whose caller no longer listens.
    @Test func cancellationCrossesTheWireOfAStream() async throws {
        let hanging = Hanging()
        let pair = try await Pair.started(hanging.answer)
        struct Enough: Error {}
        await #expect(throws: (any Error).self) {
            try await pair.connection.echo.sayTwice(.with { $0.text = "tea" }) { response in
                for try await text in response.messages {
                    #expect(text.text == "tea")
                    try await hanging.hasBegun.wait()
                    throw Enough()
                }
            }
        }
        try await hanging.isCancelled.wait()
        try await pair.stop()
    }

    // A block of headers of 16 kB would end the connection, with the calls of all others.
    @Test(arguments: [String(repeating: "x", count: 8_000), String(repeating: "茶", count: 3_000)])
    func longErrorsCrossTheWire(_ why: String) async throws {
        let (hasBegun, mayEnd) = (Latch(), Latch())
        let pair = try await Pair.started { text in
            if text == "tea" { throw EchoError.refused(why: why) }
            hasBegun.open()
            try await mayEnd.wait()
            return text
        }
        let neighbour = Task { try await pair.connection.say("neighbour") }
        try await hasBegun.wait()
        let error = await #expect(throws: EchoError.self) { try await pair.connection.say("tea") }
        // Details of that length are left out, and the text is cut.
        guard case .other(.failedPrecondition, let message) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(message.utf8.count < 1100 && message.hasSuffix("…"), "\(message.utf8.count)")
        mayEnd.open()
        #expect(try await neighbour.value == "neighbour")
        try await pair.stop()
    }

    // C69: it may have been done.
    @Test func nothingIsSentTwice() async throws {
        let count = Mutex(0)
        let pair = try await Pair.started { _ in
            count.withLock { $0 += 1 }
            throw RPCError(code: .unavailable, message: "try again")
        }
        await #expect(throws: EchoError.other(.unavailable, "try again")) { try await pair.connection.say("tea") }
        #expect(count.withLock { $0 } == 1)
        try await pair.stop()
    }

    @Test func messagesAreLimited() async throws {
        let pair = try await Pair.started(EchoServer(EchoAnswers(say: { $0 + $0 }))) { port in
            try EchoClient(port: port, maximumResponseBytes: 150_000)
        }
        let text = String(repeating: "x", count: 90_000)
        let long = await #expect(throws: EchoError.self) { try await pair.connection.say(text) }
        #expect(String(describing: long).contains("max: 150000"), "\(String(describing: long))")
        let longer = await #expect(throws: EchoError.self) { try await pair.connection.say(text + text) }
        #expect(longer?.code != nil)
        #expect(try await pair.connection.say("tea") == "teatea")
        try await pair.stop()
    }

    // gRPC itself would end the process at a negative one; no interceptor is asked before.
    @Test(arguments: ["-1S", "-1n", "-99999H", "+1S", "1.5S", "", "S", "123456789S", "1h", "1s", "1", "1S, 1S"])
    func timeoutsThatAreNone(_ timeout: String) async throws {
        let pair = try await Pair.started()
        let transport = try HTTP2ClientTransport.Posix(
            target: .ipv4(address: "127.0.0.1", port: Int(pair.answers.port)),
            transportSecurity: .plaintext
        )
        try await withGRPCClient(transport: transport) { client in
            let error = await #expect(throws: RPCError.self) {
                let metadata: Metadata = ["grpc-timeout": .string(timeout)]
                return try await Test_V1_Echo.Client(wrapping: client).say(
                    .with { $0.text = "tea" },
                    metadata: metadata
                )
            }
            #expect(error?.code == .unknown)
        }
        #expect(try await pair.connection.say("tea") == "tea")
        try await pair.stop()
    }
}
