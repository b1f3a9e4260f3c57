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
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite(.timeLimit(.minutes(5)))
struct DropInTests {
    private let shop: ConfigurationValue = ["moduleClasses": [["moduleClass": "ShopModule"]]]

    private func write(_ text: String, _ path: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }

    // C45
    @Test func folderWithTooManyFilesIsRefused() async throws {
        let read = try await folder(["modules.plist": shop]) { folder in
            for number in 0...PropertyListLimits.fileCount { try write("", "\(folder)/Hive.d/\(number).plist") }
        }
        #expect(read.problems.errors.count == 1)
        #expect(read.problems.first?.message.contains("more than 1000 files in .plist or .json") == true)
        #expect(read.problems.first?.origin?.file.hasSuffix("/Hive.d") == true)
    }

    // C45
    @Test func fileInPlaceOfTheFolderIsRefused() async throws {
        let read = try await folder([:]) { folder in
            try FileManager.default.removeItem(atPath: "\(folder)/Hive.d")
            try write("", "\(folder)/Hive.d")
        }
        #expect(read.problems.errors.map(\.code) == [.fileNotReadable])
        #expect(read.problems.first?.message.contains("isn't a folder") == true)
    }

    // C45
    @Test func linkThatLeadsNowhereIsRefused() async throws {
        let read = try await folder([:]) { folder in
            try FileManager.default.removeItem(atPath: "\(folder)/Hive.d")
            #expect(symlink("/nowhere", "\(folder)/Hive.d") == 0)
        }
        #expect(read.problems.errors.map(\.code) == [.fileNotReadable])
        #expect(read.problems.first?.message.contains("leads nowhere") == true)
    }

    // C45
    @Test func missingPermissionIsSaid() async throws {
        // The superuser may list everything, so the wording is checked apart from the call.
        #expect(PropertyListFolder.error(EACCES, path: "/a").description.contains("no permission to list \"/a\""))
        guard geteuid() != 0 else { return }
        for name in ["Hive.d", "Hive.d/a.plist"] {
            let read = try await folder(["Hive.d/a.plist": [:]]) { chmod("\($0)/\(name)", 0) }
            #expect(read.problems.errors.first?.message.contains("no permission") == true)
        }
    }

    // C45
    @Test func whatIsNoFileOfAnyUseIsAnErrorThatNamesIt() async throws {
        let read = try await folder([:]) { folder in
            try FileManager.default.createDirectory(
                atPath: "\(folder)/Hive.d/a.plist",
                withIntermediateDirectories: true
            )
            #expect(symlink("/nowhere", "\(folder)/Hive.d/b.plist") == 0)
            try write("<plist>", "\(folder)/Hive.d/c.plist")
            let name = Array("\(folder)/Hive.d/".utf8CString.dropLast()) + [CChar(bitPattern: 0xFF)]
            let file = fopen(name + Array("d.txt".utf8CString), "w")
            #expect(file != nil)
            if let file { fclose(file) }
        }
        let files = read.problems.errors.compactMap { $0.origin?.file.split(separator: "/").last }
        #expect(files == ["a.plist", "b.plist", "c.plist"])
    }

    #if os(Linux)
    // C45
    @Test func nameThatIsNotUTF8IsRefused() async throws {
        let read = try await folder([:]) { folder in
            let name = Array("\(folder)/Hive.d/".utf8CString.dropLast()) + [CChar(bitPattern: 0xFF)]
            let file = fopen(name + Array("d.plist".utf8CString), "w")
            if let file { fclose(file) }
        }
        #expect(read.problems.errors.first?.message.contains("not UTF-8") == true)
    }
    #endif

    // C43
    @Test(
        arguments: [
            (["service": []], "invalidValue"), (["services": [:]], "invalidValue"), ("text", "invalidValue"),
            (["services": [["service": "PriceService"]]], "invalidValue"), (["moduleClases": []], "unknownKey"),
        ] as [(ConfigurationValue, String)]
    )
    func wrongDropInIsOneProblem(tree: ConfigurationValue, code: String) async throws {
        let read = try await folder(["modules.plist": shop, "Hive.d/a.plist": tree])
        #expect(read.problems.errors.map(\.code.description) == [code])
        #expect(read.problems.errors.first?.origin?.file.hasSuffix("Hive.d/a.plist") == true)
    }

    // C43
    @Test func servicesAreAKeyOfDropInsOnly() async throws {
        let read = try await folder(["modules.plist": ["moduleClasses": [], "services": []]])
        #expect(read.problems.errors.map(\.code) == [.unknownKey])
    }

    // C17
    @Test func dropInSaysOneThingAboutAModuleAndTheRestStays() async throws {
        let entry: ConfigurationValue = [
            "moduleClass": "ShopModule", "modulePriority": 5, "options": ["retries": 1, "host": "a"],
        ]
        let read = try await folder([
            "modules.plist": ["moduleClasses": [entry]],
            "Hive.d/10.plist": ["moduleClasses": [["moduleClass": "ShopModule", "options": ["host": "b"]]]],
            "Hive.d/20.plist": ["moduleClasses": [["moduleClass": "ShopModule", "modulePriority": 7]]],
            "Hive.d/~.plist": ["moduleClasses": [["moduleClass": "ShopModule", "options": ["host": "c"]]]],
        ])
        #expect(read.problems.errors == [])
        let descriptor = try #require(
            try Hive(read, options: HiveOptions(clock: ManualClock())).modules.descriptors.first
        )
        #expect(descriptor.priority == 7)
        #expect(descriptor.options == ["retries": 1, "host": "c"])
        #expect(
            descriptor.origins.map { $0.file.split(separator: "/").last } == [
                "~.plist", "20.plist", "10.plist", "modules.plist",
            ]
        )
    }

    // C17
    @Test func dropInDisablesAModule() async throws {
        let disabled: ConfigurationValue = ["moduleClasses": [["moduleClass": "ShopModule", "enabled": false]]]
        let read = try await folder(["modules.plist": shop, "Hive.d/a.plist": disabled])
        #expect(try read.bootOrder() == [])
    }

    @Test func dropInBringsServicesInEitherForm() async throws {
        let read = try await folder([
            "services.plist": [["service": "PriceService", "impl": "MemoryPrices", "ranking": 3]],
            "Hive.d/a.plist": ["services": [["service": "PriceService", "impl": "OtherPrices"]], "values": ["a": 1]],
            "Hive.d/b.plist": [["service": "StockService", "impl": "Warehouse"]],
        ])
        #expect(read.problems.errors == [])
        #expect(read.services.map { "\($0.implementation)" } == ["OtherPrices", "Warehouse"])
        #expect(read.services[0].ranking == 3)
        #expect(read.services[0].overridden.count == 1)
        #expect(read.values == ["a": 1])
    }
}
