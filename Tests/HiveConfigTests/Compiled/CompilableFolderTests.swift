// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

@testable import HiveConfig
@testable import HivePropertyList

@Suite(.timeLimit(.minutes(5)))
struct CompilableFolderTests {
    private func read(_ files: [String: ConfigurationValue]) async throws -> (folder: CompilableFolder, path: String) {
        var contents: [String: [UInt8]] = [:]
        for (name, tree) in files { contents[name] = xml(plist(tree)) }
        return try await withFiles(contents) { (CompilableFolder($0), $0) }
    }

    // C43
    @Test func whatIsWrongApartFromTheNamesIsReported() async throws {
        let (folder, _) = try await read([
            "modules.plist": modules(["moduleClass": "Nowhere", "modulePriorty": 1], ["moduleClass": "A B"]),
            "services.plist": [["service": "Nowhere", "scope": "sharde", "impl": "Nothing"], ["impl": 4]],
        ])
        let found = folder.problems.map { "\($0.code) \($0.origin?.keyPath?.description ?? "-")" }
        #expect(
            found == [
                "unknownKey moduleClasses[0].modulePriorty", "unknownClass moduleClasses[1].moduleClass",
                "invalidScope [0].scope", "invalidValue [1]", "invalidValue [1].impl",
            ]
        )
        #expect(folder.names.modules.map(\.text) == ["Nowhere"])
    }

    // C17
    @Test func entriesTwiceInOneFileAreErrorsAndInSeveralFilesAreNot() async throws {
        let (folder, path) = try await read([
            "modules.plist": modules(["moduleClass": "A"], ["moduleClass": "A"]),
            "modules.production.plist": modules(["moduleClass": "A"]),
            "services.plist": [
                ["service": "P", "impl": "I"], ["service": "P", "impl": "I", "name": "x"],
                ["service": "P", "impl": "J"],
            ],
            "services.test.plist": [["service": "P", "impl": "I"]],
        ])
        #expect(folder.problems.map(\.code) == [.duplicateModule, .duplicateService])
        #expect(folder.problems.map(\.origin?.file) == ["\(path)/modules.plist", "\(path)/services.plist"])
        #expect(folder.problems.map(\.origin?.keyPath?.description) == ["moduleClasses[1].moduleClass", "[2].service"])
    }

    @Test func everyEnvironmentsOverlaysAreRead() async throws {
        let (folder, path) = try await read([
            "modules.plist": modules(), "modules.b.plist": modules(), "modules.a.plist": modules(),
            "modules.not one.plist": modules(), "Info.plist": [:], "modules..plist": modules(),
            "Modules.x.plist": modules(),
            "services.plist": [], "services.b.plist": [],
        ])
        #expect(folder.problems.map(\.origin?.file) == ["\(path)/Modules.x.plist"])
        #expect(folder.problems.errors.isEmpty)
        let names = ["modules.plist", "modules.a.plist", "modules.b.plist", "services.plist", "services.b.plist"]
        #expect(folder.files.map(\.name) == names)
        #expect(folder.files.map(\.path) == names.map { "\(path)/\($0)" })
        #expect(folder.files[0].bytes == xml(plist(modules())))
    }

    @Test func everyNameIsKeptWithItsPlace() async throws {
        let (folder, _) = try await read([
            "modules.plist": modules([
                "moduleClass": "Shop.Trade.Module", "needs": ["cart", ["service": "Price"], ["module": "home"]],
            ]),
            "services.plist": ["Old.Form": "Class"],
            "services.test.plist": [["service": "P", "impl": "I", "name": "second"]],
        ])
        #expect(folder.problems.isEmpty)
        #expect(folder.names.modules.map(\.components) == [["Shop", "Trade", "Module"]])
        #expect(folder.names.dependencies.map(\.text) == ["Price"])
        #expect(folder.names.services.map(\.type.text) == ["Old.Form", "P"])
        #expect(folder.names.services.map(\.implementation?.text) == ["Class", "I"])
        #expect(folder.names.services.map(\.name) == [nil, "second"])
        #expect(folder.names.services.last?.implementation?.origin.keyPath?.description == "[0].impl")
    }

    // No class of the generator's own is ever found: it is the compiler that looks.
    @Test func nothingIsLookedUp() async throws {
        let (folder, _) = try await read([
            "modules.plist": modules(["moduleClass": "HiveConfigTests.PlainClass"]),
            "services.plist": [["service": "HiveConfigTests.PriceService", "impl": "HiveConfigTests.PlainClass"]],
        ])
        #expect(folder.problems.isEmpty)
        #expect(folder.names.modules.count == 1)
        #expect(folder.names.services.count == 1)
    }
}
