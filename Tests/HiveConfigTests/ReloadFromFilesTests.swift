// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveReports
import HiveTestKit
import Synchronization
import Testing

@testable import HiveConfig

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite(.timeLimit(.minutes(5)))
struct ReloadFromFilesTests {
    actor TunedModule: ReconfigurableModule {
        typealias Options = ShopOptions
        static let manifest = ModuleManifest()
        private(set) var retries: [Int] = []
        init() {}
        func initialize(_ context: ModuleContext) async throws { try take(context) }
        func reconfigure(_ context: ModuleContext) async throws { try take(context) }
        private func take(_ context: ModuleContext) throws {
            retries.append(try context.options(as: ShopOptions.self).retries ?? 0)
        }
    }

    private let tuned = "HiveConfigTests.ReloadFromFilesTests.TunedModule"

    private func tree(retries: Int, _ more: [String: ConfigurationValue] = [:]) -> ConfigurationValue {
        let entry: ConfigurationValue = ["moduleClass": .string(tuned), "options": ["retries": .integer(retries)]]
        return .dictionary(more.merging(["moduleClasses": [entry]]) { $1 })
    }

    private func write(_ tree: ConfigurationValue, _ path: String) throws {
        try Data(xml(plist(tree))).write(to: URL(filePath: path))
    }

    private func retries(_ hive: Hive) async -> [Int] { await hive.modules.module(TunedModule.self)?.retries ?? [] }

    /// Runs a hive from a folder with one module.
    private func withHive(
        _ first: ConfigurationValue,
        context: HiveContext = HiveContext(),
        _ body: (Hive, String) async throws -> Void
    ) async throws {
        try await withFiles(["modules.plist": xml(plist(first)), "services.plist": xml("<array/>")]) { folder in
            let hive = try Hive(
                contentsOf: folder,
                defaultModules: ["HiveConfigTests"],
                options: HiveOptions(context: context, clock: ManualClock())
            )
            try await hive.start()
            try await body(hive, folder)
            try await hive.stop()
        }
    }

    // C43 C44
    @Test func filesThatAreWrongByNowChangeNothing() async throws {
        try await withHive(tree(retries: 1)) { hive, folder in
            try write(
                ["moduleClasses": [["moduleClass": "Nobody"], ["moduleClass": .string(tuned), "x": 1]]],
                "\(folder)/modules.plist"
            )
            var error = await #expect(throws: HiveError.self) { try await hive.reload() }
            #expect(error?.code == .invalidConfiguration)
            #expect(
                error?.message
                    == "The configuration cannot be used, and nothing was changed: 2 things are wrong with it."
            )
            try FileManager.default.removeItem(atPath: "\(folder)/modules.plist")
            error = await #expect(throws: HiveError.self) { try await hive.reload() }
            #expect(error?.problems.errors.map(\.code) == [.fileNotReadable])
            #expect(hive.modules.running == ["TunedModule"])
            #expect(await retries(hive) == [1])
        }
    }

    @Test func hiveThatCameFromNoFilesHasNothingToReadAgain() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try await hive.start()
        let error = await #expect(throws: HiveError.self) { try await hive.reload() }
        #expect(error?.code == .invalidState)
        let report = try await hive.reload(HiveConfiguration(modules: [], services: []))
        #expect(report?.changes == [])
        try await hive.stop()
    }

    @Test func filesAreReadAgainWithNewDropIns() async throws {
        try await withHive(tree(retries: 1)) { hive, folder in
            #expect(try await hive.reload()?.summary == "nothing has changed")
            try write(tree(retries: 2), "\(folder)/modules.plist")
            let report = try await hive.reload()
            #expect(report?.changes.map(\.kind) == [.options])
            #expect(report?.changes.first?.origin?.file == "\(folder)/modules.plist")
            try FileManager.default.createDirectory(atPath: "\(folder)/Hive.d", withIntermediateDirectories: true)
            try write(
                [
                    "moduleClasses": [["moduleClass": "ShopModule"]],
                    "services": [["service": "PriceService", "impl": "FlatPrices"]],
                ],
                "\(folder)/Hive.d/a.plist"
            )
            let more = try await hive.reload()
            #expect(more?.changes.map(\.kind) == [.moduleAdded, .serviceAdded])
            #expect(try hive.services.service((any PriceService).self).price() == 5)
            #expect(await retries(hive) == [1, 2])
            #expect(hive.modules.descriptors.map(\.name).contains("ShopModule"))
        }
    }

    @Test func environmentOfTheFirstReadingStays() async throws {
        try await withHive(tree(retries: 1, ["environment": "staging"])) { hive, folder in
            try write(tree(retries: 2), "\(folder)/modules.staging.plist")
            try write(tree(retries: 3), "\(folder)/modules.production.plist")
            try write(tree(retries: 1, ["environment": "production"]), "\(folder)/modules.plist")
            let report = try await hive.reload()
            #expect(report?.deferred.map(\.subject) == ["environment"])
            #expect(await retries(hive) == [1, 2])
        }
        // Where no overlay was chosen, none is later.
        try await withHive(tree(retries: 1)) { hive, folder in
            try write(tree(retries: 3), "\(folder)/modules.production.plist")
            try write(tree(retries: 1, ["environment": "production"]), "\(folder)/modules.plist")
            #expect(try await hive.reload()?.changes.map(\.subject) == ["environment"])
            #expect(await retries(hive) == [1])
        }
    }

    // C6
    @Test func timeoutsOfTheHiveWaitForTheNextStart() async throws {
        try await withHive(tree(retries: 1, ["timeouts": ["start": 4]])) { hive, folder in
            try write(tree(retries: 1, ["timeouts": ["start": 0]]), "\(folder)/modules.plist")
            let error = await #expect(throws: HiveError.self) { try await hive.reload() }
            #expect(error?.problems.errors.map(\.origin?.keyPath?.description) == ["timeouts.start"])
            try write(tree(retries: 1, ["timeouts": ["start": 5, "grace": 2]]), "\(folder)/modules.plist")
            let deferred = try #require(try await hive.reload()).deferred
            #expect(deferred.map(\.subject).sorted() == ["timeouts.grace", "timeouts.start"])
            #expect(deferred.first?.deferral == "a hive's timeouts are fixed when a hive is made")
            #expect(hive.startPlan().worstCase == .seconds(12))
        }
    }

    @Test func valuesOfTheApplicationWaitForTheNextStart() async throws {
        try await withHive(tree(retries: 1, ["values": ["a": 1, "b": ["c": 2]], "applicationName": "A"])) {
            hive,
            folder in
            try write(
                tree(retries: 1, ["values": ["b": ["c": 3, "d": 4]], "applicationName": "A"]),
                "\(folder)/modules.plist"
            )
            for _ in 0..<2 {
                let report = try await hive.reload()
                #expect(report?.deferred.map(\.subject) == ["values.b.c", "values.b.d", "values.a"])
            }
            #expect(try hive.context.values.value("b.c", as: Int.self) == 2)
        }
    }
}
