// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

@testable import HiveConfig

// C42
@Suite(.timeLimit(.minutes(5)))
struct NameResolutionTests {
    private let runtime = TypeResolver(HiveCatalogue(), defaultModules: [])

    private func failure(_ body: () throws -> Void) -> TypeResolver.Failure? {
        #expect(throws: TypeResolver.Failure.self, performing: body)
    }

    @Test(arguments: [
        ("HiveConfigTests.Nothing", "There is no class"), ("Nothing", "There is no class Nothing in the catalogue."),
        ("HiveConfigTests.Generic", "no class"), ("HiveConfigTests.Generic.Nested", "no class"),
        ("", "is no name"), ("a b", "is no name"), ("HiveConfigTests.", "is no name"), (".ShopModule", "is no name"),
        ("HiveConfigTests.1Shop", "is no name"), ("HiveConfigTests.Läden", #"has "\u{E4}", which is no ASCII letter"#),
        ("$s15HiveConfigTests10ShopModuleC", "is no name"), ("15HiveConfigTests10ShopModuleC", "is no name"),
        ("A.B.C.D.E.F", "has more than 5 parts"), ("x\n", #""x\n" is no name"#),
        (String(repeating: "a", count: 257), "is longer than 256 bytes"),
    ])
    func namesOfNothingAreRefused(name: String, part: String) throws {
        let failure = try #require(failure { _ = try runtime.module(name) })
        #expect(failure.code == .unknownClass)
        #expect(failure.message.contains(part), "\(failure.message)")
    }

    // C43
    @Test(arguments: ["PlainClass", "FlatPrices", "PriceService", "Outer", "Outer.Deep", "MemoryPrices"])
    func whatIsNoModuleIsSaidToBeNone(name: String) throws {
        let failure = try #require(failure { _ = try runtime.module("HiveConfigTests.\(name)") })
        #expect(failure.code == .notAModule)
    }

    // C43
    @Test(arguments: [
        "ShpoModule", "ShopModul", "HiveConfigTest.ShopModule", "Nowhere.ShopModule", "HiveConfigTests.shopModule",
    ])
    func nameNearOneOfTheProgramIsSuggestedWithoutACatalogue(name: String) throws {
        let resolver = TypeResolver(HiveCatalogue(), defaultModules: ["HiveConfigTests"])
        let failure = try #require(failure { _ = try resolver.module(name) })
        #expect(failure.remedy.hasPrefix("Did you mean \"HiveConfigTests.ShopModule\"? If not:"), "\(failure.remedy)")
    }

    // C43
    @Test(
        arguments: [
            ("Shop.ShopModule.self", "Write \"Shop.ShopModule\"."), ("ShopModule.swift", "Write \"ShopModule\"."),
            ("(any PriceService).self", "Write \"PriceService\"."),
            ("Shop.Box<Int>", "HiveCatalogue: [\"BoxInt\": Shop.Box<Int>.self]"),
        ]
    )
    func textWithMoreThanANameIsToldTheName(text: String, part: String) throws {
        let failure = try #require(failure { _ = try runtime.module(text) })
        #expect(failure.remedy.contains(part), "\(failure.remedy)")
    }

    // C43
    @Test func protocolIsNoImplementation() throws {
        let failure = try #require(failure { _ = try runtime.implementation("HiveConfigTests.PriceService") })
        #expect(failure.message == "HiveConfigTests.PriceService is a protocol, and Hive makes a service from a class.")
    }

    @Test func whatHiveCannotMakeIsNoImplementation() throws {
        let failure = try #require(failure { _ = try runtime.implementation("HiveConfigTests.PlainClass") })
        #expect(failure.code == .doesNotConform)
        #expect(failure.remedy.contains("Let it conform, with init(_ services: ServiceResolver) throws."))
    }

    @Test(
        arguments: [
            ("ShopModule", ShopModule.self), ("CartModule", CartModule.self), ("HomeModule", HomeModule.self),
            ("Outer.InnerModule", Outer.InnerModule.self), ("Outer.Deep.DeepModule", Outer.Deep.DeepModule.self),
            ("Twins.TwinModule", Twins.TwinModule.self), ("PickyModule", PickyModule.self),
        ] as [(String, any HiveModule.Type)]
    )
    func runtimeFindsModules(name: String, type: any HiveModule.Type) throws {
        #expect(try runtime.module("HiveConfigTests.\(name)").type == type)
        let short = TypeResolver(HiveCatalogue(), defaultModules: ["Nowhere", "HiveConfigTests"])
        #expect(try short.module(name).type == type)
    }

    @Test func runtimeFindsServices() throws {
        let price = try runtime.service("HiveConfigTests.PriceService")
        #expect(ObjectIdentifier(price.type) == ObjectIdentifier((any PriceService).self))
        #expect(price.source == .runtime)
        let deep = try runtime.service("HiveConfigTests.Outer.Deep.DeepService").type
        #expect(ObjectIdentifier(deep) == ObjectIdentifier((any Outer.Deep.DeepService).self))
        #expect(try runtime.service("HiveConfigTests.BasePrices").type == BasePrices.self)
        #expect(try runtime.implementation("HiveConfigTests.FlatPrices").type.type == FlatPrices.self)
        #expect(try runtime.implementation("HiveConfigTests.Warehouse").type.type == Warehouse.self)
    }

    @Test func catalogueWinsOverTheProgram() throws {
        // The catalogue has another type under this module's name.
        let resolver = TypeResolver(HiveCatalogue(modules: [CartModule.self]), defaultModules: ["HiveConfigTests"])
        #expect(try resolver.module("cart").type == CartModule.self)
        #expect(try resolver.module("CartModule").type == CartModule.self)
        #expect(try resolver.module("HiveConfigTests.CartModule").type == CartModule.self)
        #expect(try resolver.module("ShopModule").type == ShopModule.self)
    }

    @Test func ambiguousNamesListTheCandidates() throws {
        let twins = HiveCatalogue(modules: [Twins.TwinModule.self, OtherTwins.TwinModule.self])
        let resolver = TypeResolver(twins, defaultModules: [])
        let failure = try #require(failure { _ = try resolver.module("TwinModule") })
        #expect(
            failure.message
                == #""TwinModule" may mean HiveConfigTests.OtherTwins.TwinModule or HiveConfigTests.Twins.TwinModule."#
        )
        #expect(try resolver.module("Twins.TwinModule").type == Twins.TwinModule.self)
        #expect(try resolver.module("otherTwin").type == OtherTwins.TwinModule.self)
    }

    @Test func nameNearOneOfTheCatalogueIsSuggested() throws {
        let resolver = TypeResolver(HiveCatalogue(modules: [ShopModule.self]), defaultModules: [])
        let failure = try #require(failure { _ = try resolver.module("Shop.ShopModule") })
        #expect(failure.remedy.hasPrefix("Did you mean \"HiveConfigTests.ShopModule\"?"))
    }

    private struct Case: Sendable {
        let implementation: any ServiceImplementation.Type
        let service: any Any.Type
        let expected: Bool?

        init(_ implementation: any ServiceImplementation.Type, _ service: any Any.Type, _ expected: Bool?) {
            self.implementation = implementation
            self.service = service
            self.expected = expected
        }
    }

    private static let cases = [
        Case(MemoryPrices.self, (any PriceService).self, true), Case(OtherPrices.self, (any StockService).self, false),
        Case(FlatPrices.self, (any PriceService).self, true), Case(Warehouse.self, (any StockService).self, true),
        Case(MemoryPrices.self, BasePrices.self, true), Case(MemoryPrices.self, MemoryPrices.self, true),
        Case(OtherPrices.self, BasePrices.self, false),
        Case(Warehouse.self, (any StockService & ServiceImplementation).self, true),
        Case(FlatPrices.self, (any StockService & PriceService).self, false), Case(FlatPrices.self, Int.self, false),
        Case(FlatPrices.self, Any.self, true),
        Case(MemoryPrices.self, (any BasePrices & PriceService).self, true),
        Case(FlatPrices.self, AnyObject.self, false),
        Case(OtherPrices.self, hiddenService, nil), Case(FlatPrices.self, (any Sequence<Int>).self, nil),
        Case(FlatPrices.self, (any PriceService.Type).self, false), Case(FlatPrices.self, Int?.self, false),
        Case(FlatPrices.self, (() -> Void).self, false), Case(FlatPrices.self, (Int, Int).self, false),
    ]

    // C20
    @Test func conformanceIsSeenWithoutAnInstance() {
        for item in Self.cases {
            let found = conformance(of: item.implementation, to: item.service)
            #expect(found == item.expected, "\(item.implementation) as \(item.service)")
        }
    }

    // C45
    @Test func hostileNamesNeverCrash() async {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
        let alphabet = Array("abzACVOPSXpsy_019.$ \u{0}\u{1}\u{2}é-".unicodeScalars)
        let words = [
            "HiveConfigTests", "Outer", "Deep", "DeepModule", "Swift", "Int", "String", "Array", "Generic", "Nested",
            "__C", "stat", "Foundation", "S", "C", "V", "O", "_p", "Xp", "y", "Si", "_", "__", "a0", "A1a", "Sendable",
            "Error", "Hive", "HiveModule", "Builtin", "Any", "AnyObject", "Self", "Type", "Protocol", "Optional",
        ]
        for _ in 0..<1_000 {
            // The other tests wait for this thread, some of them by the clock.
            await Task.yield()
            var name = (0...random(3)).map { _ in words[random(words.count)] }.joined(separator: ".")
            for _ in 0..<random(4) {
                var scalars = Array(name.unicodeScalars)
                let place = random(scalars.count + 1)
                if random(3) == 0, place < scalars.count {
                    scalars.remove(at: place)
                } else {
                    scalars.insert(alphabet[random(alphabet.count)], at: place)
                }
                name = String(String.UnicodeScalarView(scalars))
            }
            _ = try? runtime.module(name, searches: .name)
            if let service = try? runtime.service(name).type { _ = conformance(of: FlatPrices.self, to: service) }
        }
    }
}
