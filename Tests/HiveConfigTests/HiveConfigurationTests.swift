// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@testable import HiveConfig
@testable import HivePropertyList

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite(.timeLimit(.minutes(5)))
struct HiveConfigurationTests {
    // C44
    @Test func absentFilesAreNamedAndNothingFollows() async throws {
        let error = #expect(throws: HiveError.self) {
            try Hive(contentsOf: "Nowhere", options: HiveOptions(clock: ManualClock()))
        }
        #expect(error?.problems.map(\.code) == [.fileNotReadable, .fileNotReadable])
        #expect(error?.problems.map { $0.origin?.file } == ["Nowhere/modules.plist", "Nowhere/services.plist"])
        #expect(error?.problems.first?.message.hasPrefix("There is no file at \"Nowhere/modules.plist\" (\"/") == true)

        try await withFiles(["modules.plist": xml(plist(modules()))]) { folder in
            let read = HiveConfiguration(contentsOf: folder + "/")
            #expect(read.problems.map(\.origin?.file) == ["\(folder)/services.plist"])
            #expect(HiveConfiguration(modules: ["\(folder)/modules.plist"], services: []).problems == [])
        }
        #expect(HiveConfiguration(modules: [], services: []).problems == [])
    }

    // C42
    @Test func numbersThatAreNoneAreErrors() async throws {
        let read = try await configuration(
            modules: modules(["moduleClass": "HomeModule", "moduleLevel": "basik", "modulePriority": "1.5"])
        )
        #expect(
            read.errors == [
                """
                invalidValue moduleClasses[0].moduleLevel: Expected an integer, "basic" or "normal", found the string \
                "basik".
                """,
                "invalidValue moduleClasses[0].modulePriority: Expected an integer, found the string \"1.5\".",
            ]
        )
        #expect(read.problems[0].remedy == "Did you mean \"basic\"?")
    }

    // C43 C45
    @Test(
        arguments: [
            (Array("<plist><dict><key>a".utf8), "invalidPropertyList"), ([], "invalidPropertyList"),
            (Array("bplist00".utf8), "invalidPropertyList"), (xml("<dict><key>a</key></dict>"), "invalidPropertyList"),
            (xml("<array/>"), "invalidValue"), (xml("<string>a</string>"), "invalidValue"),
            (xml("<dict/>"), "invalidValue"), (xml("<dict><key>moduleClasses</key><dict/></dict>"), "invalidValue"),
            (xml("<dict><key>moduleClases</key><array/></dict>"), "unknownKey"),
            (xml("<dict><key>a</key><true/><key>a</key><true/></dict>"), "invalidPropertyList"),
            (xml("<dict><key>moduleClasses</key><array><true/></array></dict>"), "invalidValue"),
        ] as [([UInt8], String)]
    )
    func brokenModuleFilesAreOneProblemEach(bytes: [UInt8], code: String) async throws {
        let services = xml(plist([["service": "PriceService", "impl": "MemoryPrices", "module": "ShopModule"]]))
        let files = ["modules.plist": bytes, "services.plist": services]
        let error = try await withFiles(files) { folder in
            #expect(throws: HiveError.self) {
                try Hive(
                    contentsOf: folder,
                    defaultModules: ["HiveConfigTests"],
                    options: HiveOptions(clock: ManualClock())
                )
            }
        }
        #expect(error?.problems.errors.map(\.code.description) == [code], "\(error?.report ?? "")")
        #expect(error?.problems.errors.allSatisfy { $0.origin?.file.hasSuffix("/modules.plist") == true } == true)
    }

    // C45
    @Test func aFileFullOfMistakesIsNotReadToItsEnd() async throws {
        let entries = (0..<500).map { ConfigurationValue.dictionary(["moduleClass": .string("No\($0)")]) }
        let read = try await configuration(modules: ["moduleClasses": .array(entries)])
        #expect(read.problems.count == PropertyListLimits.problemCount + 1)
        let problem = try #require(read.problems.first)
        #expect(problem.message.contains("not read to its end"))
        #expect(problem.remedy != nil)
        #expect(problem.origin?.keyPath == ConfigurationKeyPath())
        #expect(problem.origin?.line == 4)
    }

    // C43
    @Test func absentListOfModulesIsReportedAtTheRoot() async throws {
        let read = try await configuration(modules: ["values": [:]])
        let problem = try #require(read.problems.errors.first)
        #expect(problem.message == "The key \"moduleClasses\" is missing.")
        #expect(problem.origin?.keyPath == ConfigurationKeyPath())
        #expect(problem.origin?.line == 4)
    }

    @Test func everyKeyIsRead() async throws {
        let read = try await configuration(
            modules: [
                "applicationName": "Shop", "applicationKey": "k1", "environment": "staging", "values": ["a": ["b": 1]],
                "moduleClasses": [
                    [
                        "moduleClass": "HiveConfigTests.ShopModule", "moduleLevel": "basic", "modulePriority": -2,
                        "enabled": true, "environments": ["staging"], "options": ["retries": 3], "startTimeout": 2,
                        "stopTimeout": 0.5, "initializesConcurrently": true,
                        "needs": [
                            "cart", ["module": "HomeModule", "optional": true],
                            ["service": "PriceService", "optional": true],
                        ],
                    ], ["moduleClass": "CartModule"],
                ],
            ]
        )
        #expect(read.errors == [])
        let module = try #require(read.modules.first)
        #expect("\(module.type)" == "ShopModule")
        #expect(module.level == .basic)
        #expect(module.priority == -2)
        #expect(module.isEnabled == true)
        #expect(module.environments == [.staging])
        #expect(module.options == ["retries": 3])
        #expect(module.startTimeout == .seconds(2) && module.stopTimeout == .milliseconds(500))
        #expect(module.initializesConcurrently == true)
        #expect(read.modules.last?.initializesConcurrently == nil)
        #expect(
            module.needs?.map(\.dependency) == [
                .named("cart"), .named("HomeModule", optional: true),
                .service((any PriceService).self, optional: true),
            ]
        )
        #expect(module.needs?[1].origin.keyPath?.description == "moduleClasses[0].needs[1]")
        #expect(read.values == ["a": ["b": 1]])
        let context = read.completing(HiveOptions()).context
        #expect(context.name == "Shop")
        #expect(context.key == "k1")
        #expect(context.environment == .staging)
        #expect(try read.bootOrder() == ["cart", "ShopModule"])
        #expect(try read.bootOrder(HiveContext(environment: .production)) == ["cart"])
    }

    @Test func timeoutsBeyondReasonAreErrors() async throws {
        for seconds in [0, -1, 1e300, .real(-0.0), 1e-30, "2"] as [ConfigurationValue] {
            let read = try await configuration(
                modules: modules(["moduleClass": "HomeModule", "startTimeout": seconds])
            )
            #expect(read.errors.count == 1, "\(seconds)")
        }
    }

    // C14, C43
    @Test func initializingConcurrentlyIsAFlag() async throws {
        let entry: ConfigurationValue = ["moduleClass": "HomeModule", "initializesConcurrently": "concurrent"]
        let read = try await configuration(modules: modules(entry))
        let problem = try #require(read.problems.errors.first)
        #expect(problem.code == .invalidValue)
        #expect(problem.origin?.keyPath?.description == "moduleClasses[0].initializesConcurrently")
        #expect(problem.message == #"Expected a boolean, found the string "concurrent"."#)
        #expect(problem.remedy == "Write <true/> or <false/>.")
    }

    // C14, C17: what the property list says wins over the code, and what it leaves out stays.
    @Test(arguments: [false, true])
    func initializingConcurrentlyWinsOverTheCode(_ flag: Bool) async throws {
        let read = try await configuration(
            modules: modules(
                ["moduleClass": "HomeModule", "initializesConcurrently": .boolean(flag)],
                ["moduleClass": "CartModule"]
            )
        )
        #expect(read.errors == [])
        let hive = try Hive(read, options: HiveOptions(clock: ManualClock()))
        let flags = hive.modules.descriptors.map { "\($0.name) \($0.initializesConcurrently)" }
        #expect(Set(flags) == ["HomeModule \(flag)", "cart \(CartModule.manifest.initializesConcurrently ?? false)"])
    }

    // C43
    @Test func misspeltFlagIsAnUnknownKey() async throws {
        let entry: ConfigurationValue = ["moduleClass": "HomeModule", "initialisesConcurrently": true]
        let read = try await configuration(modules: modules(entry))
        #expect(read.errors.count == 1)
        #expect(read.problems.errors.first?.remedy == #"Did you mean "initializesConcurrently"?"#)
    }

    @Test func dependenciesMayNameAClassAsThePropertyListDoes() async throws {
        let read = try await configuration(
            modules: modules(
                ["moduleClass": "HomeModule", "needs": ["CartModule"]],
                ["moduleClass": "CartModule"]
            ),
            services: [["service": "PriceService", "impl": "MemoryPrices", "module": "CartModule"]]
        )
        #expect(try read.bootOrder() == ["cart", "HomeModule"])
        #expect(read.services.map(\.module) == ["cart"])
        let short = try await configuration(
            modules: modules(
                ["moduleClass": "HomeModule", "needs": ["CartModule"]],
                ["moduleClass": "HiveConfigTests.CartModule"]
            )
        )
        #expect(try short.bootOrder() == ["cart", "HomeModule"])
        let ambiguous = try await configuration(
            modules: modules(
                ["moduleClass": "HomeModule", "needs": ["TwinModule", "otherTwin"]],
                ["moduleClass": "Twins.TwinModule"],
                ["moduleClass": "OtherTwins.TwinModule"]
            )
        )
        // A module's own name wins over a class name.
        #expect(try ambiguous.bootOrder() == ["TwinModule", "otherTwin", "HomeModule"])
    }

    @Test func doubtfulEnvironmentsAreWarnings() async throws {
        let read = try await configuration(
            modules: modules(["moduleClass": "HomeModule", "environments": ["prod", "Staging", "canary", "test"]]),
            catalogue: HiveCatalogue(modules: [HomeModule.self])
        )
        #expect(read.errors == [])
        #expect(read.warnings.map { $0.origin?.keyPath?.components.last } == [.index(0), .index(1)])
        #expect(try Hive(read, options: HiveOptions(clock: ManualClock())).verify() == read.warnings)
    }

    // C21
    @Test func laterFilesWinKeyByKey() async throws {
        let read = try await configuration(
            modules: [
                "values": ["a": 1, "b": ["c": 2, "d": 3]], "environment": "test",
                "moduleClasses": [
                    ["moduleClass": "ShopModule", "modulePriority": 4, "options": ["retries": 1, "host": "a"]]
                ],
            ],
            [
                "values": ["b": ["c": "x"]], "applicationName": "Shop",
                "moduleClasses": [["moduleClass": "ShopModule", "moduleLevel": 7, "options": ["host": 5]]],
            ],
            ["environment": "production"],
            services: [["service": "PriceService", "impl": "MemoryPrices", "ranking": 3, "scope": "transient"]],
            [
                ["service": "PriceService", "impl": "OtherPrices", "ranking": 4],
                ["service": "StockService", "impl": "Warehouse"],
            ]
        )
        #expect(read.errors == [])
        #expect(read.values == ["a": 1, "b": ["c": "x", "d": 3]])
        #expect(read.environment == .production)
        #expect(read.services.count == 2)
        #expect("\(read.services[0].implementation)" == "OtherPrices")
        #expect(read.services[0].ranking == 4)
        #expect(read.services[0].scope == .transient)
        #expect(read.services[0].overridden.count == 1)

        let hive = try Hive(read, options: HiveOptions(clock: ManualClock()))
        let shop = try #require(hive.modules.descriptors.first)
        #expect(shop.level == 7)
        #expect(shop.priority == 4)
        #expect(shop.origins.count == 2)
        // The wrong option is the second file's.
        let problem = try #require(hive.verify().errors.first)
        #expect(problem.origin?.file.hasSuffix("/modules1.plist") == true)
        #expect(problem.origin?.keyPath?.description == "moduleClasses[0].options.host")
        #expect(hive.context.values.origin(of: "b.c")?.contains("modules1.plist") == true)
        #expect(hive.context.values.origin(of: "b.d")?.contains("modules0.plist") == true)
    }

    @Test func whatCodeMayStillPutRightIsLeftToVerify() async throws {
        let wrong: ConfigurationValue = ["moduleClass": "HomeModule", "needs": ["cart"]]
        let catalogue = HiveCatalogue(modules: [HomeModule.self])
        let hive = try Hive(
            try await configuration(modules: modules(wrong), catalogue: catalogue),
            options: HiveOptions(clock: ManualClock())
        )
        #expect(hive.verify().map(\.code) == [.unknownDependency])
        try hive.modules.register(CartModule.self)
        #expect(hive.verify() == [])

        let broken = try await configuration(modules: modules(wrong, ["moduleClass": "CartModule", "x": 1]))
        let error = #expect(throws: HiveError.self) { try Hive(broken, options: HiveOptions(clock: ManualClock())) }
        #expect(error?.problems.map(\.code) == [.unknownKey])
        let other = try await configuration(modules: modules(wrong, ["moduleClass": "ShopModule", "x": 1]))
        let warned = #expect(throws: HiveError.self) { try Hive(other, options: HiveOptions(clock: ManualClock())) }
        #expect(warned?.problems.map(\.severity) == [.warning, .error])
    }

    // C43: what is doubtful about names that are right says nothing about what is wrong.
    @Test func nothingIsDoubtfulBesideAFailure() async throws {
        let service: ConfigurationValue = ["service": "PriceService", "impl": "FlatPrices"]
        let well = try await configuration(services: [service])
        let warning = try #require(well.warnings.first { $0.code == .notSendable })
        #expect(warning.remedy?.contains("HiveConfigPlugin makes one of what the files") == true)
        let wrong = try await configuration(services: [service, ["service": "StockService", "impl": "Nothing"]])
        #expect(wrong.errors.count == 1)
        #expect(wrong.warnings == [])
    }

    // C43
    @Test func aKnownKeyHasItsOwnSpelling() async throws {
        let read = try await configuration(modules: ["moduleClasses": [], "application\u{212A}ey": "x"])
        let message = #"The key "application\u{212A}ey" is not "applicationKey": it has other characters."#
        #expect(read.problems.map(\.message) == [message])
    }

    // C43
    @Test func twoFilesSpellAKeyInOneWay() async throws {
        let read = try await configuration(
            modules: ["moduleClasses": [], "values": ["caf\u{E9}": 1]],
            ["values": ["cafe\u{301}": 2]]
        )
        #expect(read.errors.count == 1)
        #expect(read.errors.first?.contains(#"The key "cafe\u{301}" means the same as "caf\u{E9}" in "#) == true)
    }

    // C43
    @Test func swappedFilesAreSaidToBe() async throws {
        let service: ConfigurationValue = ["service": "PriceService", "impl": "FlatPrices"]
        let read = try await configuration(modules: [service], services: modules(["moduleClass": "ShopModule"]))
        #expect(
            read.errors
                == [
                    "invalidValue -: The file has the form of services.plist: it lists services.",
                    "invalidValue -: The file has the form of modules.plist: it lists modules.",
                ].map { $0.replacing("-:", with: "(root):") }
        )
    }

    // C44
    @Test func aFileInPlaceOfTheFolderIsRefused() async throws {
        try await withFiles(["modules.plist": xml(plist(modules()))]) { folder in
            let read = HiveConfiguration(contentsOf: folder + "/modules.plist")
            #expect(read.problems.count == 1)
            #expect(
                read.problems.first?.message.hasSuffix("modules.plist\" is a file, and the configuration a folder.")
                    == true
            )
            #expect(read.problems.first?.remedy == "Give the folder that it is in.")
        }
    }

    // C43
    @Test func aFolderThatIsNearlyTheOneOfDropInsIsReported() async throws {
        try await withFiles([
            "modules.plist": xml(plist(modules())), "services.plist": xml("<array/>"),
        ]) { folder in
            try FileManager.default.createDirectory(atPath: folder + "/hive.d", withIntermediateDirectories: false)
            let read = HiveConfiguration(contentsOf: folder)
            #expect(read.problems.map(\.message) == ["The folder \"hive.d\" is not read: drop-ins are in \"Hive.d\"."])
            #expect(read.problems.map(\.severity) == [.warning])
        }
    }
}
