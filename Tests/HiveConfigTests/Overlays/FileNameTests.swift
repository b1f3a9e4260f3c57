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

/// Names of files are bytes: what looks equal is not, and no character hides the one before it.
@Suite(.timeLimit(.minutes(5)))
struct FileNameTests {
    @Test func namesThatOnlyLookEqualDiffer() {
        #expect(FileName("\u{E9}.plist") != FileName("e\u{301}.plist"))
        #expect(FileName("K") != FileName("\u{212A}"))
        #expect(Set([FileName("\u{E9}"), FileName("e\u{301}"), FileName("\u{E9}")]).count == 2)
        #expect(FileName("e\u{301}") < FileName("f") && FileName("f") < FileName("\u{E9}"))
    }

    @Test(arguments: [
        ("a.plist", true), ("\u{301}a.plist", true), ("$a.plist", true), (".a.plist", false),
        (".\u{301}a.plist", false), (".plist", false), ("a.plist\u{301}", false), ("a\u{301}.plist", true),
    ])
    func namesThatCount(_ name: String, _ counts: Bool) {
        #expect((FileName(name).ending != nil) == counts)
    }

    @Test func aCombiningMarkHidesNoSlashAndNoDot() {
        #expect(FileName("Config/\u{301}a.plist").inside("Config") == "\u{301}a.plist")
        #expect(FileName("Configs/a.plist").inside("Config") == nil)
        #expect(FileName("modules.\u{301}x.plist").stemAndEnvironment?.environment == "\u{301}x")
        #expect(FileName("modules.plist").stemAndEnvironment == nil)
    }

    // C45: a folder is read alike from disk and compiled into the program.
    @Test func aFolderIsReadAlikeFromDiskAndCompiled() async throws {
        let names = [
            "\u{E9}.plist", "e\u{301}.plist", "\u{301}a.plist", "$a.plist", ".\u{301}a.plist", ".a.plist",
            "\u{600}a.plist",
        ]
        let read = ["$a.plist", "e\u{301}.plist", "\u{E9}.plist", "\u{301}a.plist", "\u{600}a.plist"]
        try await withFiles(["modules.plist": xml(plist(modules())), "services.plist": xml("<array/>")]) { folder in
            try FileManager.default.createDirectory(atPath: "\(folder)/Hive.d", withIntermediateDirectories: true)
            // Foundation joins paths by characters; the name has to keep its bytes.
            for name in names {
                let bytes = xml(plist(["values": ["file": .string(name)]]))
                #expect(FileManager.default.createFile(atPath: "\(folder)/Hive.d/\(name)", contents: Data(bytes)))
            }
            let disk = HiveConfiguration(contentsOf: folder)
            #expect(disk.problems == [])
            let found = disk.files.dropFirst(2).compactMap { FileName($0).inside("\(folder)/Hive.d") }
            #expect(found.map(FileName.init) == read.map(FileName.init))

            let compilable = CompilableFolder(folder)
            #expect(compilable.problems == [])
            let files = compilable.files.map { ($0.name, Data($0.bytes).base64EncodedString()) }
            let compiled = CompiledConfiguration(folder: "Config", files: files, catalogue: HiveCatalogue())
            let inside = HiveConfiguration(compiled)
            #expect(inside.problems == [])
            let held = inside.files.dropFirst(2).compactMap { FileName($0).inside("Config/Hive.d") }
            #expect(held.map(FileName.init) == read.map(FileName.init))
            #expect(inside.values == disk.values)
        }
    }

    // C17: one module in two files whose names only look equal is listed in two files.
    @Test func filesWhoseNamesOnlyLookEqualAreTwoSources() async throws {
        let shop: ConfigurationValue = ["moduleClass": "HiveConfigTests.ShopModule"]
        let files: [String: ConfigurationValue] = ["Hive.d/e\u{301}.plist": modules(shop)]
        let read = try await folder(files) { folder in
            let bytes = xml(plist(modules(shop)))
            #expect(FileManager.default.createFile(atPath: "\(folder)/Hive.d/\u{E9}.plist", contents: Data(bytes)))
        }
        #expect(read.files.count == 4)
        #expect(read.errors == [])
        #expect(try Hive(read, options: HiveOptions(clock: ManualClock())).verify().errors == [])
    }
}
