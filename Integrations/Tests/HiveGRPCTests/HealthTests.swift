// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import GRPCCore
import Hive
import HiveTestKit
import IntegrationTestSupport
import SwiftProtobuf
import Testing

@testable import HiveGRPC

/// What a server says of itself by the health protocol of gRPC.
@Suite(.timeLimit(.minutes(5)))
struct HealthTests {
    typealias Status = Grpc_Health_V1_HealthCheckResponse.ServingStatus

    /// A module that is not well.
    private final class SickModule: HiveModule {
        static let manifest = ModuleManifest()

        init() {}

        func health(_ context: ModuleContext) async throws -> ModuleHealth { .unhealthy(because: "a test") }
    }

    private func status(of service: String, _ pair: Pair) async throws -> Status {
        let health = Grpc_Health_V1_Health.Client(wrapping: pair.connection.client)
        return try await health.check(.with { $0.service = service }).status
    }

    // C53, C69
    @Test func readinessIsThatOfTheHive() async throws {
        let pair = try await Pair.started()
        for service in ["", "test.v1.Echo"] { #expect(try await status(of: service, pair) == .serving) }
        pair.answers.withholdReadiness()
        for service in ["", "test.v1.Echo"] { #expect(try await status(of: service, pair) == .notServing) }
        #expect(try await status(of: "liveness", pair) == .serving)
        try await pair.stop()
    }

    @Test func livenessIsTheHealthOfTheModules() async throws {
        let server = TestHive()
        let answers = EchoServer(EchoAnswers())
        try server.hive.modules.register(SickModule.self)
        try server.hive.modules.register(instance: answers)
        try await server.hive.start()
        let client = TestHive()
        let calls = try EchoClient(port: answers.port)
        try client.hive.modules.register(instance: calls)
        try await client.hive.start()
        let health = Grpc_Health_V1_Health.Client(wrapping: calls.connection.client)
        #expect(try await health.check(.with { $0.service = "liveness" }).status == .notServing)
        #expect(try await health.check(.init()).status == .serving)
        try await client.hive.stop()
        try await server.hive.stop()
    }

    @Test(arguments: ["test.v1.Ech", "Liveness", "grpc.health.v1.Health", "\n"])
    func namesThatNobodyHas(_ name: String) async throws {
        let pair = try await Pair.started()
        let error = await #expect(throws: RPCError.self) { try await status(of: name, pair) }
        #expect(error?.code == .notFound)
        try await pair.stop()
    }

    // Those who watch hear of each change, and delay no stop.
    @Test func changesAreTold() async throws {
        let pair = try await Pair.started()
        let (told, isTold) = (Facts(), Latch())
        let watch = Task {
            let health = Grpc_Health_V1_Health.Client(wrapping: pair.connection.client)
            try await health.watch(.init()) { response in
                for try await answer in response.messages {
                    told.note("\(answer.status)")
                    isTold.open()
                }
            }
        }
        try await isTold.wait()
        pair.answers.withholdReadiness()
        while told.all.count < 2 {
            pair.server.clock.advance(by: .milliseconds(500))
            await Task.yield()
        }
        #expect(told.all == ["\(Status.serving)", "\(Status.notServing)"])
        // The patience of a stop would end when the clock moves on.
        try await pair.server.hive.stop()
        _ = await watch.result
        try await pair.client.hive.stop()
    }
}
