// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

@testable import HiveConfigGenerator

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the fuzz targets have gathered, made into source.
@Suite(.timeLimit(.minutes(5)))
struct HostileFilesTests {
    private static let corpus: String = {
        // Tests/HiveConfigGeneratorTests/HostileFilesTests.swift, from the root of the package.
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        return "\(root)/Tests/Fuzz/Corpus"
    }()

    // C45
    @Test(
        arguments: ["Configuration", "PropertyList", "Options"],
        ["modules.plist", "services.plist", "Hive.d/a.plist"]
    )
    func everyFileIsRefusedOrBecomesHarmlessSource(_ folder: String, _ name: String) throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(Self.corpus)/\(folder)").sorted()
        #expect(files.count > 10)
        try withFiles(["modules.plist": modules(), "services.plist": services()]) { place in
            let visible = VisibleModules(own: "App", direct: ["Shop"], all: ["Shop"])
            let planned: Set = ["modules.plist", "services.plist", "Hive.d/a.plist"]
            for file in files {
                let bytes = try #require(FileManager.default.contents(atPath: "\(Self.corpus)/\(folder)/\(file)"))
                try bytes.write(to: URL(filePath: "\(place)/\(name)"))
                let made = GeneratedFile(folder: place, title: "Config", planned: planned, visible: visible)
                #expect((made.source == nil) == !made.problems.errors.isEmpty, "\(file)")
                guard let source = made.source else { continue }
                #expect(Self.strangeLines(of: source) == [], "\(file)")
            }
        }
    }

    /// The lines that hold anything but what the generator itself writes and names made of plain identifiers.
    private static func strangeLines(of source: String) -> [Substring] {
        let entry = /\ +typealias `[ -_a-~]+` = `[A-Za-z0-9_]+`((::|\.)`[A-Za-z0-9_]+`)*; static .*/
        return source.split(separator: "\n").filter { line in
            if !line.utf8.allSatisfy({ $0 < 0x80 }) { return true }
            return line.contains("typealias") && (try? entry.wholeMatch(in: line)) == nil
        }
    }
}
