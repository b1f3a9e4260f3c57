// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

@testable import HiveConfig
@testable import HivePropertyList

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Every input that the fuzz targets keep (Tests/Fuzz), replayed without a fuzzer (C43, C45).
@Suite(.timeLimit(.minutes(5)))
struct CorpusTests {
    /// A file of the corpus; what its name begins with says whether it was written to be accepted or to be refused.
    struct Input: CustomTestStringConvertible {
        let path: String
        let name: String

        var testDescription: String { name }

        var bytes: [UInt8] {
            get throws { try Array(Data(contentsOf: URL(filePath: path))) }
        }

        /// Expects what the name promises; the fuzzer's own finds promise nothing.
        func expectVerdict(_ isAccepted: Bool) {
            if name.hasPrefix("accepted-") { #expect(isAccepted) }
            if name.hasPrefix("refused-") { #expect(!isAccepted) }
        }
    }

    private static let corpus = String(#filePath.dropLast("HiveConfigTests/CorpusTests.swift".count)) + "Fuzz/Corpus/"

    private static func inputs(_ target: String) throws -> [Input] {
        let names = try FileManager.default.contentsOfDirectory(atPath: corpus + target).sorted()
        return names.map { Input(path: "\(corpus)\(target)/\($0)", name: $0) }
    }

    @Test(arguments: ["PropertyList", "JSON", "Configuration", "Options", "TypeName"])
    func corpusHasInputsOfEitherKind(target: String) throws {
        let names = try Self.inputs(target).map(\.name)
        #expect(names.contains { $0.hasPrefix("accepted-") })
        #expect(names.contains { $0.hasPrefix("refused-") })
    }

    @Test(arguments: try inputs("PropertyList"))
    func propertyListIsReadAsTheDecoderReadsItOrRefused(input: Input) throws {
        let bytes = try input.bytes
        try PropertyListInvariants.check(bytes)
        input.expectVerdict((try? PropertyListDocument.read(bytes)) != nil)
    }

    @Test(arguments: try inputs("JSON"))
    func jsonIsReadAsTheDecoderReadsItOrRefused(input: Input) throws {
        let bytes = try input.bytes
        try JSONInvariants.check(bytes)
        input.expectVerdict((try? PropertyListDocument.read(bytes, isJSON: true)) != nil)
    }

    @Test(arguments: try inputs("Configuration"))
    func everyEntryIsDeclaredOrComplainedAbout(input: Input) throws {
        try ConfigurationInvariants.check(fileAt: input.path)
        let isAccepted = [
            ConfigurationInvariants.read(modules: [input.path]), ConfigurationInvariants.read(services: [input.path]),
        ].contains { $0.problems.errors.isEmpty }
        input.expectVerdict(isAccepted)
    }

    @Test(arguments: try inputs("Options"))
    func optionsAreDecodedAsTheDecoderDoesOrRefused(input: Input) throws {
        let bytes = try input.bytes
        try OptionsInvariants.check(bytes)
        input.expectVerdict((try? OptionsInvariants.decode(bytes)) != nil)
    }

    // C20 C42
    @Test(arguments: try inputs("TypeName"))
    func nameLeadsToTheTypeThatItNamesOrNowhere(input: Input) throws {
        let bytes = try input.bytes
        try TypeNameInvariants.check(bytes)
        input.expectVerdict(TypeNameInvariants.isFound(bytes))
    }

    // A check that lets everything pass would make the corpus worthless.
    @Test func brokenInvariantsAreNoticed() {
        for message in ["", "two\nlines", "\u{202E}", String(repeating: "a", count: 5000)] {
            #expect(throws: BrokenInvariant.self) { try checkMessage(message) }
        }
        #expect(throws: BrokenInvariant.self) { try require(false, "") }
        let unequal: [(ConfigurationValue, ConfigurationValue)] = [
            (1, 2), ([1], [1, 1]), (["a": 1], ["b": 1]), (["a": 1], [:]), (0.5, 0),
        ]
        for (left, right) in unequal {
            #expect(!left.agrees(with: right))
        }
    }
}
