// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import IntegrationTestSupport
import Logging
import ServiceLifecycle

/// A service whose life a test follows.
final class ProbeService: Service {
    let facts: Facts
    /// Is open when the service runs.
    let runs = Latch()
    /// Is open when the service was told to shut down gracefully.
    let isTold = Latch()
    /// Lets the service return that was told to shut down.
    let mayEnd: Latch
    private let begin: @Sendable () async throws -> Void

    init(_ facts: Facts, mayEnd: Latch = Latch(), begin: @escaping @Sendable () async throws -> Void = {}) {
        self.facts = facts
        self.mayEnd = mayEnd
        self.begin = begin
    }

    func run() async throws {
        facts.note("service began")
        try await begin()
        runs.open()
        try await gracefulShutdown()
        facts.note("service was told, cancelled: \(Task.isCancelled)")
        isTold.open()
        try await mayEnd.wait()
        facts.note("service ended")
    }
}

/// Another type of service, which ends when it is told to.
struct OtherService: Service {
    let facts: Facts
    let runs = Latch()

    func run() async throws {
        runs.open()
        try await gracefulShutdown()
        facts.note("other service was told")
    }
}

struct Failure: Error {}

/// A module that notes its hooks, and may fail or hang in one.
final class ProbeModule: HiveModule {
    static let manifest = ModuleManifest()

    private let facts: Facts
    private let hook: @Sendable (Phase) async throws -> Void

    convenience init() { self.init(Facts()) }

    init(_ facts: Facts, hook: @escaping @Sendable (Phase) async throws -> Void = { _ in }) {
        self.facts = facts
        self.hook = hook
    }

    func setUp(_ context: SetupContext) async throws { try await hook(.setUp) }
    func initialize(_ context: ModuleContext) async throws { try await hook(.initialize) }
    func willStop(_ context: StopContext) async throws { facts.note("willStop: \(context.reason)") }
    func tearDown(_ context: StopContext) async throws {
        facts.note("tearDown, cancelled: \(Task.isCancelled)")
        try await hook(.tearDown)
    }
}

extension ServiceGroup {
    /// A group that catches no signals and logs nothing.
    static func silent(_ services: any Service...) -> ServiceGroup {
        ServiceGroup(services: services, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    }
}
