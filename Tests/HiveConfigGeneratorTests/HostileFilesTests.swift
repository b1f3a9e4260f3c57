// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase
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

    private static func files(_ folder: String) throws -> [(name: String, bytes: Data)] {
        try FileManager.default.contentsOfDirectory(atPath: "\(corpus)/\(folder)").sorted().map { name in
            (name, try #require(FileManager.default.contents(atPath: "\(corpus)/\(folder)/\(name)")))
        }
    }

    private func generated(in folder: String) -> GeneratedFile {
        let visible = VisibleModules(own: "App", direct: ["Shop"], all: ["Shop"])
        let files = planned(["modules.plist", "services.plist", "Hive.d/a.plist"])
        return GeneratedFile(folder: folder, title: "Config", planned: files, visible: visible)
    }

    // C45
    @Test(
        arguments: ["Configuration", "PropertyList", "Options"],
        ["modules.plist", "services.plist", "Hive.d/a.plist"]
    )
    func everyFileIsRefusedOrBecomesHarmlessSource(_ folder: String, _ name: String) throws {
        let files = try Self.files(folder)
        #expect(files.count > 10)
        try withFiles(["modules.plist": modules(), "services.plist": services()]) { place in
            for file in files {
                try file.bytes.write(to: URL(filePath: "\(place)/\(name)"))
                let made = generated(in: place)
                #expect((made.source == nil) == !made.problems.errors.isEmpty, "\(file.name)")
                #expect(Self.strangeLines(of: made.source ?? "") == [], "\(file.name)")
            }
        }
    }

    // C45
    @Test func everyNameIsRefusedOrBecomesHarmlessSource() throws {
        let texts = try ["TypeName", "RemoteURL"].flatMap(Self.files).map { String(decoding: $0.bytes, as: UTF8.self) }
        #expect(texts.count > 40)
        var accepted = 0
        try withFiles(["services.plist": services()]) { place in
            for text in texts {
                // Control characters are none of XML's.
                let plain = text.filter { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0xFFFE } }
                let escaped = plain.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
                try Data(modules("Shop.Fine", escaped).utf8).write(to: URL(filePath: "\(place)/modules.plist"))
                let made = generated(in: place)
                #expect((made.source == nil) == !made.problems.errors.isEmpty, "\(text.swiftLiteral)")
                #expect(Self.strangeLines(of: made.source ?? "") == [], "\(text.swiftLiteral)")
                if made.source != nil { accepted += 1 }
            }
        }
        #expect(accepted > 3)
        #expect(accepted < texts.count / 2)
    }

    // C45: a service's own name may be any text of up to 1024 bytes.
    @Test func everyTextIsHarmlessAsTheNameOfAService() throws {
        let texts = try ["TypeName", "RemoteURL"].flatMap(Self.files).map { String(decoding: $0.bytes, as: UTF8.self) }
        try withFiles(["modules.plist": modules()]) { place in
            for text in texts + ["`", "\\(exit(1))", "\"", "\u{2028}", "#sourceLocation()", "*/"] {
                guard text.utf8.count < 1000 else { continue }  // Longer ones are refused.
                let plain = text.filter { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0xFFFE } }
                let escaped = plain.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
                let entry = "<key>service</key><string>P</string><key>impl</key><string>I</string><key>name</key>"
                let list = propertyList("<array><dict>\(entry)<string>x\(escaped)</string></dict></array>")
                try Data(list.utf8).write(to: URL(filePath: "\(place)/services.plist"))
                let source = try #require(generated(in: place).source, "\(text.swiftLiteral)")
                #expect(Self.strangeLines(of: source) == [], "\(text.swiftLiteral)")
            }
        }
    }

    /// A statement without its names: whatever stands between backticks becomes one word, and so does a name of a type
    /// between quotes.
    private static func skeleton(_ line: Substring) -> String {
        String(line).replacing(/`[ -_a-~]+`((::|\.)`[ -_a-~]+`)*/, with: "name")
            .replacing(/\["[A-Za-z0-9_.]+"\]/, with: "[\"text\"]")
            .replacing(/message: "[A-Za-z0-9_., ()]+"/, with: "message: \"text\"")
    }

    /// The statements of entries in files that nobody doubts.
    private static let skeletons: Set<String> = [
        "    typealias name = name",
        "    typealias name = any name",
        "    typealias name<Class: name> = Class",
        "        typealias name = name<name>",
        "    func name(_: name.Type) {}",
        "    do {",
        "        func name(_: name.Type? = nil) {}",
        "        @available(*, unavailable, message: \"text\")",
        "        name()",
        "    }",
        "    types.modules[\"text\"] = name(name.self)",
        "    types.services[\"text\"] = service(name.self)",
        "    _ = name(name.self)",
        "    _ = service(name.self)",
        "        enum It {",
        "            static let maker = implementation(name.self) {",
        "                try name(name.self, name.init, $0)",
        "            }",
        "            static func maker(_: name.Type) {}",
        "        }",
        "        types.implementations[\"text\"] = name(It.maker)",
        "        _ = name(It.maker)",
    ]

    /// The lines that hold anything but what the generator itself writes, and names between backticks.
    private static func strangeLines(of source: String) -> [Substring] {
        var isEntry = false
        return source.split(separator: "\n").filter { line in
            defer { isEntry = line.hasPrefix("#sourceLocation(file: \"/") }
            if !line.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return true }
            // A name stands where a place has been given, and nowhere else.
            return isEntry ? !skeletons.contains(skeleton(line)) : line.contains("typealias")
        }
    }
}
