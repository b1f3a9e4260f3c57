// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase
import Testing

@testable import HiveConfigGenerator
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

/// What is found in property lists is found in JSON, on the same lines, before the compiler and by it.
@Suite(.timeLimit(.minutes(5)))
struct JSONMistakesTests {
    private static let tests = String(#filePath.dropLast("HiveConfigGeneratorTests/JSONMistakesTests.swift".count))

    /// Those of files that are not there, or that no reader of property lists gets to the end of: JSON has its own.
    private static let unreadable: Set = [
        "file-absent", "file-empty", "file-in-another-encoding", "file-is-a-web-page", "file-not-well-formed",
        "files-absent", "key-in-other-characters", "key-twice", "link-that-leads-nowhere", "merge-unfinished",
        "modules-file-empty",
    ]

    private static let cases = try? FileManager.default.contentsOfDirectory(atPath: "\(tests)Mistakes/Cases").filter {
        !unreadable.contains($0)
    }

    /// What is said of files, and what is made of them for the compiler, but for their names and contents.
    private struct Account {
        var problems: [String]
        var source: [String]

        /// Leaves places out: a binary property list has no lines.
        mutating func removeLines() {
            problems = problems.map { $0.replacing(/(\.plist):[0-9]+/) { $0.1 } }
            source.removeAll { $0.hasPrefix("#sourceLocation(file: ") }
        }
    }

    private func account(of files: [String: [UInt8]]) throws -> Account {
        try withFiles([:]) { folder in
            for (name, bytes) in files {
                let file = URL(filePath: "\(folder)/\(name)")
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(bytes).write(to: file)
            }
            let dependencies: Set = ["Hive", "HiveConfig", "Shop", "Warehouse"]
            let file = GeneratedFile(
                folder: folder,
                title: "Config",
                planned: planned(files.keys),
                visible: VisibleModules(own: "Program", direct: dependencies, all: dependencies),
                sources: SourceScan(
                    ["Program", "Shop", "Warehouse"].map { ($0, "\(Self.tests)Mistakes/Sources/\($0)") }
                )
            )
            func general(_ text: String) -> String {
                let text = text.replacing(folder, with: "Config").replacing(".plist or .json", with: "either")
                    .replacing(".json", with: ".plist")
                return Self.remedies.reduce(text) { $0.replacing($1.inTexts, with: $1.inLists) }
            }
            var stated = StatedConfiguration(folder: folder, .fromFile)
            let problems = file.problems.map(\.compilerDiagnostic) + stated.problems { _ in [] }.map(\.description)
            let lines = (file.source ?? "").split(separator: "\n").map { general(String($0)) }
            let contents = files.keys.map { "(\"\(general($0))\", " }
            return Account(
                problems: problems.map(general),
                source: lines.filter { line in
                    !contents.contains { line.drop { $0 == " " }.hasPrefix($0) }
                }
            )
        }
    }

    /// What a remedy shows of JSON, and of a property list.
    private static let remedies: [(inTexts: String, inLists: String)] = [
        ("Write true or false.", "Write <true/> or <false/>."),
        (
            #"Put {"moduleClasses": [ before it, and ]} behind it."#,
            "Put <dict><key>moduleClasses</key><array> before its <dict>, and </array></dict> behind it."
        ),
        (
            #"Put {"moduleClasses": before the array, and } behind it."#,
            "Put <dict><key>moduleClasses</key> before the <array>, and </dict> behind the </array>."
        ),
        ("Put [ before it, and ] behind it.", "Put <array> before its <dict>, and </array> behind it."),
        (
            #"[{"service": …, "impl": …}]"#,
            "<array><dict><key>service</key>…<key>impl</key>…</dict></array>"
        ),
    ]

    // C43
    @Test(arguments: try #require(cases))
    func mistakesOfPropertyListsAreFoundInJSON(name: String) throws {
        var (lists, texts): ([String: [UInt8]], [String: [UInt8]]) = ([:], [:])
        var hasLines = true
        for folder in ["\(Self.tests)Mistakes/Config", "\(Self.tests)Mistakes/Cases/\(name)"] {
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
                guard path.hasSuffix(".plist") || path.hasSuffix(".conf") else { continue }
                let bytes = Array(try Data(contentsOf: URL(filePath: "\(folder)/\(path)")))
                lists[path] = bytes
                guard path.hasSuffix(".plist") else {
                    texts[path] = bytes
                    continue
                }
                let document = try PropertyListDocument.read(bytes)
                hasLines = hasLines && document.lines != nil
                texts[path.replacing(".plist", with: ".json")] = Array(AlignedJSON(document).text.utf8)
            }
        }
        var (inLists, inTexts) = (try account(of: lists), try account(of: texts))
        if !hasLines {
            inLists.removeLines()
            inTexts.removeLines()
        }
        #expect(inTexts.problems == inLists.problems)
        #expect(inTexts.source.difference(from: inLists.source).isEmpty)
        #expect(!inLists.source.isEmpty || !inLists.problems.isEmpty)
    }

    // C43 C45
    @Test(
        arguments: [
            ("{\"moduleClasses\": []}\n}", 2), ("{\n\"moduleClasses: []}", 2), ("{\n'moduleClasses': []}", 2),
            ("{\nmoduleClasses: []}", 2), ("{\"moduleClasses\": [],\n\"moduleClasses\": []}", 2),
            ("{\"moduleClasses\": [],\n\"timeouts\": {\"start\": 01}}", 2),
            ("{\"moduleClasses\": [],\n\"timeouts\": {\"start\": 1e999}}", 2),
            ("{\"moduleClasses\": [],\n\"timeouts\": {\"start\": NaN}}", 2),
            ("{\"moduleClasses\": [],\n\"timeouts\": {\"start\": null}}", 2),
            ("{\"moduleClasses\":\n[{\"moduleClass\": \"\\uD800\"}]}", 2),
            ("{\"moduleClasses\":\n[{\"moduleClass\": \"\u{0}\"}]}", 2),
            ("\n" + String(repeating: "[", count: 10_000), 2), ("<plist version=\"1.0\"><dict/></plist>", 1),
        ]
    )
    func mistakesOfJSONAloneStopTheBuild(text: String, line: Int) throws {
        let (file, folder) = try generated(["modules.json": text, "services.json": "[]"])
        #expect(file.source == nil)
        #expect(file.problems.count == 1)
        #expect(
            file.problems.first?.compilerDiagnostic.hasPrefix("\(folder)/modules.json:\(line): error: ") == true,
            "\(file.problems)"
        )
    }

    // C45
    @Test func hugeFilesAndOtherEncodingsStopTheBuild() throws {
        try withFiles(["services.json": "[]"]) { folder in
            let file = URL(filePath: "\(folder)/modules.json")
            func problems() -> [String] {
                let visible = VisibleModules(own: "App", direct: [], all: [])
                let files = planned(["modules.json", "services.json"])
                return GeneratedFile(folder: folder, title: "Config", planned: files, visible: visible).problems.map {
                    $0.compilerDiagnostic.replacing(folder + "/", with: "")
                }
            }
            try Data("{\"moduleClasses\": []}".utf8).write(to: file)
            #expect(problems() == [])
            // 100 MB that take no room on the disk.
            #expect(truncate(file.path, 100_000_000) == 0)
            #expect(
                problems().map { $0.contains("modules.json: error: ") && $0.contains("is larger than 16 MiB") } == [
                    true
                ]
            )
            try #require("{\"moduleClasses\": []}".data(using: .utf16)).write(to: file)
            #expect(problems().map { $0.hasPrefix("modules.json:1: error: The file is encoded in UTF-16.") } == [true])
            try Data("\u{FEFF}{\"moduleClasses\": []}".utf8).write(to: file)
            #expect(problems() == [])
        }
    }

    // C43
    @Test func theSameListInBothFormatsStopsTheBuild() throws {
        let (file, folder) = try generated([
            "modules.plist": modules(), "modules.json": "{\"moduleClasses\": []}", "services.json": "[]",
        ])
        #expect(file.source == nil)
        #expect(file.problems.count == 1)
        let said = file.problems.first?.compilerDiagnostic.replacing(folder + "/", with: "")
        #expect(said?.hasPrefix("modules.json: error: There are both modules.plist and modules.json.") == true)
    }
}
