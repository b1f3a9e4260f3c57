// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig
import HiveTestKit
import Testing

/// A hive that runs some of its modules only.
@Suite("Part of the whole", .timeLimit(.minutes(5)))
struct PartOfTheWhole {
    @Suite("C56 A part of the whole")
    struct C56 {
        protocol Prices: Sendable {}
        struct Flat: Prices, ServiceImplementation {
            init() {}
            init(_ services: ServiceResolver) {}
        }
        protocol Letters: Sendable {}
        struct Paper: Letters, ServiceImplementation { init(_ services: ServiceResolver) {} }

        final class CatalogModule: HiveModule {
            static let manifest = ModuleManifest(provides: [(any Prices).self])
            init() {}
            func setUp(_ context: SetupContext) async throws {
                try context.services.register((any Prices).self) { _ in Flat() }
            }
        }
        final class CartModule: HiveModule {
            static let manifest = ModuleManifest(needs: [.service((any Prices).self)])
            init() {}
        }
        final class TradeModule: HiveModule {
            static let manifest = ModuleManifest(
                needs: [
                    .named("CartModule"), .named("HomeModule", optional: true),
                    .service((any Letters).self, optional: true),
                ]
            )
            init() {}
        }
        /// What is wrong with it counts only where it takes part.
        final class HomeModule: FactoryModule {
            typealias Options = Int
            static let manifest = ModuleManifest(needs: [.named("Nowhere")], startTimeout: .zero)
            static var all: [any HiveModule.Type] {
                [HomeModule.self, TradeModule.self, CartModule.self, CatalogModule.self]
            }
        }
        final class PostModule: HiveModule {
            static let manifest = ModuleManifest()
            init() {}
        }

        private static let needed = ["CatalogModule", "CartModule", "TradeModule"]

        /// Makes a hive from four modules, from each source in turn.
        private static func hives(_ only: [ModuleDependency]?, disabling names: [String] = []) throws -> [Hive] {
            let options = HiveOptions(
                context: HiveContext(disabledModules: names),
                only: only,
                clock: ManualClock()
            )
            let inCode = Hive(options)
            try inCode.modules.register(HomeModule.all.map { ModuleDeclaration($0, at: .code()) })
            let text = modulesText(HomeModule.all.map { "\($0)" })
            let compiled = CompiledConfiguration(
                folder: "Config",
                files: [("modules.plist", base64Text(xml(text))), ("services.plist", base64Text(xml("<array/>")))],
                catalogue: HiveCatalogue(modules: HomeModule.all)
            )
            return [inCode, try Hive(compiled, options: options)]
        }

        private static func modulesText(_ names: [String]) -> String {
            let entries = names.map { dictionary(("moduleClass", $0)) }.joined(separator: "\n")
            return dictionary((key: "moduleClasses", value: "<array>\n\(entries)\n</array>"))
        }

        @Test(
            "What is named runs, with what that depends on, and nothing else",
            arguments: [
                .module(TradeModule.self), .named("TradeModule"), .named(_typeName(TradeModule.self)),
            ] as [ModuleDependency]
        )
        func part(choice: ModuleDependency) async throws {
            for hive in try Self.hives([choice]) {
                #expect(hive.verify() == [])
                #expect(hive.modules.descriptors.filter(\.isEnabled).map(\.name) == Self.needed)
                #expect(hive.modules.descriptors.compactMap(\.disabler) == ["HiveOptions.only"])
                try await hive.start()
                #expect(hive.modules.running == Self.needed)
                try await hive.stop()
            }
        }

        @Test("A service stands for whoever provides it; an optional dependency runs where it is named")
        func services() async throws {
            for hive in try Self.hives([.service((any Prices).self)]) {
                try await hive.start()
                #expect(hive.modules.running == ["CatalogModule"])
                try await hive.stop()
            }
            for hive in try Self.hives([.module(CatalogModule.self), .module(HomeModule.self)]) {
                // Its faults count now.
                #expect(Set(hive.verify().errors.map(\.code)).isSuperset(of: [.unknownDependency, .needsFactory]))
            }
        }

        @Test("No choice means all of them, and an empty one none")
        func noneAndAll() async throws {
            for hive in try Self.hives(nil) { #expect(hive.modules.descriptors.filter(\.isEnabled).count == 4) }
            for hive in try Self.hives([]) {
                try await hive.start()
                #expect(hive.modules.running == [])
                try await hive.stop()
            }
        }

        @Test(
            "Naming what is not there is an error before anything starts, with what may have been meant",
            arguments: [
                (
                    .named("CratModule"), .unknownModule,
                    "HiveOptions.only names the unknown module \"CratModule\".", "Did you mean \"CartModule\"?"
                ),
                (
                    .named("\u{1B}[2J"), .unknownModule, "HiveOptions.only names the unknown module \"\\u{1B}[2J\".",
                    """
                    Correct the name, list or register that module, link the target that contains it, or take it out of \
                    the list.
                    """
                ),
                (
                    .module(PostModule.self), .unknownModule,
                    "HiveOptions.only names PostModule, which is not registered.",
                    "Register it, or take it out of the list."
                ),
                (
                    .service((any Letters).self), .unprovidedService,
                    "HiveOptions.only names the service Letters, which nobody provides.",
                    """
                    Register the module that provides it, and let its manifest say so: \
                    ModuleManifest(provides: […]); or list the service in services.json or services.plist.
                    """
                ),
            ] as [(ModuleDependency, HiveErrorCode, String, String)]
        )
        func unknown(choice: ModuleDependency, code: HiveErrorCode, message: String, remedy: String) async throws {
            for hive in try Self.hives([.named("CatalogModule"), choice]) {
                let error = try await hiveError { try await hive.start() }
                #expect(error.code == .invalidConfiguration)
                #expect(error.exitCode == 78)
                #expect(error.problems.map(\.code) == [code])
                #expect(error.problems.map(\.message) == [message])
                #expect(error.problems.first?.remedy == remedy)
            }
        }

        @Test("One that is disabled is an error too, unless the choice can do without")
        func disabled() async throws {
            for hive in try Self.hives([.named("CartModule")], disabling: ["CartModule"]) {
                #expect(hive.verify().map(\.code) == [.disabledDependency])
            }
            for hive in try Self.hives([.named("TradeModule")], disabling: ["CartModule"]) {
                #expect(hive.verify().errors.map(\.code) == [.disabledDependency])
            }
            let choice: [ModuleDependency] = [
                .named("CartModule", optional: true), .named("Nobody", optional: true), .named("CatalogModule"),
            ]
            for hive in try Self.hives(choice, disabling: ["CartModule"]) {
                try await hive.start()
                #expect(hive.modules.running == ["CatalogModule"])
                try await hive.stop()
            }
        }

        @Test("Services of property lists go with their modules; those of nobody stay")
        func listedServices() async throws {
            let entries = [
                dictionary(("service", "Letters"), ("impl", "Paper"), ("module", "PostModule")),
                dictionary(("service", "Prices"), ("impl", "Flat"), ("name", "sale")),
            ]
            let configuration = try await configured(
                modules: Self.modulesText(["PostModule", "CatalogModule", "CartModule", "TradeModule"]),
                services: "<array>\n\(entries.joined(separator: "\n"))\n</array>",
                catalogue: HiveCatalogue(
                    modules: [PostModule.self, CatalogModule.self, CartModule.self, TradeModule.self],
                    services: [(any Letters).self, (any Prices).self],
                    implementations: [Paper.self, Flat.self]
                )
            )
            let hive = try Hive(
                configuration,
                options: HiveOptions(only: [.module(TradeModule.self)], clock: ManualClock())
            )
            #expect(hive.verify() == [])
            try await hive.start()
            #expect(hive.modules.running == Self.needed)
            _ = try hive.services.service((any Prices).self, name: "sale")
            #expect(throws: HiveError.self) { _ = try hive.services.service((any Letters).self) }
            try await hive.stop()
            // Whoever names the service runs its module.
            let post = try Hive(
                configuration,
                options: HiveOptions(only: [.service((any Letters).self)], clock: ManualClock())
            )
            try await post.start()
            #expect(post.modules.running == ["PostModule"])
            try await post.stop()
        }

        @Test("A reload keeps the choice, with what was added and without what was removed")
        func reload() async throws {
            let catalogue = HiveCatalogue(modules: HomeModule.all + [PostModule.self])
            func configuration(_ names: String...) async throws -> HiveConfiguration {
                try await configured(modules: Self.modulesText(names), catalogue: catalogue)
            }
            let options = HiveOptions(only: [.module(CartModule.self)], clock: ManualClock())
            let hive = try Hive(try await configuration("CartModule", "CatalogModule"), options: options)
            try await hive.start()
            try await hive.add(PostModule.self)
            let more = try await configuration("HomeModule", "TradeModule", "CartModule", "CatalogModule")
            #expect(try await hive.reload(more)?.changes.map(\.what) == [])
            #expect(hive.modules.running == ["CatalogModule", "CartModule", "PostModule"])
            // What was chosen is there no more: nothing is changed.
            let fewer = try await configuration("CatalogModule")
            let error = try await hiveError { try await hive.reload(fewer) }
            #expect(error.problems.map(\.code) == [.unknownModule])
            #expect(hive.modules.running == ["CatalogModule", "CartModule", "PostModule"])
            try await hive.remove(PostModule.self)
            try await hive.remove(CartModule.self)
            #expect(try await hive.reload(fewer)?.changes.map(\.subject) == ["CatalogModule"])
            #expect(hive.modules.running == [])
            try await hive.stop()
        }

        @Test("What a test overrides needs no module")
        func overrides() async throws {
            let test = TestHive(HiveOptions(only: [.module(CartModule.self)]))
            try test.hive.modules.register(CartModule.self)
            try test.hive.modules.register(CatalogModule.self)
            try test.hive.overrides.register((any Prices).self, instance: Flat())
            try await test.hive.start()
            #expect(test.hive.modules.running == ["CartModule"])
            _ = try test.hive.services.service((any Prices).self)
            try await test.hive.stop()
        }

        @Test("Who looks for a service of a module that is left out is told so")
        func leftOutService() async throws {
            let hive = Hive(HiveOptions(only: [.module(PostModule.self)], clock: ManualClock()))
            try hive.modules.register(PostModule.self)
            try hive.modules.register(CatalogModule.self)
            try await hive.start()
            let error = #expect(throws: HiveError.self) { _ = try hive.services.service((any Prices).self) }
            let end = """
                CatalogModule provides it, and HiveOptions.only leaves that out. Depend on the service, or name it there as well.
                """
            #expect(error?.message.hasSuffix(end) == true)
            try await hive.stop()
        }
    }
}
