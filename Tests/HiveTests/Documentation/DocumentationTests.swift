// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Every sample that the documentation shows stands, line by line, in what the checks build: `Snippets/` or an example.
@Suite(.timeLimit(.minutes(5)))
struct DocumentationTests {
    private static let root: String = {
        // Tests/HiveTests/Documentation/DocumentationTests.swift, from the root of the package.
        let path = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        return path.joined(separator: "/")
    }()

    private static func files(under folder: String, suffix: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")
            .filter { $0.hasSuffix(suffix) }
            .sorted()
            .map { "\(folder)/\($0)" }
    }

    private static func text(_ path: String) throws -> String {
        let data = try #require(FileManager.default.contents(atPath: "\(root)/\(path)"), "\(path) is missing")
        return String(decoding: data, as: UTF8.self)
    }

    /// The samples of a text in a language; in Swift files those of its doc comments.
    private static func samples(of language: String = "swift", in text: String, isSource: Bool) -> [[String]] {
        var samples: [[String]] = []
        var sample: [String]?
        for raw in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = raw.drop { $0 == " " }
            if isSource {
                guard line.hasPrefix("///") else { continue }
                line = line.dropFirst(3)
            }
            let content = line.filter { !$0.isWhitespace }
            if content == "```\(language)" {
                sample = []
            } else if content == "```" {
                if let sample { samples.append(sample) }
                sample = nil
            } else if !content.isEmpty {
                sample?.append(String(content))
            }
        }
        return samples
    }

    /// The lines of each file, as those of samples are.
    private static func lines(under folders: [String], suffix: String) throws -> [[String]] {
        try folders.flatMap { try files(under: $0, suffix: suffix) }
            // Somebody may have built an example in its folder.
            .filter { !$0.contains("/.build") }
            .map { path in
                try text(path).split(separator: "\n").map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
            }
    }

    @Test func everySampleIsCompiled() throws {
        let snippets = try Self.lines(under: ["Snippets", "Examples"], suffix: ".swift")
        let sources =
            try Self.files(under: "Sources", suffix: ".swift") + Self.files(under: "Sources", suffix: ".md")
        var count = 0
        for path in sources + ["README.md", "CONTRIBUTING.md"] {
            for sample in Self.samples(in: try Self.text(path), isSource: path.hasSuffix(".swift")) {
                // A manifest is no snippet; the fixture packages are built with theirs.
                if sample.contains(where: { $0.contains(".package(") }) { continue }
                count += 1
                let isCompiled = snippets.contains { $0.contains(sample) }
                #expect(isCompiled, "\(path): no snippet has the sample that begins with \(sample.first ?? "")")
            }
        }
        #expect(count > 8)
    }

    // .ci/check-examples checks those manifests.
    @Test func everyManifestOfKubernetesIsThatOfAnExample() throws {
        let manifests = try Self.lines(under: ["Examples"], suffix: ".yaml")
        let pages = try Self.files(under: "Sources", suffix: ".md")
        let samples = try pages.flatMap { Self.samples(of: "yaml", in: try Self.text($0), isSource: false) }
        for sample in samples {
            #expect(manifests.contains { $0.contains(sample) }, "no example has \(sample)")
        }
        #expect(samples.count > 1)
    }
}
