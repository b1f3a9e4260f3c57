// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@testable import HiveConfig

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite(.timeLimit(.minutes(5)))
struct CompiledConfigurationTests {
    private let catalogue = HiveCatalogue(
        modules: ["Shop": ShopModule.self, "Home": HomeModule.self],
        services: ["Prices": (any PriceService).self],
        implementations: ["Memory": MemoryPrices.self, "Other": OtherPrices.self]
    )

    private func compiled(_ files: [String: ConfigurationValue], folder: String = "Config") -> CompiledConfiguration {
        let texts = files.map { ($0.key, Data(xml(plist($0.value))).base64EncodedString()) }
        return CompiledConfiguration(folder: folder, files: texts, catalogue: catalogue)
    }

    // C44
    @Test func aFileThatTheBuildLeftOutIsAnError() {
        let read = HiveConfiguration(compiled(["modules.plist": modules()]))
        #expect(read.problems.map(\.code) == [.fileNotReadable])
        #expect(read.problems.first?.origin?.file == "Config/services.plist")
        #expect(read.problems.first?.message == "The program was built without \"Config/services.plist\".")
    }

    // C43
    @Test func textThatIsNoBase64IsAnError() {
        let files = [("modules.plist", "<plist>"), ("services.plist", Data(xml("<array/>")).base64EncodedString())]
        let read = HiveConfiguration(CompiledConfiguration(folder: "", files: files, catalogue: catalogue))
        #expect(read.problems.map(\.code) == [.invalidPropertyList])
        #expect(read.problems.first?.origin?.file == "modules.plist")
    }

    // C43
    @Test func problemsHaveTheLineOfTheFile() throws {
        let files: [String: ConfigurationValue] = [
            "modules.plist": modules(["moduleClass": "Shop", "enabled": 3]), "services.plist": [],
        ]
        let problem = try #require(HiveConfiguration(compiled(files)).problems.first)
        #expect(problem.origin?.description.hasPrefix("Config/modules.plist:") == true)
        #expect(problem.origin?.keyPath?.description == "moduleClasses[0].enabled")
        #expect(problem.code == .invalidValue)
    }

    // C17
    @Test func overlaysOfTheEnvironmentAndDropInsCount() throws {
        let configuration = compiled([
            "modules.plist": modules(["moduleClass": "Shop", "modulePriority": 1], ["moduleClass": "Home"]),
            "modules.production.plist": modules(["moduleClass": "Shop", "modulePriority": 2]),
            "modules.test.plist": modules(["moduleClass": "Shop", "modulePriority": 3]),
            "services.plist": [["service": "Prices", "impl": "Memory"]],
            "services.production.plist": [["service": "Prices", "impl": "Other"]],
            "Hive.d/50-home.plist": modules(["moduleClass": "Home", "modulePriority": 7]),
        ])
        func priorities(_ environment: HiveEnvironment?) throws -> [Int] {
            try Hive(
                configuration,
                options: HiveOptions(context: HiveContext(environment: environment), clock: ManualClock())
            ).modules
                .descriptors.map(\.priority)
                .sorted()
        }
        #expect(try priorities(nil) == [1, 7])
        #expect(try priorities(.production) == [2, 7])
        #expect(try priorities(.test) == [3, 7])

        let read = HiveConfiguration(configuration, environment: .production)
        #expect(read.services.map { ObjectIdentifier($0.implementation.type) } == [ObjectIdentifier(OtherPrices.self)])
        #expect(read.services.first?.overridden.map(\.file) == ["Config/services.plist"])
    }

    // C42
    @Test func aFolderWithoutNameIsTheProgramsOwn() throws {
        let files: [String: ConfigurationValue] = [
            "modules.plist": modules(["moduleClass": "Shop"]), "services.plist": [],
            "Hive.d/a.plist": modules(["moduleClass": "Home"]),
        ]
        let read = HiveConfiguration(compiled(files, folder: ""))
        #expect(read.problems.isEmpty)
        #expect(read.modules.map(\.origin.file) == ["modules.plist", "Hive.d/a.plist"])
    }

    // C46
    @Test func oneConfigurationMakesManyHives() async throws {
        let files: [String: ConfigurationValue] = [
            "modules.plist": modules(["moduleClass": "Shop"]),
            "services.plist": [["service": "Prices", "impl": "Memory"]],
        ]
        let configuration = compiled(files)
        for _ in 0..<2 {
            let hive = try Hive(configuration, options: HiveOptions(clock: ManualClock()))
            try await hive.start()
            #expect(try hive.services.service((any PriceService).self) is MemoryPrices)
            try await hive.stop()
        }
    }
}
