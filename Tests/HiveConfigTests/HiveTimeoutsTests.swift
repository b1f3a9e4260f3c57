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

/// The hive's timeouts in property lists (C6, C55).
@Suite(.timeLimit(.minutes(5)))
struct HiveTimeoutsTests {
    private func times(_ timeouts: HiveTimeouts) -> [Duration?] {
        [HiveTimeouts.Name.start, .stop, .wholeStart, .wholeStop, .grace, .health].map { timeouts[$0] }
    }

    private func list(_ timeouts: ConfigurationValue) -> ConfigurationValue {
        ["moduleClasses": [["moduleClass": "ShopModule"]], "timeouts": timeouts]
    }

    // C43
    @Test(
        arguments: [
            (["strat": 1], "timeouts.strat", "Did you mean \"start\"?"), (["start": 0], "timeouts.start", nil),
            (["start": "30"], "timeouts.start", nil), (["grace": -1.5], "timeouts.grace", nil),
            (["wholeStop": true], "timeouts.wholeStop", nil),
            (["drainDelay": -1], "timeouts.drainDelay", nil), (7, "timeouts", "Write a dictionary."),
        ] as [(ConfigurationValue, String, String?)]
    )
    func whatIsNoTimeoutIsAnErrorAtItsPlace(timeouts: ConfigurationValue, place: String, remedy: String?) async throws {
        let read = try await configuration(modules: list(timeouts))
        let problem = try #require(read.problems.errors.first)
        #expect(read.problems.errors.count == 1)
        #expect(problem.origin?.keyPath?.description == place)
        #expect(problem.origin?.line != nil)
        if let remedy { #expect(problem.remedy == remedy) }
        #expect(throws: HiveError.self) { try Hive(read, options: HiveOptions(clock: ManualClock())) }
    }

    // C43
    @Test func misspeltKeyOfTheRootIsExplained() async throws {
        let read = try await configuration(modules: ["moduleClasses": [], "timeout": ["start": 1]])
        #expect(read.problems.errors.map(\.remedy) == ["Did you mean \"timeouts\"?"])
    }

    @Test func laterFilesWinKeyByKeyAndCodeOverAll() async throws {
        let base = list(["start": 4, "stop": 0.5, "wholeStart": 60, "grace": 3, "health": 2])
        let later: ConfigurationValue = ["timeouts": ["start": 5, "wholeStop": 20]]
        let read = try await configuration(modules: base, later)
        #expect(read.problems.errors == [])
        let plain = read.completing(HiveOptions()).timeouts
        #expect(
            times(plain) == [.seconds(5), .milliseconds(500), .seconds(60), .seconds(20), .seconds(3), .seconds(2)]
        )
        // A timeout that code states counts also where it is what it would be without any statement, or none at all.
        let stated = HiveTimeouts(start: .seconds(30), wholeStart: nil, grace: .seconds(1))
        let completed = read.completing(HiveOptions(timeouts: stated)).timeouts
        #expect(times(completed) == [.seconds(30), .milliseconds(500), nil, .seconds(20), .seconds(1), .seconds(2)])
        // Without any statement.
        let silent = try await configuration(modules: ["moduleClasses": []])
        #expect(
            times(silent.completing(HiveOptions()).timeouts)
                == [.seconds(30), .seconds(10), nil, nil, .seconds(1), .milliseconds(500)]
        )
        let hive = try Hive(read, options: HiveOptions(clock: ManualClock()))
        #expect(hive.startPlan().worstCase == .seconds(15))
    }

    @Test func settingsShowEachWithItsPlaces() async throws {
        let read = try await configuration(modules: list(["start": 4, "grace": 3]), ["timeouts": ["start": 5]])
        let shown = read.settings.filter { $0.subject == .application }.map { setting in
            "\(setting.key) = \(setting.value), hides \(setting.hidden.map(\.origin.keyPath?.description))"
        }
        #expect(
            shown.sorted() == [
                "timeouts.grace = 3, hides []", "timeouts.start = 5, hides [Optional(\"timeouts.start\")]",
            ]
        )
    }

    @Test func overlaysDropInsAndWhatWasBuiltInCarryThem() async throws {
        let files: [(path: String, tree: ConfigurationValue)] = [
            ("modules.plist", ["moduleClasses": [], "timeouts": ["start": 4, "stop": 2]]), ("services.plist", []),
            ("modules.test.plist", ["timeouts": ["stop": 3]]), ("Hive.d/a.plist", ["timeouts": ["grace": 6]]),
        ]
        let texts = files.map { ($0.path, Data(xml(plist($0.tree))).base64EncodedString()) }
        let compiled = CompiledConfiguration(folder: "Config", files: texts, catalogue: HiveCatalogue())
        let options = HiveOptions(context: HiveContext(environment: .test), clock: ManualClock())
        let read = HiveConfiguration(compiled, options: options)
        #expect(read.problems == [])
        #expect(
            times(read.completing(options).timeouts) == [
                .seconds(4), .seconds(3), nil, nil, .seconds(6), .milliseconds(500),
            ]
        )
    }
}
