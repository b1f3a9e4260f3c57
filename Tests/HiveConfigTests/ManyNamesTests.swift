// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

@testable import HiveConfig
@testable import HivePropertyList

private func module(_ name: String) -> ConfigurationValue { ["moduleClass": .string(name)] }

private func list(_ modules: [ConfigurationValue]) -> ConfigurationValue { ["moduleClasses": .array(modules)] }

private func service(_ name: String, ranking: Int) -> ConfigurationValue {
    ["service": "PriceService", "impl": "MemoryPrices", "name": .string(name), "ranking": .integer(ranking)]
}

private let catalogue = HiveCatalogue(
    modules: [ShopModule.self],
    services: [(any PriceService).self],
    implementations: [MemoryPrices.self]
)

/// What property lists cost that name far more than any program has.
@Suite(.timeLimit(.minutes(5)))
struct ManyNamesTests {
    // C61: each candidate is a search through every type of the program.
    @Test(arguments: ["A.B", "A.B.C", "A.B.C.D", "A.B.C.D.E"])
    func aNameCostsFourSearchesHoweverDeepItIs(name: String) {
        #expect(TypeName(name)?.candidates().count == 4)
        #expect(TypeName(name)?.candidates(protocolFirst: true).count == 4)
    }

    // C61
    @Test func beyondABoundNamesThatLeadNowhereAreReportedTogether() async throws {
        let names = (0..<160).map { module("Nowhere\($0).A.B.C.D") }
        let read = try await configuration(
            modules: list(Array(names[..<80])),
            list(Array(names[80...]))
        )
        #expect(read.errors.count == 101)
        #expect(read.errors[99].contains("There is no class Nowhere99.A.B.C.D"))
        let last = try #require(read.problems.errors.last)
        #expect(last.message == "100 names lead to no type, so 60 others were not looked up, this one first.")
        #expect(last.origin?.file.hasSuffix("modules1.plist") == true)
        #expect(last.origin?.keyPath?.description == "moduleClasses[20].moduleClass")
        #expect(read.unresolved.missing.contains(.modules))
    }

    // C42 C61: the bound is on searches; what the catalogue has costs none.
    @Test func beyondTheBoundTheCatalogueIsStillAsked() async throws {
        let names = (0..<101).map { module("Nowhere\($0).A") }
        let read = try await configuration(
            modules: list(Array(names[..<80])),
            list(names[80...] + [module("ShopModule")]),
            catalogue: catalogue
        )
        #expect(read.resolutions.map(\.name) == ["ShopModule"])
        #expect(read.errors.count == 101)
    }

    // C43: one name that is wrong in many places is one name, and each place is reported.
    @Test func eachPlaceOfOneNameIsReported() async throws {
        let names = Array(repeating: module("Nowhere.A"), count: 90)
        let read = try await configuration(
            modules: list(names),
            list(names)
        )
        #expect(read.errors.count == 180)
        #expect(Set(read.problems.errors.map(\.message)).count == 1)
    }

    // C17 C21
    @Test func aServiceInManyFilesRemembersAllOfThem() async throws {
        let read = try await configuration(
            services: [service("a", ranking: 1), service("b", ranking: 1)],
            [service("b", ranking: 2)],
            [service("b", ranking: 3), service("c", ranking: 3)],
            [service("c", ranking: 4), service("c", ranking: 5)],
            catalogue: catalogue
        )
        #expect(read.services.map(\.name) == ["a", "b", "c"])
        #expect(read.services.map(\.ranking) == [1, 3, 4])
        let lines = read.services.map { $0.overridden.map { $0.file.suffix(15) } }
        #expect(lines == [[], ["services1.plist", "services0.plist"], ["services2.plist"]])
        #expect(read.errors.count == 1)
        #expect(read.errors[0].contains(#"PriceService "c" is listed twice"#), "\(read.errors)")
    }

    // C21, C43: as with a modules file that is read twice.
    @Test func aServicesFileThatIsReadTwiceListsItsServicesTwice() async throws {
        let read = try await withFiles(["services.plist": xml(plist([service("a", ranking: 1)]))]) { folder in
            let file = "\(folder)/services.plist"
            return HiveConfiguration(
                modules: [],
                services: [file, file],
                catalogue: catalogue,
                defaultModules: ["HiveConfigTests"]
            )
        }
        #expect(read.errors.count == 1)
        #expect(read.errors.first?.contains(#"PriceService "a" is listed twice"#) == true, "\(read.errors)")
    }

    // C45: to compare a text that is full of combining marks takes quadratic time, hours for the longest one.
    @Test func absurdlyLongNamesAreRefused() async throws {
        let name = "a" + String(repeating: "\u{301}\u{316}", count: 500_000)
        let read = try await configuration(
            modules: modules(
                ["moduleClass": .string(name), "needs": [.string(name)], "environments": [.string(name)]]
            ),
            services: [
                ["service": "PriceService", "impl": .string(name), "name": .string(name), "module": .string(name)]
            ],
            catalogue: catalogue
        )
        #expect(read.errors.count == 6)
        #expect(read.errors.allSatisfy { $0.hasSuffix("The string is longer than 1024 bytes.") }, "\(read.errors)")
    }
}
