// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// What a running module has autowired does not go while the module stays.
@Suite(.timeLimit(.minutes(5)))
struct AutowiredDependentsTests {
    protocol Clockwork: Sendable { var time: Int { get } }
    protocol Face: Sendable { var time: Int { get } }
    struct Watch: Clockwork, Face {
        let time: Int
        init(_ time: Int) { self.time = time }
    }
    final class Listed: ServiceImplementation, Clockwork {
        let time = 7
        init(_ services: ServiceResolver) throws {}
    }
    /// A service with a field of its own.
    final class Display: ServiceImplementation {
        let clockwork = Autowired<any Clockwork>()
        init(_ services: ServiceResolver) throws {}
    }

    final class Maker: HiveModule {
        static let manifest = ModuleManifest(level: .basic)
        init() {}
        func setUp(_ context: SetupContext) async throws {
            try context.services.register((any Clockwork).self) { _ in Watch(1) }
        }
    }
    /// Registers what `Maker` does, and says so.
    final class OtherMaker: HiveModule {
        static let manifest = ModuleManifest(provides: [(any Clockwork).self])
        init() {}
        func setUp(_ context: SetupContext) async throws {
            try context.services.register((any Clockwork).self) { _ in Watch(2) }
        }
    }
    /// Comes up before `Maker`, so that nothing but its field ties it to that module.
    final class Ticker: HiveModule {
        static let manifest = ModuleManifest(level: -1)
        let clockwork = Autowired<any Clockwork>()
        init() {}
        func setUp(_ context: SetupContext) async throws {
            try context.services.register(Ticker.self, instance: self)
        }
    }
    final class Audience: HiveModule {
        static let manifest = ModuleManifest(needs: [.module(Ticker.self)])
        init() {}
    }
    final class Wall: HiveModule {
        static let manifest = ModuleManifest()
        let face = Autowired<any Face>()
        init() {}
    }
    final class FaceMaker: HiveModule {
        static let manifest = ModuleManifest()
        init() {}
        func setUp(_ context: SetupContext) async throws {
            try context.services.registerAlias((any Face).self, of: (any Clockwork).self) { Watch($0.time) }
        }
    }
    protocol Ink: Sendable {}
    final class InkMaker: HiveModule {
        static let manifest = ModuleManifest()
        init() {}
        func setUp(_ context: SetupContext) async throws {
            struct Black: Ink {}
            try context.services.register((any Ink).self) { _ in Black() }
        }
    }
    /// What a decorator makes, with a field of its own.
    final class Painted: Clockwork, Face {
        let time: Int
        let ink = Autowired<any Ink>()
        init(_ time: Int) { self.time = time }
    }
    final class FacePainter: HiveModule {
        static let manifest = ModuleManifest()
        init() {}
        func setUp(_ context: SetupContext) async throws {
            try context.services.decorate((any Face).self) { face, _ in Painted(face.time) }
        }
    }
    final class ClockworkPainter: HiveModule {
        static let manifest = ModuleManifest()
        init() {}
        func setUp(_ context: SetupContext) async throws {
            try context.services.decorate((any Clockwork).self) { clockwork, _ in Painted(clockwork.time) }
        }
    }
    final class DisplayMaker: HiveModule {
        static let manifest = ModuleManifest()
        init() {}
        func setUp(_ context: SetupContext) async throws {
            try context.services.register(Display.self) { try Display($0) }
        }
    }
    /// Needs `Maker`, and has autowired what it registers itself.
    final class FaceOwner: HiveModule {
        static let manifest = ModuleManifest(needs: [.module(Maker.self)])
        let face = Autowired<any Face>()
        init() {}
        func setUp(_ context: SetupContext) async throws {
            try context.services.register((any Face).self) { _ in Watch(5) }
        }
    }
    final class Bystander: HiveModule {
        static let manifest = ModuleManifest()
        init() {}
    }
    private func setFallback(_ hive: Hive) throws {
        try hive.services.setFallback { $0 == (any Clockwork).self ? Listed.self : nil }
    }

    private func started(
        _ modules: [any HiveModule.Type],
        _ setUp: (Hive) throws -> Void = { _ in }
    ) async throws -> Hive {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(modules.map { ModuleDeclaration($0, at: .code(fileID: "Here.swift", line: 1)) })
        try setUp(hive)
        try await hive.start()
        return hive
    }

    private func refusal(_ body: () async throws -> Void) async throws -> HiveError {
        try #require(await #expect(throws: HiveError.self) { try await body() })
    }

    // MARK: remove

    // C16
    @Test func aModuleIsNotRemovedWhileAnotherHasAutowiredItsService() async throws {
        let hive = try await started([Maker.self, Ticker.self, Bystander.self])
        let error = try await refusal { try await hive.remove(Maker.self) }
        #expect(error.code == .invalidState)
        #expect(error.message.hasPrefix("Maker cannot be removed: needed by Ticker."))
        #expect(error.message.contains("removesDependents: true"))
        let problem = try #require(error.problems.first)
        #expect(error.problems.count == 1)
        #expect(problem.origin?.file.hasSuffix("AutowiredDependentsTests.swift") == true)
        #expect(problem.message.hasPrefix("Ticker has autowired Clockwork, which Maker has registered, in "))
        #expect(problem.message.contains("AutowiredDependentsTests.swift:"))
        #expect(problem.remedy?.contains("optionalService") == true)
        #expect(Set(hive.modules.running) == ["Maker", "Ticker", "Bystander"])
        #expect(try hive.services.service(Ticker.self).clockwork.wrappedValue.time == 1)
        try await hive.stop()
    }

    // C16
    @Test func whatHasAutowiredAServiceIsRemovedFirstWithWhatDependsOnIt() async throws {
        let hive = try await started([Maker.self, Ticker.self, Audience.self, Bystander.self])
        try await hive.remove(Maker.self, removesDependents: true)
        #expect(hive.modules.running == ["Bystander"])
        try await hive.add(Maker.self)
        try await hive.add(Ticker.self)
        #expect(try await refusal { try await hive.remove(Maker.self) }.message.contains("needed by Ticker"))
        try await hive.remove(Ticker.self)
        try await hive.remove(Maker.self)
        try await hive.stop()
    }

    // C16
    @Test func whatAModuleHasAutowiredOfItsOwnIsNoReason() async throws {
        let hive = try await started([Maker.self, FaceOwner.self])
        let error = try await refusal { try await hive.remove(Maker.self) }
        #expect(error.message.contains("needed by FaceOwner"))
        #expect(error.problems.isEmpty)
        try await hive.stop()
    }

    // C16, C23
    @Test func anAliasOfAServiceThatGoesIsNoLessNeeded() async throws {
        let hive = try await started([Maker.self, FaceMaker.self, Wall.self])
        let error = try await refusal { try await hive.remove(Maker.self) }
        #expect(error.message.contains("needed by Wall"))
        #expect(error.problems.first?.message.contains("Wall has autowired Face") == true)
        try await hive.stop()
    }

    // C16: a layer that has gone needs nothing any more, also where the instance under it stays.
    @Test(arguments: [FacePainter.self, ClockworkPainter.self] as [any HiveModule.Type])
    func whatOnlyALayerHasAutowiredMayGoAfterIt(painter: any HiveModule.Type) async throws {
        let hive = try await started([Maker.self, FaceMaker.self, InkMaker.self, painter])
        #expect(try hive.services.service((any Face).self).time == 1)
        let error = try await refusal { try await hive.remove(InkMaker.self) }
        #expect(error.problems.first?.message.contains("has autowired Ink") == true)
        try await hive.remove(painter)
        try await hive.remove(InkMaker.self)
        #expect(try hive.services.service((any Face).self).time == 1)
        try await hive.stop()
    }

    // C16, C21: what counts is who serves now.
    @Test func aModuleWhoseServiceWasReplacedMayGo() async throws {
        let hive = try await started([Maker.self, Ticker.self])
        try hive.services.register((any Clockwork).self, replacing: true) { _ in Watch(3) }
        try await hive.remove(Maker.self)
        #expect(try hive.services.service(Ticker.self).clockwork.wrappedValue.time == 3)
        try await hive.stop()
    }

    // C16
    @Test func aServiceOfTheFallbackTiesNobodyToAModule() async throws {
        let hive = try await started([Bystander.self, Ticker.self]) { try setFallback($0) }
        try await hive.remove(Bystander.self)
        #expect(try hive.services.service(Ticker.self).clockwork.wrappedValue.time == 7)
        try await hive.stop()
    }

    // C16: a service needs what its fields name from when it is made until it goes.
    @Test func aServiceThatWasMadeNeedsWhatItHasAutowired() async throws {
        let hive = try await started([Maker.self, DisplayMaker.self])
        let display = try hive.services.service(Display.self)
        let error = try await refusal { try await hive.remove(Maker.self) }
        #expect(error.message.contains("needed by DisplayMaker"))
        #expect(error.problems.first?.message.contains("Display of DisplayMaker has autowired Clockwork") == true)
        #expect(display.clockwork.wrappedValue.time == 1)
        try hive.services.evict(Display.self)
        try await hive.remove(Maker.self)
        try await hive.stop()
    }

    // C16
    @Test func aServiceOfTheHiveCannotBeRemovedWithTheModuleThatItNeeds() async throws {
        let hive = try await started([Maker.self]) { hive in
            try hive.services.register(Display.self) { try Display($0) }
        }
        _ = try hive.services.service(Display.self)
        let error = try await refusal { try await hive.remove(Maker.self, removesDependents: true) }
        #expect(error.code == .invalidState)
        #expect(error.message.contains("needed by the hive's Display"))
        #expect(hive.modules.running == ["Maker"])
        try hive.services.evict(Display.self)
        try await hive.remove(Maker.self)
        try await hive.stop()
    }

    // MARK: reload

    private func composition(
        _ modules: [any HiveModule.Type],
        _ services: [(any Any.Type, any ServiceImplementation.Type)] = []
    ) -> Composition {
        func origin(_ line: Int) -> Origin {
            .propertyList("new.plist", ConfigurationKeyPath([.index(line)]), line: line)
        }
        return Composition(
            modules: modules.enumerated().map { ModuleDeclaration($1, at: origin($0)) },
            services: services.enumerated().map { ServiceDeclaration($1.0, implementation: $1.1, at: origin(100 + $0)) }
        )
    }

    private func started(_ composition: Composition, _ setUp: (Hive) throws -> Void = { _ in }) async throws -> Hive {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(composition.modules, services: composition.services)
        try setUp(hive)
        try await hive.start()
        return hive
    }

    // C58
    @Test func aReloadDoesNotTakeAServiceOutThatSomebodyHasAutowired() async throws {
        let hive = try await started(composition([Ticker.self], [((any Clockwork).self, Listed.self)]))
        let error = try await refusal { try await hive.reload(composition([Ticker.self]), reporting: []) }
        #expect(error.code == .invalidConfiguration)
        #expect(error.message.contains("nothing was changed"))
        let problem = try #require(error.problems.errors.first)
        #expect(problem.code == .serviceNotRegistered)
        #expect(problem.message.hasPrefix("Ticker has autowired Clockwork, which nobody registers any more, in "))
        #expect(problem.message.contains("AutowiredDependentsTests.swift:"))
        #expect(problem.remedy?.contains("List it again") == true)
        #expect(try hive.services.service(Ticker.self).clockwork.wrappedValue.time == 7)
        // Both may go, and the service may come from elsewhere.
        try await hive.reload(composition([]), reporting: [])
        #expect(hive.modules.running == [])
        try await hive.stop()
    }

    // C58
    @Test func aReloadDoesNotTakeAModuleOutWhoseServiceSomebodyHasAutowired() async throws {
        let hive = try await started(composition([Maker.self, Ticker.self]))
        let error = try await refusal { try await hive.reload(composition([Ticker.self]), reporting: []) }
        #expect(error.problems.errors.first?.message.hasPrefix("Ticker has autowired Clockwork") == true)
        #expect(Set(hive.modules.running) == ["Maker", "Ticker"])
        // The list takes the service over, …
        try await hive.reload(composition([Ticker.self], [((any Clockwork).self, Listed.self)]), reporting: [])
        #expect(try hive.services.service(Ticker.self).clockwork.wrappedValue.time == 7)
        try await hive.stop()
    }

    // C58: … or a module that says that it provides it.
    @Test func aReloadMayLetAnotherModuleProvideWhatSomebodyHasAutowired() async throws {
        let hive = try await started(composition([Maker.self, Ticker.self]))
        try await hive.reload(composition([OtherMaker.self, Ticker.self]), reporting: [])
        #expect(try hive.services.service(Ticker.self).clockwork.wrappedValue.time == 2)
        try await hive.stop()
    }

    // C58
    @Test func aReloadMayLeaveAnAutowiredServiceToTheFallback() async throws {
        let both = composition([Ticker.self], [((any Clockwork).self, Listed.self)])
        let hive = try await started(both) { try setFallback($0) }
        try await hive.reload(composition([Ticker.self]), reporting: [])
        #expect(try hive.services.service(Ticker.self).clockwork.wrappedValue.time == 7)
        try await hive.stop()
    }

    // C58
    @Test func aReloadKeepsWhatAServiceHasAutowiredThatWasMade() async throws {
        let list: [(any Any.Type, any ServiceImplementation.Type)] = [
            ((any Clockwork).self, Listed.self), (Display.self, Display.self),
        ]
        let hive = try await started(composition([], list))
        let display = try hive.services.service(Display.self)
        let less = composition([], [(Display.self, Display.self)])
        let error = try await refusal { try await hive.reload(less, reporting: []) }
        #expect(error.problems.errors.first?.message.hasPrefix("The hive's Display has autowired Clockwork") == true)
        #expect(display.clockwork.wrappedValue.time == 7)
        try await hive.reload(composition([]), reporting: [])
        try await hive.stop()
    }
}
