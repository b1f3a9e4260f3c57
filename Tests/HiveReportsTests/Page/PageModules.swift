// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveReports
import HiveTestKit

// What the pages of the tests are about.

protocol PageStore: Sendable {}
protocol PageCache: Sendable {}
final class PageMemory: PageStore, PageCache {}
struct PageEvent: HiveEvent {}
struct OtherPageEvent: HiveEvent {}

final class StoreModule: FactoryModule {
    static let manifest = ModuleManifest(level: .basic, provides: [(any PageStore).self])
    private let clock: ManualClock
    init(_ clock: ManualClock) { self.clock = clock }
    func setUp(_ context: SetupContext) async throws {
        try context.services.register((any PageStore).self, fileID: "Shop/Store.swift", line: 3) { _ in PageMemory() }
        try context.services.register((any PageCache).self, name: "fast") { _ in PageMemory() }
        clock.advance(by: .milliseconds(5))
    }
    func initialize(_ context: ModuleContext) async throws { clock.advance(by: .milliseconds(40)) }
    func tearDown(_ context: StopContext) async throws { clock.advance(by: .milliseconds(7)) }
}

final class WebModule: HiveModule {
    struct Options: ModuleOptions {
        var port = 8080
        var password: Secret<String>?
    }

    static let manifest = ModuleManifest(
        needs: [
            .service((any PageStore).self), .module(MailModule.self, optional: true),
        ]
    )
    private let cache = Autowired<any PageCache>(name: "fast")
    func setUp(_ context: SetupContext) async throws {
        try context.events.subscribe(PageEvent.self) { _, _ in }
        try context.events.subscribe(PageEvent.self) { _, _ in }
        context.withholdReadiness(because: "warming up")
    }
    func health(_ context: ModuleContext) async throws -> ModuleHealth { .degraded(because: "one of two is gone") }
}

final class MailModule: HiveModule {
    static let manifest = ModuleManifest()
}

final class LateModule: HiveModule {
    static let manifest = ModuleManifest(needs: [.module(MailModule.self)])
}

struct NoLicence: Error {}

final class PaymentModule: HiveModule {
    static let manifest = ModuleManifest(needs: [.service((any PageStore).self)])
    func initialize(_ context: ModuleContext) async throws { throw NoLicence() }
}

enum PageShop {
    static func hive(_ clock: ManualClock = ManualClock(), eventQueueCapacity: Int = 16) throws -> Hive {
        let context = HiveContext(name: "Shop")
        let hive = Hive(HiveOptions(context: context, eventQueueCapacity: eventQueueCapacity, clock: clock))
        let options: ConfigurationValue = ["port": 9090, "password": "hunter2"]
        try hive.modules.register(WebModule.self, options: options, fileID: "Shop", line: 1)
        try hive.modules.register(StoreModule.self, fileID: "Shop", line: 2) { StoreModule(clock) }
        try hive.modules.register(MailModule.self, options: ["key": "hunter3"], fileID: "Shop", line: 3)
        return hive
    }
}

private struct Fall: Error, CustomStringConvertible { let description: String }

actor FallingModule: HiveModule {
    static let manifest = ModuleManifest(onFailure: .restart)
    func initialize(_ context: ModuleContext) async throws { throw Fall(description: "it falls") }
}

actor NeedyModule: HiveModule {
    static let manifest = ModuleManifest(needs: [.module(FallingModule.self)])
}

actor LostModule: HiveModule {
    static let manifest = ModuleManifest(onFailure: .leaveOut)
    func initialize(_ context: ModuleContext) async throws { throw Fall(description: "it is lost") }
}
