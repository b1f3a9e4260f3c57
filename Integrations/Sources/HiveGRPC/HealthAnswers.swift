// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import GRPCCore
import Hive
import SwiftProtobuf

/// Answers the health protocol of gRPC for a hive.
struct HealthAnswers: Grpc_Health_V1_Health.SimpleServiceProtocol {
    typealias Status = Grpc_Health_V1_HealthCheckResponse.ServingStatus

    static let serviceName = Grpc_Health_V1_Health.descriptor.fullyQualifiedService
    /// The name under which it is asked whether the modules are well, and not whether the hive is ready.
    private static let liveness = "liveness"
    /// How often a hive is looked at for those who watch it.
    private static let interval = Duration.milliseconds(500)

    private let work: WorkContext
    private let services: Set<String>

    init(_ work: WorkContext, _ services: [any RegistrableRPCService]) {
        self.work = work
        var router = RPCRouter<CheckedTransport>()
        for service in services { service.registerMethods(with: &router) }
        self.services = Set(router.methods.map(\.service.fullyQualifiedService))
    }

    func check(
        request: Grpc_Health_V1_HealthCheckRequest,
        context: ServerContext
    ) async throws -> Grpc_Health_V1_HealthCheckResponse {
        guard let status = await status(of: request.service) else {
            throw RPCError(code: .notFound, message: "no service of this name")
        }
        return .with { $0.status = status }
    }

    /// Tells the status, and each that follows, until the caller or the server ends it.
    func watch(
        request: Grpc_Health_V1_HealthCheckRequest,
        response: RPCWriter<Grpc_Health_V1_HealthCheckResponse>,
        context: ServerContext
    ) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask {
                var told: Status?
                while true {
                    let status = await status(of: request.service) ?? .serviceUnknown
                    if status != told { try await response.write(.with { $0.status = status }) }
                    told = status
                    try await work.clock.sleep(for: Self.interval)
                }
            }
            // A stop does not wait for those who watch.
            group.addTask { try await context.cancellation.cancelled }
            try await group.next()
            group.cancelAll()
        }
    }

    private func status(of service: String) async -> Status? {
        let isWell: Bool
        switch service {
        case Self.liveness: isWell = (try? await work.health().isWell) ?? false
        case "": isWell = work.readiness.isReady
        default:
            guard services.contains(service) else { return nil }
            isWell = work.readiness.isReady
        }
        return isWell ? .serving : .notServing
    }
}
