// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Synchronization

@testable import Hive

/// The modules and services of the reload tests, and the compositions that list them.
enum ReloadWorld {
    /// One kind of change between two compositions.
    enum Change: Int, CaseIterable, Sendable {
        case addsModules, removesModules, changesOptions, addsServices, removesServices, replacesServices
    }

    struct Ping: HiveEvent {
        typealias Reply = String
    }

    struct Number: Codable, Sendable, Equatable {
        var number = 0
    }

    /// What the modules of these tests have in common: each registers a service of its own and answers to `Ping`.
    protocol Member: HiveModule {
        associatedtype Own: Sendable
        static var own: Own { get }
    }

    // In the old composition and in the new one.
    final class Base: Member {
        static let manifest = ModuleManifest()
        struct Own: Sendable {}
        static let own = Own()
        init() {}
    }
    final class Tuned: Member, ReconfigurableModule {
        typealias Options = Number
        struct Own: Sendable {}
        static let own = Own()
        static let manifest = ModuleManifest()
        let number = TestMutex<[Int]>([])
        init() {}
        func initialize(_ context: ModuleContext) async throws { try take(context) }
        func reconfigure(_ context: ModuleContext) async throws { try take(context) }
        private func take(_ context: ModuleContext) throws {
            let options = try context.options(as: Options.self)
            number.withLock { $0.append(options.number) }
        }
    }
    final class AlsoTuned: Member, ReconfigurableModule {
        typealias Options = Number
        struct Own: Sendable {}
        static let own = Own()
        static let manifest = ModuleManifest(needs: [.module(Tuned.self)])
        let number = TestMutex<[Int]>([])
        init() {}
        func initialize(_ context: ModuleContext) async throws { try take(context) }
        func reconfigure(_ context: ModuleContext) async throws { try take(context) }
        private func take(_ context: ModuleContext) throws {
            let options = try context.options(as: Options.self)
            number.withLock { $0.append(options.number) }
        }
    }

    // In the old composition only.
    final class Former: Member {
        static let manifest = ModuleManifest()
        struct Own: Sendable {}
        static let own = Own()
        init() {}
    }
    final class FormerUser: Member {
        struct Own: Sendable {}
        static let own = Own()
        static let manifest = ModuleManifest(needs: [.module(Former.self)])
        init() {}
    }

    // In the new composition only.
    final class Comer: Member {
        struct Own: Sendable {}
        static let own = Own()
        static let manifest = ModuleManifest(priority: -1)
        init() {}
    }
    final class ComerUser: Member {
        struct Own: Sendable {}
        static let own = Own()
        static let manifest = ModuleManifest(needs: [.module(Comer.self)])
        init() {}
        func initialize(_ context: ModuleContext) async throws { _ = try context.service((any OfComer).self) }
    }

    protocol Named: Sendable { var title: String { get } }
    protocol Kept: Named {}
    protocol Replaced: Named {}
    protocol Gone: Named {}
    protocol GoneWithModule: Named {}
    protocol New: Named {}
    protocol OfBase: Named {}
    protocol OfComer: Named {}
    class Plain: @unchecked Sendable {  // Sound: it has no state.
        required init(_ services: ServiceResolver) throws {}
    }
    final class One: Plain, ServiceImplementation, Kept, Replaced, Gone, GoneWithModule, New, OfBase, OfComer,
        @unchecked Sendable
    {
        var title: String { "one" }
    }
    final class Two: Plain, ServiceImplementation, Replaced, OfBase, @unchecked Sendable {
        var title: String { "two" }
    }

    final class Unmakeable: ServiceImplementation, Replaced {
        struct Reason: Error {}
        var title: String { "none" }
        init(_ services: ServiceResolver) throws { throw Reason() }
    }

    static let members: [any Member.Type] = [
        Base.self, Tuned.self, AlsoTuned.self, Former.self, FormerUser.self, Comer.self, ComerUser.self,
    ]

    /// What property lists say before a reload, with none of the changes, and after it.
    static func composition(_ changes: Set<Change> = []) -> Composition {
        let file = changes.isEmpty ? "old.plist" : "new.plist"
        var index = 0
        func origin() -> Origin {
            index += 1
            return .propertyList(file, ConfigurationKeyPath([.index(index)]), line: index)
        }
        func module(_ type: any HiveModule.Type, number: Int? = nil) -> ModuleDeclaration {
            var declaration = ModuleDeclaration(type, at: origin())
            declaration.options = number.map { ["number": .integer($0)] }
            return declaration
        }
        func service(_ type: any Any.Type, _ implementation: any ServiceImplementation.Type, of module: String? = nil)
            -> ServiceDeclaration
        {
            var declaration = ServiceDeclaration(type, implementation: implementation, at: origin())
            declaration.module = module
            return declaration
        }
        let number = changes.contains(.changesOptions) ? 2 : 1
        var modules = [module(Base.self), module(Tuned.self, number: number), module(AlsoTuned.self, number: number)]
        var services = [service((any Kept).self, One.self)]
        if !changes.contains(.removesModules) {
            modules += [module(FormerUser.self), module(Former.self)]
            services.append(service((any GoneWithModule).self, One.self, of: "Former"))
        }
        if changes.contains(.addsModules) {
            modules += [module(ComerUser.self), module(Comer.self)]
            services.append(service((any OfComer).self, One.self, of: "Comer"))
        }
        if !changes.contains(.removesServices) { services.append(service((any Gone).self, One.self)) }
        if changes.contains(.addsServices) { services.append(service((any New).self, One.self, of: "Base")) }
        let replaced: any ServiceImplementation.Type = changes.contains(.replacesServices) ? Two.self : One.self
        services.append(service((any Replaced).self, replaced))
        services.append(service((any OfBase).self, replaced, of: "Base"))
        return Composition(modules: modules, services: services)
    }
}

extension ReloadWorld.Member {
    func setUp(_ context: SetupContext) async throws {
        try context.services.register(Own.self) { _ in Self.own }
        try context.events.subscribe(ReloadWorld.Ping.self) { _, context in
            "\(Self.moduleName) \(try context.options(as: [String: Int].self))"
        }
    }
}

/// What can be seen of a hive of these tests.
struct ReloadView: Equatable {
    var running: [String] = []
    var answers: [String] = []
    var services: [String] = []
    var options: [Int] = []

    init(_ hive: Hive) async throws {
        running = hive.modules.running.sorted()
        answers = try await hive.events.trigger(ReloadWorld.Ping()).replies.sorted()
        func look<Service: Sendable>(_ type: Service.Type, _ title: (Service) -> String = { _ in "there" }) {
            let found = (try? hive.services.service(type)).map(title) ?? "none"
            services.append("\(type): \(found)")
        }
        func own<Module: ReloadWorld.Member>(_ type: Module.Type) { look(Module.Own.self) }
        for member in ReloadWorld.members { own(member) }
        look((any ReloadWorld.Kept).self) { $0.title }
        look((any ReloadWorld.Replaced).self) { $0.title }
        look((any ReloadWorld.Gone).self) { $0.title }
        look((any ReloadWorld.GoneWithModule).self) { $0.title }
        look((any ReloadWorld.New).self) { $0.title }
        look((any ReloadWorld.OfBase).self) { $0.title }
        look((any ReloadWorld.OfComer).self) { $0.title }
        if let tuned = hive.modules.module(ReloadWorld.Tuned.self) { options += tuned.number.withLock { $0.suffix(1) } }
        if let tuned = hive.modules.module(ReloadWorld.AlsoTuned.self) {
            options += tuned.number.withLock { $0.suffix(1) }
        }
    }

    /// What a hive shows that was started with a composition.
    static func ofStarting(_ composition: Composition) async throws -> ReloadView {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(composition.modules, services: composition.services)
        try await hive.start()
        let view = try await ReloadView(hive)
        try await hive.stop()
        return view
    }
}
