// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveReports
import HiveTestKit
import Testing

@testable import HiveConfig

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads a folder with these files; the base files are empty lists where they are not among them.
func folder(
    _ files: [String: ConfigurationValue],
    environment: HiveEnvironment? = nil,
    prepare: (String) throws -> Void = { _ in }
) async throws -> HiveConfiguration {
    let base: [String: ConfigurationValue] = ["modules.plist": ["moduleClasses": []], "services.plist": []]
    return try await withFiles([:]) { folder in
        try FileManager.default.createDirectory(atPath: "\(folder)/Hive.d", withIntermediateDirectories: true)
        for (name, tree) in base.merging(files, uniquingKeysWith: { $1 }) {
            try Data(xml(plist(tree))).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        try prepare(folder)
        return HiveConfiguration(contentsOf: folder, environment: environment, defaultModules: ["HiveConfigTests"])
    }
}

@Suite(.timeLimit(.minutes(5)))
struct OverlayTests {
    private func module(_ more: [String: ConfigurationValue] = [:]) -> ConfigurationValue {
        .dictionary(more.merging(["moduleClass": "ShopModule"]) { $1 })
    }

    @Test func nameOfAnEnvironmentNeverLeadsOutOfTheFolder() async throws {
        for name in ["../other", "a/b", "..", "", String(repeating: "x", count: 5000)] {
            let read = try await folder([:], environment: HiveEnvironment(name))
            let problem = try #require(read.problems.errors.first)
            #expect(read.problems.errors.count == 1)
            #expect(problem.code == .invalidValue)
            #expect(problem.message.utf8.count < 300)
            #expect(read.files.count == 2)
        }
        let wrong: ConfigurationValue = ["moduleClasses": [], "environment": "../other"]
        for file in ["modules.plist", "modules.test.plist", "Hive.d/a.plist"] {
            let read = try await folder([file: wrong], environment: file.contains("test") ? .test : nil)
            #expect(read.problems.errors.map(\.origin?.keyPath?.description) == ["environment"])
            #expect(read.problems.errors.first?.origin?.file.hasSuffix("/\(file)") == true)
            let text = "The environment \"../other\" holds something else than ASCII letters"
            #expect(read.problems.errors.first?.message.hasPrefix(text) == true)
            #expect(read.problems.errors.first?.remedy?.hasPrefix("Give it a name of letters, digits") == true)
            #expect(read.environment == (file.contains("test") ? .test : nil))
        }
    }

    // C54, C55: a hive never runs with the overlays of another environment.
    @Test func overlaysAreThoseOfTheHivesOwnEnvironment() async throws {
        let files: [String: ConfigurationValue] = [
            "modules.plist": ["moduleClasses": [module()]], "services.production.plist": [],
        ]
        let production = HiveContext.process(
            name: "S",
            prefix: "S",
            arguments: [],
            variables: ["S_ENVIRONMENT": "production"]
        )
        for environment in [nil, HiveEnvironment.test] {
            let read = try await folder(files, environment: environment)
            let error = #expect(throws: HiveError.self) {
                try Hive(read, options: HiveOptions(context: production, clock: ManualClock()))
            }
            let chosen = environment.map { "for \($0)" } ?? "without an environment"
            let text = """
                The hive runs in production, as S_ENVIRONMENT says, and its overlays were read \(chosen).
                """
            #expect(error?.problems.errors.map(\.message) == [text])
            #expect(error?.problems.errors.first?.remedy == "Give HiveConfiguration the context that the hive gets.")
            // Without overlays for the one or the other there is nothing to be wrong about.
            let other = try await folder(["modules.plist": ["moduleClasses": [module()]]], environment: environment)
            #expect(
                try Hive(other, options: HiveOptions(context: production, clock: ManualClock())).verify().errors == []
            )
        }
        // A reload is held to it as well.
        let read = try await folder(files, environment: .production)
        let hive = try Hive(read, options: HiveOptions(context: production, clock: ManualClock()))
        try await hive.start()
        let late = try await folder(files, environment: .test)
        let error = await #expect(throws: HiveError.self) { try await hive.reload(late) }
        #expect(error?.code == .invalidConfiguration)
        try await hive.stop()
    }

    // C54: whoever reads the files for an environment states it, and a file that says another one does not count.
    @Test func environmentThatWasStatedWins() async throws {
        let files: [String: ConfigurationValue] = [
            "modules.plist": ["moduleClasses": [module()], "environment": "production"],
            "modules.production.plist": ["moduleClasses": [module(["modulePriority": 9])]],
        ]
        let read = try await folder(files, environment: .development)
        let hive = try Hive(read, options: HiveOptions(clock: ManualClock()))
        #expect(hive.context.environment == .development)
        #expect(hive.modules.descriptors.map(\.priority) == [0])
        // The whole context may be given instead; one that states nothing leaves it to the file.
        let base = files.merging(["services.plist": []]) { first, _ in first }
        try await withFiles(base.mapValues { xml(plist($0)) }) { folder in
            for (context, priority) in [(HiveContext(), 9), (HiveContext(environment: .test), 0)] {
                let options = HiveOptions(
                    context: context,
                    timeouts: HiveTimeouts(start: .seconds(7)),
                    clock: ManualClock()
                )
                let read = HiveConfiguration(contentsOf: folder, defaultModules: ["HiveConfigTests"], options: options)
                let hive = try Hive(read, options: options)
                #expect(hive.modules.descriptors.map(\.priority) == [priority])
                #expect(hive.context.environment == (priority == 9 ? .production : .test))
                #expect(hive.startPlan().worstCase == .seconds(21))
            }
        }
    }

    @Test func nameOfAModulesEnvironmentIsChecked() async throws {
        let read = try await folder(["modules.plist": ["moduleClasses": [module(["environments": ["test", "a/b"]])]]])
        #expect(read.problems.errors.map(\.origin?.keyPath?.description) == ["moduleClasses[0].environments[1]"])
    }

    @Test func environmentWithADotHasOverlays() async throws {
        let files: [String: ConfigurationValue] = ["modules.eu.west.plist": ["applicationName": "Dotted"]]
        #expect(try await folder(files, environment: "eu.west").applicationName == "Dotted")
        #expect(try await folder(files, environment: "eu").applicationName == nil)
    }

    // C43: where the context states it, the error says what states it.
    @Test func whatStatesAWrongEnvironmentIsNamed() async throws {
        try await withFiles(["modules.plist": xml(plist(modules())), "services.plist": xml("<array/>")]) { folder in
            let variables = ["SHOP_ENVIRONMENT": "../../etc"]
            let contexts: [(HiveContext, String)] = [
                (
                    .process(name: "S", prefix: "SHOP", arguments: [], variables: variables),
                    "SHOP_ENVIRONMENT"
                ),
                (
                    .process(name: "S", prefix: "S", arguments: ["--environment=a/b"], variables: [:]),
                    "--environment"
                ),
                (HiveContext(environment: ".x"), "the context"),
            ]
            for (context, source) in contexts {
                let error = #expect(throws: HiveError.self) {
                    try Hive(contentsOf: folder, options: HiveOptions(context: context, clock: ManualClock()))
                }
                #expect(error?.problems.errors.count == 1)
                #expect(error?.problems.first?.message.contains(source) == true)
                let hive = Hive(HiveOptions(context: context, clock: ManualClock()))
                #expect(hive.verify().errors.map(\.message) == error?.problems.map(\.message))
                let later = try Hive(
                    HiveConfiguration(contentsOf: folder),
                    options: HiveOptions(context: context, clock: ManualClock())
                )
                #expect(later.verify().errors.count == 1)
            }
        }
    }

    @Test func overlayIsReadForItsEnvironmentOnly() async throws {
        let files: [String: ConfigurationValue] = [
            "modules.plist": [
                "moduleClasses": [module(["modulePriority": 1, "options": ["retries": 1, "host": "a"]])]
            ],
            "modules.staging.plist": ["moduleClasses": [module(["modulePriority": 2, "options": ["host": "b"]])]],
            "modules.test.plist": ["moduleClasses": [module(["modulePriority": 3])]],
            "services.plist": [["service": "PriceService", "impl": "MemoryPrices", "ranking": 4]],
            "services.staging.plist": [["service": "PriceService", "impl": "OtherPrices"]],
        ]
        for (environment, priority, host, ranked) in [
            (nil, 1, "a", "MemoryPrices"), ("staging", 2, "b", "OtherPrices"), ("test", 3, "a", "MemoryPrices"),
        ] as [(HiveEnvironment?, Int, ConfigurationValue, String)] {
            let read = try await folder(files, environment: environment)
            #expect(read.problems.errors == [])
            let hive = try Hive(
                read,
                options: HiveOptions(context: HiveContext(environment: environment), clock: ManualClock())
            )
            let descriptor = try #require(hive.modules.descriptors.first)
            #expect(descriptor.priority == priority)
            #expect(descriptor.options == ["retries": 1, "host": host])
            #expect("\(read.services[0].implementation)" == ranked)
            #expect(read.services[0].ranking == 4)
        }
    }

    // C17
    @Test func environmentComesFromTheContextOrElseFromTheFile() async throws {
        let files: [String: ConfigurationValue] = [
            "modules.plist": ["moduleClasses": [module()], "environment": "staging"],
            "modules.staging.plist": ["applicationName": "Staged"],
            "modules.test.plist": ["applicationName": "Tested"],
        ]
        let (staged, tested) = (try await folder(files), try await folder(files, environment: .test))
        #expect(staged.applicationName == "Staged")
        #expect(tested.applicationName == "Tested")
        try await withFiles(files.mapValues { xml(plist($0)) }.merging(["services.plist": xml("<array/>")]) { $1 }) {
            path in
            let contexts = try [HiveContext(), HiveContext(environment: .test)].map { context in
                try Hive(
                    contentsOf: path,
                    defaultModules: ["HiveConfigTests"],
                    options: HiveOptions(context: context, clock: ManualClock())
                )
                .context
            }
            #expect(contexts.map(\.name) == ["Staged", "Tested"])
            #expect(contexts.map(\.environment) == [.staging, .test])
        }
    }

    @Test(arguments: ["modules.staging.plist", "Hive.d/a.plist"])
    func laterFileCannotMakeAnotherEnvironment(name: String) async throws {
        let files: [String: ConfigurationValue] = [
            "modules.plist": ["moduleClasses": [], "environment": "staging"], name: ["environment": "production"],
        ]
        let read = try await folder(files)
        #expect(read.problems.errors.map(\.code) == [.invalidValue])
        #expect(read.problems.errors.first?.origin?.file.hasSuffix(name) == true)
        // Where the context says it, it wins anyway.
        #expect(try await folder(files, environment: .staging).problems == [])
        #expect(try await folder([name: ["environment": "staging"]], environment: .staging).problems == [])
    }

    @Test func misspeltOverlayIsDoubtful() async throws {
        let read = try await folder(["modules.prodution.plist": [:]], environment: .production)
        #expect(read.problems.errors == [])
        #expect(read.warnings.map(\.code) == [.fileNotReadable])
        #expect(read.warnings.first?.remedy?.contains("modules.prodution.plist") == true)
    }

    @Test func listOfModulesMayStandInTheOverlay() async throws {
        let files: [String: ConfigurationValue] = [
            "modules.plist": ["applicationName": "A"], "modules.test.plist": ["moduleClasses": [module()]],
        ]
        #expect(try await folder(files, environment: .test).problems.errors == [])
        #expect(try await folder(files).errors == ["invalidValue (root): The key \"moduleClasses\" is missing."])
    }
}
