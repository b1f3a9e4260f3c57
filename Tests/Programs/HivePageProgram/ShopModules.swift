// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

protocol Store: Sendable {}
protocol Cache: Sendable {}
final class Memory: Store, Cache {}

struct OrderPlaced: HiveEvent { let number: Int }
struct BasketLeft: HiveEvent {}
struct PriceChanged: HiveEvent {}

/// Does something for a while, so that there is a time to be shown.
func compute(_ milliseconds: Int) {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while ContinuousClock.now < end {}
}

final class StoreModule: HiveModule {
    static let manifest = ModuleManifest(level: .basic, provides: [(any Store).self])
    func setUp(_ context: SetupContext) async throws {
        try context.services.register((any Store).self) { _ in Memory() }
        compute(4)
    }
    func initialize(_ context: ModuleContext) async throws { compute(12) }
    func tearDown(_ context: StopContext) async throws { compute(3) }
}

final class CacheModule: HiveModule {
    static let manifest = ModuleManifest(
        level: .basic,
        provides: [(any Cache).self],
        initializesConcurrently: true
    )
    func setUp(_ context: SetupContext) async throws {
        try context.services.register((any Cache).self) { _ in Memory() }
        try context.services.register((any Cache).self, name: "sessions", scope: .transient) { _ in Memory() }
        try context.events.subscribe(PriceChanged.self) { _, _ in }
    }
    func initialize(_ context: ModuleContext) async throws { compute(6) }
    func health(_ context: ModuleContext) async throws -> ModuleHealth {
        .degraded(because: "a replica of 3 does not answer")
    }
}

final class MailModule: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws {
        try context.events.subscribe(OrderPlaced.self) { _, _ in }
        try context.events.subscribe(OrderPlaced.self) { _, _ in }
        context.withholdReadiness(because: "connecting to the mail server")
    }
}

actor JobsModule: WorkingModule {
    static let manifest = ModuleManifest(
        needs: [
            .service((any Store).self), .module(MailModule.self, optional: true),
        ]
    )
    func initialize(_ context: ModuleContext) async throws { compute(5) }
    func run(_ context: WorkContext) async throws { await context.waitForDrain() }
}

final class WebModule: HiveModule {
    struct Options: ModuleOptions {
        var port = 8080
        var hosts = ["localhost"]
        var password: Secret<String>?
    }

    static let manifest = ModuleManifest(
        needs: [
            .service((any Store).self), .service((any Cache).self), .module(JobsModule.self),
        ]
    )
    private let cache = Autowired<any Cache>()
    func ready(_ context: ModuleContext) async throws { compute(7) }
    func health(_ context: ModuleContext) async throws -> ModuleHealth {
        .unhealthy(because: "no answer from the load balancer for 30 s")
    }
}

final class LateModule: HiveModule {
    static let manifest = ModuleManifest(name: "AdminModule")
    func initialize(_ context: ModuleContext) async throws { compute(2) }
}

final class AuditModule: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { compute(1) }
    func initialize(_ context: ModuleContext) async throws { compute(3) }
}

final class BrokenModule: HiveModule {
    static let manifest = ModuleManifest(name: "PaymentModule", needs: [.service((any Store).self)])
    func initialize(_ context: ModuleContext) async throws { throw HiveError(.invalidState, "no licence") }
}
