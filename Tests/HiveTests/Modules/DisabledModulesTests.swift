// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

@Suite(.timeLimit(.minutes(5)))
struct DisabledModulesTests {
    private final class Base: HiveModule {
        static let manifest = ModuleManifest(provides: [BaseService.self])
        init() {}
        func setUp(_ context: SetupContext) async throws {
            try context.services.register(BaseService.self) { _ in BaseService() }
        }
    }
    private final class BaseService: Sendable {}
    private final class Needy: HiveModule {
        static let manifest = ModuleManifest(needs: [.module(Base.self)])
        init() {}
    }
    private final class Named: HiveModule {
        static let manifest = ModuleManifest(needs: [.named("Base")])
        init() {}
    }
    private final class Served: HiveModule {
        static let manifest = ModuleManifest(needs: [.service(BaseService.self)])
        init() {}
    }
    private final class Easy: HiveModule {
        static let manifest = ModuleManifest(needs: [.module(Base.self, optional: true)])
        init() {}
    }

    private func hive(disabling names: String...) -> Hive { hive(disabling: names) }

    private func hive(disabling names: [String]) -> Hive {
        var context = HiveContext(disabledModules: names)
        context.disabledModulesSource = "HIVE_DISABLE"
        return Hive(HiveOptions(context: context, clock: ManualClock()))
    }

    // C13
    @Test(arguments: [Needy.self, Named.self, Served.self] as [any HiveModule.Type])
    func dependencyOnADisabledModuleSaysWhoDisabledIt(type: any HiveModule.Type) throws {
        let hive = hive(disabling: "Base")
        try hive.modules.register([ModuleDeclaration(Base.self, at: .code()), ModuleDeclaration(type, at: .code())])
        let problem = try #require(hive.verify().errors.first)
        #expect(hive.verify().errors.count == 1)
        #expect(problem.code == .disabledDependency)
        #expect(problem.message.hasSuffix("is disabled by HIVE_DISABLE."))
        #expect(problem.remedy == "Take it out of HIVE_DISABLE, or make the dependency optional.")
    }

    // C61: a hundred are described, the others counted, and none twice.
    @Test func unknownNamesWithoutEndAreCounted() throws {
        for (count, last) in [(101, "a further name"), (102, "2 further names")] {
            let hive = hive(disabling: (0..<count).map { "Absent\($0)" })
            try hive.modules.register(Base.self)
            let problems = hive.verify()
            #expect(problems.count == 101)
            #expect(problems.allSatisfy { $0.severity == .warning && $0.code == .unknownModule })
            #expect(problems.last?.message == "HIVE_DISABLE disables \(last) that no module has.")
        }
    }

    @Test(arguments: [
        ("Bass", "Did you mean \"Base\"?"), ("B", "Did you mean \"Base\"?"),
        ("Quux", "Correct the name, or remove it."),
    ])
    func unknownNameIsDoubtful(name: String, remedy: String) throws {
        let hive = hive(disabling: name)
        try hive.modules.register(Base.self)
        #expect(hive.verify().map(\.severity) == [.warning])
        #expect(hive.verify().map(\.code) == [.unknownModule])
        #expect(hive.verify().first?.remedy == remedy)
    }

    // C15
    @Test func disabledModuleCannotBeAdded() async throws {
        let hive = hive(disabling: "Base")
        try await hive.start()
        let error = await #expect(throws: HiveError.self) { try await hive.add(Base.self) }
        #expect(error?.problems.errors.map(\.message) == ["Base is disabled by HIVE_DISABLE."])
        try await hive.stop()
    }

    @Test(arguments: ["Base", _typeName(Base.self)])
    func modulesAreLeftOutWhateverDeclaresThem(name: String) async throws {
        for origin in [Origin.code(), .propertyList("modules.plist", nil), .record("Base")] {
            let hive = hive(disabling: name)
            var declaration = ModuleDeclaration(Base.self, at: origin)
            declaration.isEnabled = true
            try hive.modules.register([declaration])
            try hive.modules.register(Easy.self)
            #expect(hive.verify() == [])
            #expect(hive.modules.descriptors.map(\.disabler) == [nil, "HIVE_DISABLE"])
            try await hive.start()
            #expect(hive.modules.running == ["Easy"])
            try await hive.stop()
        }
    }
}
