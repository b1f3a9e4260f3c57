// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import GRPCCore
import GRPCNIOTransportHTTP2Posix
import Hive
import HiveGRPC
import HiveTestKit
import SwiftProtobuf
import Synchronization

typealias Text = Test_V1_Text

/// What a server of a test answers.
struct EchoAnswers: Test_V1_Echo.SimpleServiceProtocol {
    var say: @Sendable (String) async throws -> String = { $0 }

    func say(request: Text, context: ServerContext) async throws -> Text {
        let text = try await say(request.text)
        return .with { $0.text = text }
    }

    /// Answers the same a second time.
    func sayTwice(request: Text, response: RPCWriter<Text>, context: ServerContext) async throws {
        try await response.write(request)
        let text = try await say(request.text)
        try await response.write(.with { $0.text = text })
    }
}

/// A module that answers calls at a port that the system chooses.
final class EchoServer: FactoryModule, WorkingModule {
    /// A day, because a test moves the clock while it waits for what takes real time.
    static let manifest = ModuleManifest(drainTimeout: .seconds(86_400), work: .announced)

    private let answers: EchoAnswers
    private let options: GRPCServerOptions
    private let interceptors: [any ServerInterceptor]
    private let listening = Mutex(UInt16(0))
    /// Is open once the hive is told to stop, and this module drains.
    let isDraining = Latch()
    let isListening = Latch()
    /// What is open lets its work fail, beside the server.
    let mayFail = Latch()
    let context = Mutex<WorkContext?>(nil)

    init(_ answers: EchoAnswers, port: UInt16 = 0, interceptors: [any ServerInterceptor] = []) {
        self.answers = answers
        self.interceptors = interceptors
        var options = GRPCServerOptions()
        options.port = port
        self.options = options
    }

    /// Where it listens, once the hive has started.
    var port: UInt16 { listening.withLock { $0 } }

    func run(_ context: WorkContext) async throws {
        self.context.withLock { $0 = context }
        try await withDrainHandler {
            try await withThrowingTaskGroup { group in
                group.addTask { try await self.serve(context) }
                group.addTask {
                    try await self.mayFail.wait()
                    throw Failed()
                }
                try await group.next()
                group.cancelAll()
            }
        } onDrain: {
            self.isDraining.open()
        }
    }

    private struct Failed: Error {}

    private func serve(_ context: WorkContext) async throws {
        try await context.serve(
            [answers],
            options: options,
            security: .plaintext,
            maximumRequestBytes: 100_000,
            interceptors: interceptors,
            onListening: { address in
                self.listening.withLock { $0 = UInt16(address.ipv4?.port ?? 0) }
                self.isListening.open()
            }
        )
    }

    func withholdReadiness() { context.withLock { $0 }?.withholdReadiness(because: "the test says so") }
    func restoreReadiness() { context.withLock { $0 }?.restoreReadiness() }
}

/// A module that keeps a connection.
final class EchoClient: FactoryModule, WorkingModule {
    static let manifest = ModuleManifest(work: .announced)

    let connection: GRPCConnection

    /// The deadline is later than any test ends, unless the test says otherwise.
    init(
        port: UInt16,
        deadline: Duration = .seconds(600),
        maximumResponseBytes: Int = 4 * 1024 * 1024,
        interceptors: [any ClientInterceptor] = []
    ) throws {
        var options = GRPCClientOptions()
        options.port = port
        options.deadline = deadline
        options.reconnectDelay = .milliseconds(1)
        options.maximumReconnectDelay = .milliseconds(20)
        connection = try GRPCConnection(
            options,
            security: .plaintext,
            maximumResponseBytes: maximumResponseBytes,
            interceptors: interceptors
        )
    }

    func run(_ context: WorkContext) async throws { try await context.run(connection) }
}

extension GRPCConnection {
    var echo: Test_V1_Echo.Client<HTTP2ClientTransport.Posix> { Test_V1_Echo.Client(wrapping: client) }

    func say(_ text: String) async throws(EchoError) -> String {
        try await call(throwing: EchoError.self) { client in
            try await Test_V1_Echo.Client(wrapping: client).say(.with { $0.text = text }).text
        }
    }
}

/// Whose errors cross the wire.
enum EchoError: CallError, Equatable {
    case refused(why: String)
    case other(RPCError.Code, String)

    static let domain = "echo"

    var status: CallStatus {
        switch self {
        case .refused(let why): CallStatus(.failedPrecondition, "REFUSED", ["why": why])
        case .other(let code, _): CallStatus(code, "OTHER")
        }
    }

    init(_ status: CallStatus) {
        switch (status.reason, status.details["why"]) {
        case ("REFUSED", let why?): self = .refused(why: why)
        default: self = .other(status.code, status.message)
        }
    }

    var code: RPCError.Code? {
        if case .other(let code, _) = self { code } else { nil }
    }
}

/// An answer that hangs until its task is cancelled.
struct Hanging: Sendable {
    let hasBegun = Latch()
    let isCancelled = Latch()

    @Sendable func answer(_ text: String) async throws -> String {
        hasBegun.open()
        do { try await Latch().wait() } catch { isCancelled.open() }
        return text
    }
}

/// Two hives, of which one calls the other.
struct Pair {
    let server: TestHive
    let client = TestHive()
    let answers: EchoServer
    let calls: EchoClient

    var connection: GRPCConnection { calls.connection }

    /// Starts both.
    static func started(
        _ say: @escaping @Sendable (String) async throws -> String = { $0 },
        deadline: Duration = .seconds(600)
    ) async throws -> Pair {
        try await started(EchoServer(EchoAnswers(say: say))) { try EchoClient(port: $0, deadline: deadline) }
    }

    static func started(_ answers: EchoServer, _ makeClient: (UInt16) throws -> EchoClient) async throws -> Pair {
        let server = TestHive()
        try server.hive.modules.register(instance: answers)
        try await server.hive.start()
        let pair = Pair(server, answers, try makeClient(answers.port))
        try pair.client.hive.modules.register(instance: pair.calls)
        try await pair.client.hive.start()
        return pair
    }

    private init(_ server: TestHive, _ answers: EchoServer, _ calls: EchoClient) {
        self.server = server
        self.answers = answers
        self.calls = calls
    }

    func stop() async throws {
        try await client.hive.stop()
        try await server.hive.stop()
    }
}
