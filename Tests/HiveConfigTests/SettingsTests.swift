// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

@testable import HiveConfig

@Suite(.timeLimit(.minutes(5)))
struct SettingsTests {
    /// The settings as text, with the last part of each file's path.
    private func lines(_ read: HiveConfiguration) -> [String] {
        read.settings.map { setting in
            let places = [setting.winner] + setting.hidden
            let shown = places.map { place in
                "\(place.value) \(place.origin.file.split(separator: "/").last ?? ""): \(place.origin.keyPath?.description ?? "")"
            }
            return "\(setting.subject): \(setting.key): \(shown.joined(separator: " < "))"
        }
    }

    @Test func entriesThatNameNothingAreNoSettings() async throws {
        let read = try await configuration(modules: ["moduleClasses": [["moduleClass": "Nobody", "modulePriority": 1]]])
        #expect(!read.errors.isEmpty)
        #expect(read.settings == [])
        #expect(HiveConfiguration(modules: [], services: []).settings == [])
    }

    @Test func everyValueKnowsItsOriginAndWhatItHides() async throws {
        let read = try await configuration(
            modules: [
                "applicationName": "A", "values": ["db": ["host": "a", "port": 1], "x": ["y": 1]],
                "moduleClasses": [
                    ["moduleClass": "ShopModule", "modulePriority": 1, "options": ["retries": 1, "host": "a"]],
                    ["moduleClass": "cart", "needs": ["HomeModule"], "startTimeout": 2],
                ],
            ],
            [
                "applicationName": "B", "values": ["db": ["port": 2], "x": 7],
                "moduleClasses": [["moduleClass": "ShopModule", "modulePriority": 2, "options": ["host": "b"]]],
            ],
            services: [["service": "PriceService", "impl": "MemoryPrices", "ranking": 1]],
            ["PriceService": "OtherPrices"],
            catalogue: HiveCatalogue(modules: [CartModule.self])
        )
        #expect(read.errors == [])
        let expected = [
            #"application: applicationName: "B" modules1.plist: applicationName < "A" modules0.plist: applicationName"#,
            #"application: values.db.host: "a" modules0.plist: values.db.host"#,
            "application: values.db.port: 2 modules1.plist: values.db.port < 1 modules0.plist: values.db.port",
            #"application: values.x: 7 modules1.plist: values.x < ["y": 1] modules0.plist: values.x"#,
            """
            module ShopModule: moduleClass: "ShopModule" modules1.plist: moduleClasses[0].moduleClass < \
            "ShopModule" modules0.plist: moduleClasses[0].moduleClass
            """,
            """
            module ShopModule: priority: 2 modules1.plist: moduleClasses[0].modulePriority < \
            1 modules0.plist: moduleClasses[0].modulePriority
            """,
            """
            module ShopModule: options.host: "b" modules1.plist: moduleClasses[0].options.host < \
            "a" modules0.plist: moduleClasses[0].options.host
            """,
            "module ShopModule: options.retries: 1 modules0.plist: moduleClasses[0].options.retries",
            #"module cart: moduleClass: "cart" modules0.plist: moduleClasses[1].moduleClass"#,
            #"module cart: needs: ["HomeModule"] modules0.plist: moduleClasses[1].needs"#,
            "module cart: startTimeout: 2 modules0.plist: moduleClasses[1].startTimeout",
            """
            service HiveConfigTests.PriceService: impl: "OtherPrices" services1.plist: PriceService < \
            "MemoryPrices" services0.plist: [0].impl
            """,
            "service HiveConfigTests.PriceService: ranking: 1 services0.plist: [0].ranking",
            #"service HiveConfigTests.PriceService: service: "PriceService" services0.plist: [0].service"#,
        ]
        #expect(lines(read) == expected)
        let first = try #require(read.settings.first)
        #expect(first.value == "B")
        #expect(first.origin.line != nil)
        #expect(first.description.contains(", hides "))
    }

    @Test func dictionaryThatTakesThePlaceOfAValueHidesIt() async throws {
        let read = try await configuration(
            modules: ["moduleClasses": [], "values": ["x": 7]],
            ["values": ["x": ["y": 1]]]
        )
        #expect(lines(read) == ["application: values.x.y: 1 modules1.plist: values.x.y < 7 modules0.plist: values.x"])
    }

    /// What settings say is what counts: put together again they are the merged values.
    @Test func settingsAreWhatCounts() async throws {
        let trees: [ConfigurationValue] = [
            ["a": ["b": 1, "c": ["d": 2]], "e": 3], ["a": ["c": 4], "e": ["f": 5]], ["a": ["c": ["g": 6]]],
        ]
        for tree in trees + [["a": ["c": [:]]]] {
            let files = [trees[0], trees[1], trees[2], tree].map { ConfigurationValue.dictionary(["values": $0]) }
            let read = try await configuration(modules: ["moduleClasses": []], files[0], files[1], files[2], files[3])
            let together = read.settings.reduce(into: ConfigurationValue.dictionary([:])) { value, setting in
                let nested = setting.key.components.reversed().reduce(setting.value) { inner, step in
                    guard case .key(let key) = step else { return inner }
                    return .dictionary([key: inner])
                }
                value.merge(nested)
            }
            #expect(together == ["values": read.values])
        }
    }
}
