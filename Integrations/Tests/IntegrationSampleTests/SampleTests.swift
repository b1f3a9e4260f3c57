// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Every Swift sample of the documentation and of doc comments stands, line by line, in `Snippets`, which the build
/// compiles.
///
/// A whole file, below `<!-- file: PATH -->`, does not: `.ci/check-examples` of Hive builds the package that it is of.
@Suite(.timeLimit(.minutes(1)))
struct SampleTests {
    private static let root: String = {
        // Tests/IntegrationSampleTests/SampleTests.swift, from the root of the package.
        let path = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        return path.joined(separator: "/")
    }()

    private static func files(under folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")
            .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".md") }
            .sorted()
            .map { "\(folder)/\($0)" }
    }

    private static func lines(of path: String) throws -> [String] {
        let data = try #require(FileManager.default.contents(atPath: "\(root)/\(path)"), "\(path) is missing")
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The lines of the samples, without spaces; in Swift files those of its doc comments.
    private static func samples(in path: String) throws -> [[String]] {
        var samples: [[String]] = []
        var sample: [String]?
        var isInFile = false
        for line in try lines(of: path) {
            var text = line.filter { $0 != " " }
            if path.hasSuffix(".swift") {
                guard text.hasPrefix("///") else { continue }
                text.removeFirst(3)
            }
            defer { isInFile = text.hasPrefix("<!--file:") }
            if text == "```swift", !isInFile {
                sample = []
            } else if text == "```", let found = sample {
                samples.append(found)
                sample = nil
            } else if !text.isEmpty {
                sample?.append(text)
            }
        }
        return samples
    }

    @Test func everySampleIsCompiled() throws {
        let snippets = try Self.files(under: "Snippets").map { path in
            try Self.lines(of: path).map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
        }
        var count = 0
        for path in try Self.files(under: "Sources") {
            for sample in try Self.samples(in: path) {
                count += 1
                let isCompiled = snippets.contains { $0.contains(sample) }
                #expect(isCompiled, "\(path): no snippet has the sample that begins with \(sample.first ?? "")")
            }
        }
        #expect(count > 8)
    }
}
