// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import GRPCCore
import GRPCNIOTransportHTTP2Posix
import Hive
import HiveTestKit
import IntegrationTestSupport
import SwiftProtobuf
import Testing

@testable import HiveGRPC

/// When a server is up, when a client is ready, and what becomes of calls at a stop.
@Suite(.timeLimit(.minutes(5)))
struct LifeTests {
    // C49, C69
    @Test func anAddressInUseIsAFailedStart() async throws {
        let pair = try await Pair.started()
        let other = TestHive()
        try other.hive.modules.register(instance: EchoServer(EchoAnswers(), port: pair.answers.port))
        let error = await #expect(throws: HiveError.self) { try await other.hive.start() }
        #expect(error?.code == .startFailed)
        let text = "\(String(describing: error?.failures.first?.error))"
        #expect(text.contains("127.0.0.1:\(pair.answers.port)") && text.contains("ddress already in use"), "\(text)")
        try await pair.stop()
    }

    // C53, C69
    @Test func aClientIsReadyWhileItsServerIs() async throws {
        let pair = try await Pair.started()
        #expect(pair.client.hive.readiness.isReady)
        pair.answers.withholdReadiness()
        try await pair.waitUntil(isReady: false)
        let withheld = pair.client.hive.readiness.withheld
        #expect(withheld.first?.module == "EchoClient")
        #expect(withheld.first?.reason == "127.0.0.1:\(pair.answers.port): the server is not ready")
        // That is advice: a call is still made, because only the caller knows what it is worth.
        #expect(try await pair.connection.say("tea") == "tea")
        pair.answers.restoreReadiness()
        try await pair.waitUntil(isReady: true)
        try await pair.stop()
    }

    // C69: nobody needs to start the two in an order.
    @Test func aServerMayComeLater() async throws {
        let pair = try await Pair.started()
        let port = pair.answers.port
        try await pair.server.hive.stop()
        try await pair.waitUntil(isReady: false)
        let reason = try #require(pair.client.hive.readiness.withheld.first?.reason)
        #expect(reason.contains("127.0.0.1:\(port)"))
        let error = await #expect(throws: EchoError.self) { try await pair.connection.say("tea") }
        #expect(error?.code == .unavailable)
        let again = TestHive()
        try again.hive.modules.register(instance: EchoServer(EchoAnswers(), port: port))
        try await again.hive.start()
        try await pair.waitUntil(isReady: true)
        #expect(try await pair.connection.say("tea") == "tea")
        try await pair.client.hive.stop()
        try await again.hive.stop()
    }

    @Test func aServerThatIsNotThereIsNoFailedStart() async throws {
        let client = TestHive()
        // Nobody may listen on it but root's own services, and none does here.
        try client.hive.modules.register(instance: try EchoClient(port: 1))
        try await client.hive.start()
        #expect(!client.hive.readiness.isReady)
        let reason = try #require(client.hive.readiness.withheld.first?.reason)
        #expect(reason.contains("127.0.0.1:1: ") && reason.contains("onnection refused"), "\(reason)")
        try await client.hive.stop()
    }

    /// Runs the client by itself, as the page of the library shows it.
    private final class CalmClient: FactoryModule, WorkingModule {
        static let manifest = ModuleManifest(drainTimeout: .seconds(86_400), work: .announced)
        let connection: GRPCConnection
        /// Is open once it needs the clock no longer.
        let hasWaited = Latch()

        init(_ connection: GRPCConnection) { self.connection = connection }

        func run(_ context: WorkContext) async throws {
            let client = connection.client
            await context.announceReady()
            try await withThrowingTaskGroup { group in
                group.addTask { try await client.runConnections() }
                group.addTask {
                    await context.waitForDrain()
                    client.beginGracefulShutdown()
                    try await context.clock.sleep(for: .seconds(1))
                }
                try await group.next()
                hasWaited.open()
                group.cancelAll()
            }
        }
    }

    // C53, C69
    @Test func aClientMayLeaveReadinessAlone() async throws {
        let client = TestHive()
        let module = CalmClient(try EchoClient(port: 1).connection)
        try client.hive.modules.register(instance: module)
        try await client.hive.start()
        #expect(client.hive.readiness.isReady)
        let error = await #expect(throws: EchoError.self) { try await module.connection.say("tea") }
        #expect(error?.code == .unavailable)
        let stop = Task { try await client.hive.stop() }
        // No further: closing the connection takes real time, for which tearDown has a limit.
        while !module.hasWaited.isOpen {
            try Task.checkCancellation()
            client.clock.advance(by: .milliseconds(10))
            await Task.yield()
        }
        try await stop.value
        try client.requireNothingCutShort()
    }

    // gRPC takes it for one that is well.
    @Test func aServerThatDoesNotKnowTheHealthProtocolIsReady() async throws {
        try await withServer([EchoAnswers()]) { client in #expect(client.hive.readiness.isReady) }
    }

    // One that leaves out what it should say is not.
    @Test func aServerThatSaysNothingIsNotReady() async throws {
        struct SilentHealth: Grpc_Health_V1_Health.SimpleServiceProtocol {
            func check(
                request: Grpc_Health_V1_HealthCheckRequest,
                context: ServerContext
            ) async throws -> Grpc_Health_V1_HealthCheckResponse { .init() }

            func watch(
                request: Grpc_Health_V1_HealthCheckRequest,
                response: RPCWriter<Grpc_Health_V1_HealthCheckResponse>,
                context: ServerContext
            ) async throws {}
        }
        try await withServer([SilentHealth()]) { client in #expect(!client.hive.readiness.isReady) }
    }

    private func withServer(
        _ services: [any RegistrableRPCService],
        _ body: @Sendable (TestHive) async throws -> Void
    ) async throws {
        let transport = HTTP2ServerTransport.Posix(
            address: .ipv4(host: "127.0.0.1", port: 0),
            transportSecurity: .plaintext
        )
        try await withGRPCServer(transport: transport, services: services) { server in
            let port = try #require(try await server.listeningAddress?.ipv4?.port)
            let client = TestHive()
            try client.hive.modules.register(instance: try EchoClient(port: UInt16(port)))
            try await client.hive.start()
            try await body(client)
            try await client.hive.stop()
        }
    }

    // C51, C69: thirty calls in hand at a stop, each of which is done.
    @Test func callsInHandAreDoneAtAStop() async throws {
        let hasBegun = (0..<30).map { _ in Latch() }
        let mayEnd = Latch()
        let done = Facts()
        let pair = try await Pair.started { text in
            hasBegun[Int(text)!].open()
            try await mayEnd.wait()
            done.note(text)
            return text
        }
        let calls = hasBegun.indices.map { number in Task { try await pair.connection.say("\(number)") } }
        for latch in hasBegun { try await latch.wait() }
        let stop = Task { try await pair.server.hive.stop() }
        try await pair.answers.isDraining.wait()
        mayEnd.open()
        try await stop.value
        #expect(done.all.count == 30)
        for (number, call) in calls.enumerated() {
            // gRPC closes the connection behind the last answers, which may be lost so.
            do { #expect(try await call.value == "\(number)") } catch let error as EchoError {
                #expect(error.code == .unavailable, "\(error)")
            }
        }
        try await pair.client.hive.stop()
    }

    // C51: one that hangs is waited for until the patience is over, and then cancelled.
    @Test func aStopHasPatience() async throws {
        let hanging = Hanging()
        let pair = try await Pair.started(hanging.answer)
        let call = Task { try await pair.connection.say("tea") }
        try await hanging.hasBegun.wait()
        let stop = Task { try await pair.server.hive.stop() }
        try await pair.answers.isDraining.wait()
        while !hanging.isCancelled.isOpen {
            try Task.checkCancellation()
            pair.server.clock.advance(by: .milliseconds(10))
            await Task.yield()
        }
        try await stop.value
        let error = await #expect(throws: EchoError.self) { try await call.value }
        #expect(error?.code == .unavailable, "\(String(describing: error))")
        try await pair.client.hive.stop()
    }

    // C51: its deadline still counts.
    @Test func aDeadlineIsKeptInADrain() async throws {
        let hanging = Hanging()
        let pair = try await Pair.started(hanging.answer)
        var options = CallOptions.defaults
        options.timeout = .seconds(1)
        let call = Task { [options] in
            try await pair.connection.echo.say(.with { $0.text = "tea" }, options: options).text
        }
        try await hanging.hasBegun.wait()
        let stop = Task { try await pair.server.hive.stop() }
        try await pair.answers.isDraining.wait()
        // The clock of the hive stands still, so that its patience does not end.
        try await hanging.isCancelled.wait()
        try await stop.value
        await #expect(throws: RPCError.self) { try await call.value }
        try await pair.client.hive.stop()
    }

    /// A module whose `ready` waits.
    private final class LateModule: FactoryModule {
        static let manifest = ModuleManifest(priority: -1)
        private let mayStart: Latch

        init(_ mayStart: Latch) { self.mayStart = mayStart }

        func ready(_ context: ModuleContext) async throws { try await mayStart.wait() }
    }

    // C49: other modules are perhaps not up before. Health is told.
    @Test func callsWaitUntilTheHiveRuns() async throws {
        let (mayStart, isAnswered) = (Latch(), Latch())
        let answers = EchoServer(
            EchoAnswers { text in
                isAnswered.open()
                return text
            }
        )
        let server = TestHive()
        try server.hive.modules.register(instance: answers)
        try server.hive.modules.register(instance: LateModule(mayStart))
        let start = Task { try await server.hive.start() }
        try await answers.isListening.wait()
        let client = TestHive()
        let calls = try EchoClient(port: answers.port)
        try client.hive.modules.register(instance: calls)
        try await client.hive.start()
        #expect(client.hive.readiness.withheld.first?.reason.contains("the server is not ready") == true)
        let call = Task { try await calls.connection.say("tea") }
        // Each is answered after the call was sent.
        for _ in 0..<20 {
            _ = try await Grpc_Health_V1_Health.Client(wrapping: calls.connection.client).check(.init())
        }
        #expect(!isAnswered.isOpen)
        mayStart.open()
        try await start.value
        #expect(try await call.value == "tea")
        try await client.hive.stop()
        try await server.hive.stop()
    }

    // C69: NIO ends the process where a server is cancelled that has just accepted a call.
    @Test func aServerThatIsCancelledEndsItsCalls() async throws {
        for _ in 0..<10 {
            let isAnswered = (0..<16).map { _ in Latch() }
            let pair = try await Pair.started { text in
                isAnswered[Int(text)!].open()
                return text
            }
            let ends = isAnswered.indices.map { number in
                Task {
                    while true {
                        do throws(EchoError) { _ = try await pair.connection.say("\(number)") } catch { return error }
                    }
                }
            }
            for latch in isAnswered { try await latch.wait() }
            pair.answers.mayFail.open()
            for end in ends { #expect(await end.value.code == .unavailable) }
            _ = await #expect(throws: HiveError.self) { try await pair.server.hive.waitUntilStopped() }
            try await pair.client.hive.stop()
        }
    }

    // C51: what needs the connection drains before it, and its last calls go through.
    @Test func callsOfADrainingClientGoThrough() async throws {
        let (hasBegun, mayEnd) = (Latch(), Latch())
        let pair = try await Pair.started { text in
            hasBegun.open()
            try await mayEnd.wait()
            return text
        }
        let call = Task { try await pair.connection.say("tea") }
        try await hasBegun.wait()
        let stop = Task { try await pair.client.hive.stop() }
        _ = try await pair.client.recorder.wait(for: .state(.stopping))
        mayEnd.open()
        #expect(try await call.value == "tea")
        try await stop.value
        try await pair.server.hive.stop()
    }
}

extension Pair {
    /// Lets the client ask again and again until it says so.
    func waitUntil(isReady: Bool) async throws {
        while client.hive.readiness.isReady != isReady {
            try Task.checkCancellation()
            client.clock.advance(by: .milliseconds(500))
            await Task.yield()
        }
    }
}
